using System.Reflection;
using Wirelab.Runner;
using Wirelab.Runner.Libraries;

// Speaks the protocol on stdin and stdout. The types of a workload are part of the program; the argument is the folder of the
// runner's own assemblies.
var session = new Session(new NativeHost(args[0]));
await Lines.Converse(line => Task.FromResult(session.Answer(line)));

/// <summary>A program that was compiled ahead of time: all that there is was linked into it.</summary>
internal sealed class NativeHost(string home) : ProcessHost(types: home, home)
{
    private const string Why = "unavailable ";

    public override IReadOnlyDictionary<string, string> Unavailable { get; } = typeof(NativeHost).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .Where(one => one.Key.StartsWith(Why, StringComparison.Ordinal))
        .ToDictionary(one => one.Key[Why.Length..], one => one.Value!);

    public override IReadOnlyList<Codec> Codecs => [SystemTextJson.Codec, GoogleProtobuf.Codec, GoogleProtobufJson.Codec];

    protected override string Compilation => "ahead of time (Native AOT), without tiers";

    public override Assembly? Load(string name)
    {
        try
        {
            return Assembly.Load(name);
        }
        catch (FileNotFoundException)
        {
            return null;
        }
    }
}
