using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Bson;
using Newtonsoft.Json.Converters;
using Newtonsoft.Json.Serialization;

namespace Wirelab.Runner.Libraries;

/// <summary>JSON by Newtonsoft.Json.</summary>
public static class NewtonsoftJson
{
    public static Codec Codec { get; } = new(
        "newtonsoft-json",
        "JSON",
        "Newtonsoft.Json",
        Codecs.VersionOf("Newtonsoft.Json"),
        new Contract("object with properties", "text", false, "names")
        {
            HumanReadable = true,
            Notes = "One serializer for the process, names in camel case, enums as text, a union's member with the name of its class; through a writer and a reader of UTF-8, as its manual asks for.",
        },
        (_, _) => NewtonsoftCoders.Open(
            stream => new JsonTextWriter(new StreamWriter(stream, new UTF8Encoding(false))),
            stream => new JsonTextReader(new StreamReader(stream, Encoding.UTF8))));
}

/// <summary>BSON by Newtonsoft.Json.Bson.</summary>
public static class NewtonsoftBson
{
    public static Codec Codec { get; } = new(
        "bson-newtonsoft",
        "BSON",
        "Newtonsoft.Json.Bson",
        Codecs.VersionOf("Newtonsoft.Json.Bson"),
        new Contract("object with properties", "stream", false, "names")
        {
            Notes = "As newtonsoft-json, with the writer and reader of BSON.",
        },
        (_, _) => NewtonsoftCoders.Open(stream => new BsonDataWriter(stream), stream => new BsonDataReader(stream)));
}

/// <summary>What both formats of the library share.</summary>
internal static class NewtonsoftCoders
{
    public static Func<PayloadType, Coder> Open(Func<Stream, JsonWriter> writer, Func<Stream, JsonReader> reader)
    {
        var serializer = JsonSerializer.Create(new JsonSerializerSettings
        {
            ContractResolver = new DefaultContractResolver { NamingStrategy = new CamelCaseNamingStrategy() },
            Converters = { new StringEnumConverter() },
            TypeNameHandling = TypeNameHandling.Auto, // the library's own way to tell a union's members apart
        });
        return type => type.Accept(new Maker(serializer, writer, reader));
    }

    private sealed class Maker(JsonSerializer serializer, Func<Stream, JsonWriter> writer, Func<Stream, JsonReader> reader) : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, Google.Protobuf.IMessage<TMessage> => new StreamCoder<TDomain>(serializer, writer, reader);
    }

    private sealed class StreamCoder<T>(JsonSerializer serializer, Func<Stream, JsonWriter> open, Func<Stream, JsonReader> openReader) : Coder
        where T : class
    {
        public override byte[] Serialize(object x)
        {
            var stream = new MemoryStream();
            using (var writer = open(stream))
            {
                serializer.Serialize(writer, x, typeof(T));
            }
            return stream.ToArray();
        }

        public override object Deserialize(byte[] data)
        {
            using var reader = openReader(new MemoryStream(data));
            return serializer.Deserialize<T>(reader) ?? throw new JsonSerializationException("nothing is no object of the workload");
        }
    }
}
