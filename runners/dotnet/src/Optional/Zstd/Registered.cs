namespace Wirelab.Runner.Libraries;

/// <summary>Zstandard by ZstdSharp, zstd's own sources in C#: a context each way, which is kept, and a dictionary in it.</summary>
public static class Registered
{
    public static IReadOnlyList<Compressor> Compressors { get; } =
        [Named("zstd"), Named("zstd-dictionary")];

    private static Compressor Named(string name) =>
        new(name, Compressing, Decompressing) { Version = Optionals.VersionOf(typeof(Registered)) };

    private static Func<byte[], byte[]> Compressing(int level, byte[] dictionary)
    {
        var compressor = new ZstdSharp.Compressor(level);
        compressor.LoadDictionary(dictionary);
        return data => compressor.Wrap(data).ToArray();
    }

    private static Func<byte[], byte[]> Decompressing(byte[] dictionary)
    {
        var decompressor = new ZstdSharp.Decompressor();
        decompressor.LoadDictionary(dictionary);
        return data => decompressor.Unwrap(data).ToArray();
    }
}
