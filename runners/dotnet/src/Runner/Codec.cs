namespace Wirelab.Runner;

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

/// <summary>A codec as it is registered; `codecs.toml` has everything else about it.</summary>
/// <param name="Name">Its key there.</param>
/// <param name="Version">The version of its library.</param>
/// <param name="Open">Sets the library up, with a value for each parameter. Nothing of the library is loaded before.</param>
public sealed record Codec(string Name, string Version, Func<ITypes, IReadOnlyDictionary<string, string>, ICoderMaker> Open)
{
    /// <summary>The rendered domain types that it takes with these parameters, by the name of their assembly.</summary>
    public Func<IReadOnlyDictionary<string, string>, string> FamilyOf { get; init; } = _ => Families.Plain;
}

/// <summary>The assemblies that domain types are rendered into.</summary>
public static class Families
{
    /// <summary>With the attributes of the libraries that are always there; the others refer to its messages.</summary>
    public const string Plain = "Wirelab.Types";
}
