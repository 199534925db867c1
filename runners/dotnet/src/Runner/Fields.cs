using Google.Protobuf.WellKnownTypes;
using static Google.Protobuf.WellKnownTypes.Value;

namespace Wirelab.Runner;

/// <summary>The fields of a JSON object, read by their types; one that is missing or wrong is a fault of the request.</summary>
public sealed class Fields(Struct read, string path)
{
    public string Text(string name) => OptionalText(name) ?? throw Missing(name);

    public string? OptionalText(string name) =>
        Find(name) is not { } value ? null : value.KindCase == KindOneofCase.StringValue ? value.StringValue : throw Wrong(name, "no text");

    public string OneOf(string name, params ReadOnlySpan<string> values)
    {
        var text = Text(name);
        return values.Contains(text) ? text : throw Wrong(name, $"'{text}'");
    }

    public long Count(string name, long least) => OptionalCount(name, least) ?? throw Missing(name);

    public long? OptionalCount(string name, long least)
    {
        if (Find(name) is not { } value)
        {
            return null;
        }
        var number = value.KindCase == KindOneofCase.NumberValue ? value.NumberValue : double.NaN;
        return double.IsInteger(number) && number >= least && number <= 1L << 62
            ? (long)number
            : throw Wrong(name, $"no whole number from {least} on");
    }

    public double? AboveZero(string name) =>
        Find(name) is not { } value ? null
        : value.KindCase == KindOneofCase.NumberValue && value.NumberValue > 0 ? value.NumberValue
        : throw Wrong(name, "no number above 0");

    public Fields Inner(string name) => OptionalInner(name) ?? throw Missing(name);

    public Fields? OptionalInner(string name) =>
        Find(name) is not { } value ? null
        : value.KindCase == KindOneofCase.StructValue ? new Fields(value.StructValue, $"{path}.{name}")
        : throw Wrong(name, "no object");

    /// <summary>A list of texts with something in it.</summary>
    public string[] Texts(string name)
    {
        var value = Find(name) ?? throw Missing(name);
        return value.KindCase == KindOneofCase.ListValue
            && value.ListValue.Values.Count > 0
            && value.ListValue.Values.All(each => each.KindCase == KindOneofCase.StringValue)
            ? [.. value.ListValue.Values.Select(each => each.StringValue)]
            : throw Wrong(name, "no list of texts");
    }

    /// <summary>This object, all of whose values are texts.</summary>
    public Dictionary<string, string> AsTexts() => read.Fields.Keys.ToDictionary(name => name, Text);

    private Value? Find(string name) =>
        read.Fields.TryGetValue(name, out var value) && value.KindCase != KindOneofCase.NullValue ? value : null;

    private FaultException Missing(string name) => new(Whose.Request, $"{path}.{name} is missing");

    private FaultException Wrong(string name, string what) => new(Whose.Request, $"{path}.{name} is {what}");
}
