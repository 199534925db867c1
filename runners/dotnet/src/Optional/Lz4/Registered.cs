using System.Buffers;
using K4os.Compression.LZ4;
using K4os.Compression.LZ4.Streams;

namespace Wirelab.Runner.Libraries;

/// <summary>LZ4's frames by K4os.Compression.LZ4, written in C#.</summary>
public static class Registered
{
    public static IReadOnlyList<Compressor> Compressors { get; } =
        [new("lz4", Compressing, _ => Decompress) { Version = Optionals.VersionOf(typeof(Registered)) }];

    private static Func<byte[], byte[]> Compressing(int level, byte[] _) => data =>
    {
        var compressed = new ArrayBufferWriter<byte>();
        LZ4Frame.Encode(data.AsSpan(), compressed, (LZ4Level)level);
        return compressed.WrittenSpan.ToArray();
    };

    private static byte[] Decompress(byte[] data)
    {
        var plain = new ArrayBufferWriter<byte>();
        LZ4Frame.Decode(data.AsSpan(), plain);
        return plain.WrittenSpan.ToArray();
    }
}
