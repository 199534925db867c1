using ZstdSharp;

namespace Wirelab.Runner.Libraries;

/// <summary>Zstandard by ZstdSharp, zstd's own sources in C#.</summary>
public static class Registered
{
    public static Compressor Compressor { get; } = new(
        "zstd",
        (to, level) => new CompressionStream(to, level, leaveOpen: true),
        from => new DecompressionStream(from)) { Version = Optionals.VersionOf(typeof(Registered)) };
}
