using System.Globalization;
using System.Numerics;
using Google.Protobuf;

namespace Wirelab.Runner;

/// <summary>Between logical types and what stands in messages, for rendered conversions. Empty means absent.</summary>
public static class Logical
{
    private const string Iso = "yyyy-MM-dd";

    public static ByteString Wire(Guid x) => ByteString.CopyFrom(x.ToByteArray(bigEndian: true));

    public static long Wire(DateTimeOffset x) => x.ToUnixTimeMilliseconds();

    public static string Wire(DateOnly x) => x.ToString(Iso, CultureInfo.InvariantCulture);

    public static ByteString Wire(BigInteger x) => ByteString.CopyFrom(x.ToByteArray(isBigEndian: true));

    public static Guid? Uuid(ByteString wire) => wire.IsEmpty ? null : new Guid(wire.Span, bigEndian: true);

    public static DateTimeOffset Instant(long wire) => DateTimeOffset.FromUnixTimeMilliseconds(wire);

    public static DateTimeOffset Instant(ulong wire) => Instant(checked((long)wire));

    public static DateOnly? Date(string wire) =>
        wire.Length == 0 ? null : DateOnly.ParseExact(wire, Iso, CultureInfo.InvariantCulture);

    public static BigInteger? BigInteger(ByteString wire) =>
        wire.IsEmpty ? null : new BigInteger(wire.Span, isUnsigned: false, isBigEndian: true);

    /// <summary>Within lists and maps nothing may be absent.</summary>
    public static T Present<T>(T? value)
        where T : struct => value ?? throw new FormatException($"an empty {typeof(T).Name} within a list or map");

    /// <summary>What to throw at a number of a closed enum that has no name.</summary>
    public static FormatException Unnamed(string type, int number) => new($"{type} has no name for {number}");
}
