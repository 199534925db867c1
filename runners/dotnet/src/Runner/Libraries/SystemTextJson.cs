using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Wirelab.Runner.Libraries;

/// <summary>JSON by System.Text.Json, with metadata from its source generator or by reflection.</summary>
public static class SystemTextJson
{
    public static Codec Codec { get; } = new(
        "system-text-json",
        "JSON",
        "System.Text.Json",
        Environment.Version.ToString(),
        new Contract("object with properties", "bytes", false, "names")
        {
            HumanReadable = true,
            Notes = "One set of options for the process, names in camel case, enums as text, BigInteger by a converter of ours (there is none).",
        },
        Open)
    {
        Parameters = [new("metadata", ["generated", "reflection"], "generated", "from the source generator, or by reflection")],
    };

    private static Func<PayloadType, Coder> Open(ITypes types, IReadOnlyDictionary<string, string> parameters)
    {
        // Rendered beside the types, so that the library's generator sees them.
        var context = types.GetType().Assembly.GetType("Wirelab.Rendered.JsonContext", throwOnError: true)!;
        var generated = (JsonSerializerContext)context.GetProperty("Default", BindingFlags.Public | BindingFlags.Static)!.GetValue(null)!;
        var options = parameters["metadata"] == "generated"
            ? generated.Options
            : new JsonSerializerOptions
            {
                PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
                Converters = { new BigIntegerConverter() },
                TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
            };
        return type => type.Accept(new Maker(options));
    }

    private sealed class Maker(JsonSerializerOptions options) : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, Google.Protobuf.IMessage<TMessage> =>
            new JsonCoder<TDomain>((JsonTypeInfo<TDomain>)options.GetTypeInfo(typeof(TDomain)));
    }

    private sealed class JsonCoder<T>(JsonTypeInfo<T> type) : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => JsonSerializer.SerializeToUtf8Bytes((T)x, type);

        public override object Deserialize(byte[] data) =>
            JsonSerializer.Deserialize(data, type) ?? throw new JsonException("null is no object of the workload");
    }
}

/// <summary>Integers of any size as JSON numbers.</summary>
public sealed class BigIntegerConverter : JsonConverter<BigInteger>
{
    public override BigInteger Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.Number)
        {
            throw new JsonException($"a {reader.TokenType} is no integer");
        }
        using var number = JsonDocument.ParseValue(ref reader);
        return BigInteger.Parse(number.RootElement.GetRawText(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
    }

    public override void Write(Utf8JsonWriter writer, BigInteger value, JsonSerializerOptions options) =>
        writer.WriteRawValue(value.ToString(CultureInfo.InvariantCulture), skipInputValidation: true);
}
