using System.Collections;
using System.Globalization;
using System.Text;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Wirelab.Runner;

/// <summary>
/// The protocol's own JSON. Both libraries for JSON are under test, so it is read by protobuf's (its class for any JSON
/// object), and written here.
/// </summary>
public static class Json
{
    private static readonly UTF8Encoding Strict = new(false, throwOnInvalidBytes: true);

    /// <summary>The object in a line, or a fault of the request.</summary>
    public static Struct Parse(byte[] line)
    {
        try
        {
            return Struct.Parser.ParseJson(Strict.GetString(line));
        }
        catch (Exception error) when (error is not OutOfMemoryException)
        {
            throw new FaultException(Whose.Request, $"a line is not a JSON object: {FaultException.Describe(error)}", error);
        }
    }

    /// <summary>Text, numbers, truth, null, dictionaries by name, and lists of those.</summary>
    public static string Write(object? value)
    {
        var text = new StringBuilder();
        Append(text, value);
        return text.ToString();
    }

    private static void Append(StringBuilder text, object? value)
    {
        switch (value)
        {
            case null:
                text.Append("null");
                break;
            case bool truth:
                text.Append(truth ? "true" : "false");
                break;
            case string words:
                AppendQuoted(text, words);
                break;
            case IReadOnlyDictionary<string, object?> named:
                AppendAll(text, '{', named, '}', pair =>
                {
                    AppendQuoted(text, pair.Key);
                    text.Append(':');
                    Append(text, pair.Value);
                });
                break;
            case IEnumerable items:
                AppendAll(text, '[', items.Cast<object?>(), ']', item => Append(text, item));
                break;
            default:
                text.Append(((IFormattable)value).ToString(null, CultureInfo.InvariantCulture));
                break;
        }
    }

    private static void AppendAll<T>(StringBuilder text, char open, IEnumerable<T> items, char close, Action<T> append)
    {
        text.Append(open);
        var first = true;
        foreach (var item in items)
        {
            if (!first)
            {
                text.Append(',');
            }
            first = false;
            append(item);
        }
        text.Append(close);
    }

    private static void AppendQuoted(StringBuilder text, string words)
    {
        text.Append('"');
        foreach (var letter in words)
        {
            if (letter is '"' or '\\')
            {
                text.Append('\\').Append(letter);
            }
            else if (letter < ' ' || char.IsSurrogate(letter))
            {
                text.Append(CultureInfo.InvariantCulture, $"\\u{(int)letter:x4}");
            }
            else
            {
                text.Append(letter);
            }
        }
        text.Append('"');
    }
}
