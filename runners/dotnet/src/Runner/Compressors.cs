using System.IO.Compression;

namespace Wirelab.Runner;

/// <summary>A compressor as it is registered.</summary>
/// <param name="Name">Its key in `codecs.toml`.</param>
/// <param name="Compressing">Sets it up for a level and a dictionary, which is empty where it takes none: gives the function that compresses.</param>
/// <param name="Decompressing">Sets up the way back, with the dictionary.</param>
public sealed record Compressor(string Name, Func<int, byte[], Func<byte[], byte[]>> Compressing, Func<byte[], Func<byte[], byte[]>> Decompressing)
{
    private static readonly IReadOnlyList<Compressor> Known =
    [
        OfStreams(
            "gzip",
            (to, level) => new GZipStream(to, ZLib(level), leaveOpen: true),
            from => new GZipStream(from, CompressionMode.Decompress)),
        OfStreams(
            "brotli",
            (to, level) => new BrotliStream(to, new BrotliCompressionOptions { Quality = level }, leaveOpen: true),
            from => new BrotliStream(from, CompressionMode.Decompress)),
        OfStreams(
            "zlib",
            (to, level) => new ZLibStream(to, ZLib(level), leaveOpen: true),
            from => new ZLibStream(from, CompressionMode.Decompress)),
    ];

    /// <summary>Of its library.</summary>
    public string Version { get; init; } = Environment.Version.ToString();

    /// <summary>Those that work here.</summary>
    public static Dictionary<string, Compressor> Available(Host host) =>
        Known.Concat(Optionals.All<Compressor>(host)).Where(one => !host.Unavailable.ContainsKey(one.Name)).ToDictionary(one => one.Name);

    /// <summary>One that is streams: a stream for each call.</summary>
    private static Compressor OfStreams(string name, Func<Stream, int, Stream> compressing, Func<Stream, Stream> decompressing) => new(
        name,
        (level, _) => data =>
        {
            var compressed = new MemoryStream();
            using (var stream = compressing(compressed, level))
            {
                stream.Write(data);
            }
            return compressed.ToArray();
        },
        _ => data =>
        {
            var plain = new MemoryStream();
            using (var stream = decompressing(new MemoryStream(data)))
            {
                stream.CopyTo(plain);
            }
            return plain.ToArray();
        });

    private static ZLibCompressionOptions ZLib(int level) => new() { CompressionLevel = level };
}
