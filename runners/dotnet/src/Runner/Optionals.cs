using System.Reflection;

namespace Wirelab.Runner;

/// <summary>
/// Codecs and compressors whose packages may be missing: each folder of `src/Optional` becomes an assembly, with a class
/// `Registered`, in a context of its own. So two versions of one library can be there at once.
/// </summary>
public static class Optionals
{
    private const string Registered = "Wirelab.Runner.Libraries.Registered";

    /// <summary>The folders, with the codecs and compressors of each.</summary>
    private static IReadOnlyDictionary<string, string[]> Parts { get; } =
        Metadata(typeof(Optionals)).Where(one => one.Key.StartsWith("part ", StringComparison.Ordinal)).ToDictionary(one => one.Key[5..], one => one.Value!.Split(' '));

    /// <summary>Those of a kind that were built.</summary>
    public static IEnumerable<T> All<T>(Host host) =>
        from part in Parts.Keys
        let assembly = host.Load(AssemblyOf(part))
        where assembly is not null
        from one in assembly.GetType(Registered, throwOnError: true)!.GetProperty($"{typeof(T).Name}s")?.GetValue(null) as IEnumerable<T> ?? []
        select one;

    /// <summary>Why the others were not.</summary>
    public static Dictionary<string, string> Unavailable(Host host) =>
        Parts.Where(part => host.Load(AssemblyOf(part.Key)) is null)
            .SelectMany(part => part.Value.Select(name => (name, Why: host.WhyMissing(AssemblyOf(part.Key)))))
            .ToDictionary(one => one.name, one => one.Why);

    /// <summary>The part that an assembly belongs to: the third word of its name, if there is such.</summary>
    public static string? PartOf(string assembly) => assembly.Split('.') is ["Wirelab", _, var part, ..] && Parts.ContainsKey(part) ? part : null;

    /// <summary>What is rendered for a workload's types beside them: the `Types` of a class of code.</summary>
    public static T CodeOf<T>(ITypes types, string name) =>
        (T)types.GetType().Assembly.GetType($"Wirelab.Rendered.{name}", throwOnError: true)!.GetProperty("Types")!.GetValue(null)!;

    /// <summary>The version of the package that a class's project references.</summary>
    public static string VersionOf(Type registered) => Metadata(registered).First(one => one.Key == "version").Value!;

    internal static IEnumerable<AssemblyMetadataAttribute> Metadata(Type type) => type.Assembly.GetCustomAttributes<AssemblyMetadataAttribute>();

    private static string AssemblyOf(string part) => $"Wirelab.Runner.{part}";
}
