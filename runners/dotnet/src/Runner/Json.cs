using System.Collections;
using System.Globalization;
using System.Web;
using Google.Protobuf.WellKnownTypes;

namespace Wirelab.Runner;

/// <summary>
/// The protocol's own JSON. Both libraries for JSON are under test, so it is read by protobuf's (its class for any JSON
/// object), and written here.
/// </summary>
public static class Json
{
    public static Request Parse(string line) => new(Struct.Parser.ParseJson(line).Fields);

    /// <summary>A line without its end; values are null, texts, numbers, texts by name, and lists of numbers.</summary>
    public static string Answer(string type, params IEnumerable<(string Name, object? Value)> fields) =>
        Joined('{', fields.Prepend(("type", type)).Select(one => $"\"{one.Name}\":{Write(one.Value)}"), '}');

    private static string Write(object? value) =>
        value switch
        {
            null => "null",
            string text => HttpUtility.JavaScriptStringEncode(text, addDoubleQuotes: true),
            IReadOnlyDictionary<string, string> named => Joined('{', named.Select(one => $"{Write(one.Key)}:{Write(one.Value)}"), '}'),
            IEnumerable items => Joined('[', items.Cast<object?>().Select(Write), ']'),
            _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
        };

    private static string Joined(char open, IEnumerable<string> items, char close) => $"{open}{string.Join(',', items)}{close}";
}

/// <summary>A request's fields.</summary>
public sealed class Request(IDictionary<string, Value> fields)
{
    public string Text(string name) => fields[name].StringValue;

    /// <summary>Null where the field is missing or null.</summary>
    public string? OptionalText(string name) => Given(name)?.StringValue;

    public long Number(string name) => (long)fields[name].NumberValue;

    public long? OptionalNumber(string name) => (long?)Given(name)?.NumberValue;

    public bool IsTrue(string name) => Given(name)?.BoolValue ?? false;

    public string[] Texts(string name) => [.. fields[name].ListValue.Values.Select(one => one.StringValue)];

    public Dictionary<string, string> Named(string name) =>
        fields[name].StructValue.Fields.ToDictionary(one => one.Key, one => one.Value.StringValue);

    private Value? Given(string name) =>
        fields.TryGetValue(name, out var value) && value.KindCase != Value.KindOneofCase.NullValue ? value : null;
}
