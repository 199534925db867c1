using System.Formats.Cbor;
using System.Globalization;
using System.Numerics;

namespace Wirelab.Runner.Libraries;

/// <summary>Values that CBOR has tags for, and those that all runtimes write alike (docs/codecs.md).</summary>
public static class CborValues
{
    private const CborTag Uuid = (CborTag)37;

    public static void Write(CborWriter writer, Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        value.TryWriteBytes(bytes, bigEndian: true, out _);
        writer.WriteTag(Uuid);
        writer.WriteByteString(bytes);
    }

    public static void Write(CborWriter writer, DateTimeOffset value)
    {
        writer.WriteTag(CborTag.DateTimeString);
        writer.WriteTextString(InstantText.Of(value));
    }

    public static void Write(CborWriter writer, DateOnly value) => writer.WriteTextString(value.ToString("O", CultureInfo.InvariantCulture));

    /// <summary>An integer if it is of 64 bits, else a bignum.</summary>
    public static void Write(CborWriter writer, BigInteger value)
    {
        if (value.Sign >= 0 && value <= ulong.MaxValue)
        {
            writer.WriteUInt64((ulong)value);
        }
        else if (value.Sign < 0 && -1 - value <= ulong.MaxValue)
        {
            writer.WriteCborNegativeIntegerRepresentation((ulong)(-1 - value));
        }
        else
        {
            writer.WriteBigInteger(value);
        }
    }

    /// <summary>A number that may have a fraction: an integer where it has none.</summary>
    public static void WriteNumber(CborWriter writer, double value)
    {
        if (Math.Abs(value) < 9223372036854775808.0 && value == (long)value)
        {
            writer.WriteInt64((long)value);
        }
        else
        {
            writer.WriteDouble(value);
        }
    }

    /// <summary>The keys of a map.</summary>
    public static HashSet<string> Keys(ReadOnlyMemory<byte> map)
    {
        var keys = new HashSet<string>();
        var reader = new CborReader(map, CborConformanceMode.Lax);
        for (reader.ReadStartMap(); reader.PeekState() != CborReaderState.EndMap;)
        {
            keys.Add(reader.ReadTextString());
            reader.SkipValue();
        }
        return keys;
    }

    public static Guid ReadUuid(CborReader reader)
    {
        Span<byte> bytes = stackalloc byte[16];
        if (reader.ReadTag() != Uuid || !reader.TryReadByteString(bytes, out var length) || length != bytes.Length)
        {
            throw new CborContentException("no UUID: 16 bytes under tag 37");
        }
        return new Guid(bytes, bigEndian: true);
    }

    /// <summary>A number with a fraction; others write those without one as integers.</summary>
    public static double ReadNumber(CborReader reader) => reader.PeekState() switch
    {
        CborReaderState.UnsignedInteger => reader.ReadUInt64(),
        CborReaderState.NegativeInteger => reader.ReadInt64(),
        _ => reader.ReadDouble(),
    };

    public static DateTimeOffset ReadInstant(CborReader reader) => reader.ReadDateTimeOffset();

    public static DateOnly ReadDate(CborReader reader) => DateOnly.ParseExact(reader.ReadTextString(), "O", CultureInfo.InvariantCulture);

    public static BigInteger ReadBigInteger(CborReader reader) => reader.PeekState() switch
    {
        CborReaderState.UnsignedInteger => reader.ReadUInt64(),
        CborReaderState.NegativeInteger => -1 - (BigInteger)reader.ReadCborNegativeIntegerRepresentation(),
        _ => reader.ReadBigInteger(),
    };
}
