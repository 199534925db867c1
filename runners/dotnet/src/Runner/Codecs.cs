using System.Reflection;
using Wirelab.Runner.Libraries;

namespace Wirelab.Runner;

/// <summary>The codecs. Adding one: a file in Libraries and a line below, or a folder in `src/Optional`; and a table in `codecs.toml`.</summary>
public static class Codecs
{
    public static IReadOnlyList<Codec> Always =>
        [
            SystemTextJson.Codec, NewtonsoftJson.Codec, NewtonsoftBson.Codec, GoogleProtobuf.Codec, GoogleProtobufJson.Codec,
            XmlSerialization.Codec, .. DataContracts.Codecs,
        ];

    public static Dictionary<string, Codec> Available(Host host) => host.Codecs.Concat(Optionals.All<Codec>(host)).ToDictionary(codec => codec.Name);

    /// <summary>The version that a project of the runner references a package in.</summary>
    public static string VersionOf(string package) => Optionals.Metadata(typeof(Codecs)).First(one => one.Key == package).Value!;
}
