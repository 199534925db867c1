using System.Globalization;
using System.Text;

namespace Wirelab.Runner.Libraries;

/// <summary>Instants as RFC 3339 writes them, in UTC: without a fraction where there is none, else with three digits.</summary>
public static class InstantText
{
    /// <summary>How long the text is before it is cut to what it needs.</summary>
    public const int Most = 28;

    private const int WithoutFraction = 19;
    private const int WithMilliseconds = 23;

    public static string Of(DateTimeOffset value)
    {
        Span<byte> text = stackalloc byte[Most];
        return Encoding.ASCII.GetString(text[..Write(value, text)]);
    }

    /// <summary>Gives the length.</summary>
    public static int Write(DateTimeOffset value, Span<byte> text)
    {
        value.UtcDateTime.TryFormat(text, out _, "O", CultureInfo.InvariantCulture);
        var end = value.Ticks % TimeSpan.TicksPerSecond == 0 ? WithoutFraction : WithMilliseconds;
        text[end] = (byte)'Z';
        return end + 1;
    }
}
