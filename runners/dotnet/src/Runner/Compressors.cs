using System.IO.Compression;

namespace Wirelab.Runner;

/// <summary>A compressor as it is registered: a stream for each call, with the level, and one for the way back.</summary>
public sealed record Compressor(string Name, Func<Stream, int, Stream> Compressing, Func<Stream, Stream> Decompressing)
{
    private const string BrotliHere = "Brotli is no part of .NET's runtime for WebAssembly";

    private static readonly IReadOnlyList<Compressor> Known =
    [
        new("gzip",
            (to, level) => new GZipStream(to, ZLib(level), leaveOpen: true),
            from => new GZipStream(from, CompressionMode.Decompress)),
        new("brotli",
            (to, level) => new BrotliStream(to, new BrotliCompressionOptions { Quality = level }, leaveOpen: true),
            from => new BrotliStream(from, CompressionMode.Decompress)) { WhyMissing = OperatingSystem.IsBrowser() ? BrotliHere : null },
        new("zlib",
            (to, level) => new ZLibStream(to, ZLib(level), leaveOpen: true),
            from => new ZLibStream(from, CompressionMode.Decompress)),
    ];

    /// <summary>Those that work here.</summary>
    public static Dictionary<string, Compressor> Available() =>
        Known.Where(one => one.WhyMissing is null).Concat(Optionals.All<Compressor>()).ToDictionary(one => one.Name);

    /// <summary>Why the others do not.</summary>
    public static Dictionary<string, string> Unavailable { get; } =
        Known.Where(one => one.WhyMissing is not null).ToDictionary(one => one.Name, one => one.WhyMissing!);

    public string Version { get; init; } = Environment.Version.ToString();

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
