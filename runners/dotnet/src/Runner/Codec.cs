namespace Wirelab.Runner;

/// <summary>What a codec promises and costs; the protocol's `Contract` describes each field.</summary>
public sealed record Contract(string Input, string Output, bool Conversion, string Evolution)
{
    public bool ReusesBuffer { get; init; }
    public bool Validates { get; init; }
    public bool UnsafeMemory { get; init; }
    public bool NeedsSchema { get; init; }
    public bool HumanReadable { get; init; }
    public bool Lazy { get; init; }
    public string Notes { get; init; } = "";
}

/// <summary>A codec's parameter, its values and default.</summary>
public sealed record Parameter(string Name, IReadOnlyList<string> Values, string Default, string Says)
{
    /// <summary>Its value in the profile `tuned`; null: its default.</summary>
    public string? Tuned { get; init; }

    /// <summary>For a value, the contract's fields that differ with it, as the protocol names them.</summary>
    public IReadOnlyDictionary<string, object?> Changes { get; init; } = new Dictionary<string, object?>();

    /// <summary>That of codecs that can do either with fields that are absent.</summary>
    public static Parameter Nulls { get; } = new("nulls", ["omitted", "written"], "omitted", "fields that are absent: left out, or null");
}

/// <summary>A codec that is ready for one payload type: what is timed.</summary>
public abstract class Coder
{
    public abstract byte[] Serialize(object x);

    public abstract object Deserialize(byte[] data);
}

/// <summary>A codec whose library has message classes of its own: domain object to message to bytes, and back.</summary>
public abstract class ConvertingCoder : Coder
{
    public abstract object Build(object x);

    public abstract byte[] Write(object message);

    public abstract object Parse(byte[] data);

    public abstract object Unbuild(object message);
}

/// <summary>A codec as it is registered.</summary>
/// <param name="Open">
/// Makes the library ready, with a value for each parameter; gives, once for each payload type, what is timed. Called
/// once a process, before anything is timed; nothing of the library is loaded before.
/// </param>
public sealed record Codec(
    string Name,
    string Format,
    string Library,
    string Version,
    Contract Contract,
    Func<ITypes, IReadOnlyDictionary<string, string>, Func<PayloadType, Coder>> Open)
{
    /// <summary>Which of the rendered domain types it takes with these parameters, by the name of their assembly.</summary>
    public Func<IReadOnlyDictionary<string, string>, string> FamilyOf { get; init; } = _ => Families.Plain;

    public IReadOnlyList<string> OperationNames { get; init; } = [Operations.Serialize, Operations.Deserialize];
    public IReadOnlyList<Parameter> Parameters { get; init; } = [];

    /// <summary>The page of the library's own documentation on which default and tuned settings rest.</summary>
    public string Documentation { get; init; } = "";

    /// <summary>Why its first call in a process cannot be measured; empty: it can.</summary>
    public string NeverCold { get; init; } = "";
}

/// <summary>The assemblies that domain types are rendered into.</summary>
public static class Families
{
    /// <summary>With the attributes of what is always there; the others refer to its messages.</summary>
    public const string Plain = "Wirelab.Types";
}
