using System.Reflection;
using Wirelab.Runner.Libraries;

namespace Wirelab.Runner;

/// <summary>The codecs. Adding one: a file in Libraries, a line below, and a table in `codecs.toml`.</summary>
public static class Codecs
{
    private static readonly IReadOnlyList<Codec> Always =
        [SystemTextJson.Codec, NewtonsoftJson.Codec, NewtonsoftBson.Codec, GoogleProtobuf.Codec];

    /// <summary>Codecs whose package may be missing, with the assembly that its build makes.</summary>
    private static readonly IReadOnlyList<(string Name, string Assembly)> Optional =
        [("memorypack", "Wirelab.Runner.MemoryPack"), ("messagepack", "Wirelab.Runner.MessagePack")];

    public static Dictionary<string, Codec> Available() =>
        Always.Concat(Optional.Select(one => Host.Load(one.Assembly)).OfType<Assembly>().Select(Registered)).ToDictionary(codec => codec.Name);

    public static Dictionary<string, string> Unavailable(Host host) =>
        Optional.Where(one => Host.Load(one.Assembly) is null).ToDictionary(one => one.Name, one => host.WhyMissing(one.Assembly));

    /// <summary>The version that a project of the runner references a package in.</summary>
    public static string VersionOf(string package, Assembly? project = null) =>
        (project ?? typeof(Codecs).Assembly).GetCustomAttributes<AssemblyMetadataAttribute>().First(one => one.Key == package).Value!;

    private static Codec Registered(Assembly assembly) =>
        (Codec)assembly.GetType("Wirelab.Runner.Libraries.Registered", throwOnError: true)!.GetProperty("Codec")!.GetValue(null)!;
}
