using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Wirelab.Runner.Libraries;

/// <summary>JSON by System.Text.Json, with metadata from its source generator or by reflection.</summary>
public static class SystemTextJson
{
    public static Codec Codec { get; } = new("system-text-json", Environment.Version.ToString(), Open) { FamilyOf = _ => Families.Json };

    private static Maker Open(ITypes types, IReadOnlyDictionary<string, string> parameters)
    {
        var written = parameters["nulls"] == "written";
        var options = parameters["metadata"] == "generated" ? Generated(types, written ? "JsonContextWithNulls" : "JsonContext") : Reflection(written);
        if (parameters["escaping"] == "relaxed")
        {
            options = new JsonSerializerOptions(options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        }
        return new Maker(options, parameters["output"]);
    }

    /// <summary>Those of a context that is rendered beside the types, so that the library's generator sees them.</summary>
    private static JsonSerializerOptions Generated(ITypes types, string name)
    {
        var context = types.GetType().Assembly.GetType($"Wirelab.Rendered.{name}", throwOnError: true)!;
        return ((JsonSerializerContext)context.GetProperty("Default", BindingFlags.Public | BindingFlags.Static)!.GetValue(null)!).Options;
    }

    private static JsonSerializerOptions Reflection(bool written) => new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        DefaultIgnoreCondition = written ? JsonIgnoreCondition.Never : JsonIgnoreCondition.WhenWritingNull,
        Converters = { new BigIntegerConverter(), new InstantConverter() },
        TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
    };

    private sealed class Maker(JsonSerializerOptions options, string output) : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, Google.Protobuf.IMessage<TMessage>
        {
            var info = (JsonTypeInfo<TDomain>)options.GetTypeInfo(typeof(TDomain));
            return output switch
            {
                "buffer" => new BufferCoder<TDomain>(info),
                "text" => new TextCoder<TDomain>(info),
                _ => new ArrayCoder<TDomain>(info),
            };
        }
    }

    private sealed class ArrayCoder<T>(JsonTypeInfo<T> type) : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => JsonSerializer.SerializeToUtf8Bytes((T)x, type);

        public override object Deserialize(byte[] data) => JsonSerializer.Deserialize(data, type) ?? throw Nothing();
    }

    [SuppressMessage("Design", "CA1001", Justification = "Its writer lives as long as the codec is open, and holds nothing.")]
    private sealed class BufferCoder<T>(JsonTypeInfo<T> type) : BufferedCoder
        where T : class
    {
        // The serializer writes what is well-formed: its own writers skip that check as well.
        private readonly Utf8JsonWriter writer = new(Stream.Null, new JsonWriterOptions { Encoder = type.Options.Encoder, SkipValidation = true });

        public override object Deserialize(byte[] data) => JsonSerializer.Deserialize(data, type) ?? throw Nothing();

        protected override void Serialize(object x, ArrayBufferWriter<byte> into)
        {
            writer.Reset(into);
            JsonSerializer.Serialize(writer, (T)x, type);
        }
    }

    /// <summary>Text as .NET holds it, in UTF-16.</summary>
    private sealed class TextCoder<T>(JsonTypeInfo<T> type) : OtherwiseCoder
        where T : class
    {
        public override object Written(object x) => JsonSerializer.Serialize((T)x, type);

        public override object Deserialize(byte[] data) => JsonSerializer.Deserialize(MemoryMarshal.Cast<byte, char>(data), type) ?? throw Nothing();
    }

    private static JsonException Nothing() => new("null is no object of the workload");
}

/// <summary>Integers of any size as decimal text.</summary>
public sealed class BigIntegerConverter : JsonConverter<BigInteger>
{
    public override BigInteger Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        BigInteger.TryParse(reader.GetString(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
            ? value
            : throw new JsonException("a string that is no integer");

    public override void Write(Utf8JsonWriter writer, BigInteger value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.ToString(CultureInfo.InvariantCulture));
}

/// <summary>Instants as other runtimes write them.</summary>
public sealed class InstantConverter : JsonConverter<DateTimeOffset>
{
    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.GetDateTimeOffset();

    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options)
    {
        Span<byte> text = stackalloc byte[InstantText.Most];
        writer.WriteStringValue(text[..InstantText.Write(value, text)]);
    }
}
