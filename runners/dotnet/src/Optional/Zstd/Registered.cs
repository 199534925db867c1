namespace Wirelab.Runner.Libraries;

/// <summary>Zstandard by ZstdSharp, zstd's own sources in C#: a context each way, which is kept.</summary>
public static class Registered
{
    public static IReadOnlyList<Compressor> Compressors { get; } =
        [new("zstd", Compressing, Decompressing) { Version = Optionals.VersionOf(typeof(Registered)) }];

    private static Func<byte[], byte[]> Compressing(int level)
    {
        var compressor = new ZstdSharp.Compressor(level);
        return data => compressor.Wrap(data).ToArray();
    }

    private static Func<byte[], byte[]> Decompressing()
    {
        var decompressor = new ZstdSharp.Decompressor();
        return data => decompressor.Unwrap(data).ToArray();
    }
}
