using System.Reflection;

namespace Wirelab.Runner;

/// <summary>Codecs and compressors whose package may be missing: each folder of `src/Optional` becomes an assembly, with a class `Registered`.</summary>
public static class Optionals
{
    /// <summary>The folders, as they were when the runner was built.</summary>
    private static IEnumerable<string> Names => Metadata(typeof(Optionals)).Where(one => one.Value == "optional").Select(one => one.Key).Order(StringComparer.Ordinal);

    /// <summary>Those of a kind that were built.</summary>
    public static IEnumerable<T> All<T>() =>
        from name in Names
        let assembly = Host.Load(AssemblyOf(name))
        where assembly is not null
        let property = assembly.GetType("Wirelab.Runner.Libraries.Registered", throwOnError: true)!.GetProperty(typeof(T).Name)
        where property is not null
        select (T)property.GetValue(null)!;

    /// <summary>Why the others were not. A folder has the name of its codec or compressor, but for upper case.</summary>
    public static Dictionary<string, string> Unavailable(Host host) =>
        Names.Where(name => Host.Load(AssemblyOf(name)) is null).ToDictionary(name => name.ToLowerInvariant(), name => host.WhyMissing(AssemblyOf(name)));

    /// <summary>The version of the package that a class's project references.</summary>
    public static string VersionOf(Type registered) => Metadata(registered).First(one => one.Key == "version").Value!;

    internal static IEnumerable<AssemblyMetadataAttribute> Metadata(Type type) => type.Assembly.GetCustomAttributes<AssemblyMetadataAttribute>();

    private static string AssemblyOf(string name) => $"Wirelab.Runner.{name}";
}
