using System.IO.Compression;

namespace Wirelab.Runner;

/// <summary>A compressor as it is registered; both functions take the level.</summary>
public sealed record Compressor(
    string Name,
    string Library,
    int MinLevel,
    int MaxLevel,
    int DefaultLevel,
    Func<Stream, int, Stream> Compressing,
    Func<Stream, Stream> Decompressing)
{
    private static readonly IReadOnlyList<Compressor> Known =
    [
        new("gzip", "System.IO.Compression, GZipStream, a stream a call", 0, 9, 6,
            (to, level) => new GZipStream(to, ZLib(level), leaveOpen: true),
            from => new GZipStream(from, CompressionMode.Decompress)),
        new("brotli", "System.IO.Compression, BrotliStream, a stream a call", 0, 11, 4,
            (to, level) => new BrotliStream(to, new BrotliCompressionOptions { Quality = level }, leaveOpen: true),
            from => new BrotliStream(from, CompressionMode.Decompress))
        {
            WhyMissing = OperatingSystem.IsBrowser() ? "Brotli is no part of .NET's runtime for WebAssembly" : null,
        },
        new("zlib", "System.IO.Compression, ZLibStream, a stream a call", 0, 9, 6,
            (to, level) => new ZLibStream(to, ZLib(level), leaveOpen: true),
            from => new ZLibStream(from, CompressionMode.Decompress)),
    ];

    /// <summary>Those that work here.</summary>
    public static IReadOnlyDictionary<string, Compressor> All { get; } =
        Known.Where(one => one.WhyMissing is null).ToDictionary(one => one.Name);

    public static IEnumerable<(string Name, string Reason)> Unavailable =>
        Known.Where(one => one.WhyMissing is not null).Select(one => (one.Name, one.WhyMissing!));

    /// <summary>Why it does not work here, or null.</summary>
    private string? WhyMissing { get; init; }

    public byte[] Compress(byte[] data, int level)
    {
        var compressed = new MemoryStream();
        using (var stream = Compressing(compressed, level))
        {
            stream.Write(data);
        }
        return compressed.ToArray();
    }

    public byte[] Decompress(byte[] data)
    {
        var plain = new MemoryStream();
        using (var stream = Decompressing(new MemoryStream(data)))
        {
            stream.CopyTo(plain);
        }
        return plain.ToArray();
    }

    private static ZLibCompressionOptions ZLib(int level) => new() { CompressionLevel = level };
}
