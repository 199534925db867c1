using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Bson;

namespace Wirelab.Runner.Libraries;

/// <summary>JSON by Newtonsoft.Json.</summary>
public static class NewtonsoftJson
{
    public static Codec Codec { get; } = new(
        "newtonsoft-json",
        Codecs.VersionOf("Newtonsoft.Json"),
        (types, parameters) =>
        {
            var resolver = new ByType { Converters = { new IntegerAsText(), new InstantAsText() } };
            var pool = new PooledChars();
            return parameters["buffers"] == "pooled"
                ? NewtonsoftCoders.Open(
                    types, parameters, resolver, to => new JsonTextWriter(Text(to)) { ArrayPool = pool }, from => new JsonTextReader(Read(from)) { ArrayPool = pool })
                : NewtonsoftCoders.Open(types, parameters, resolver, to => new JsonTextWriter(Text(to)), from => new JsonTextReader(Read(from)));
        })
    {
        FamilyOf = _ => Families.Json,
    };

    private static StreamWriter Text(Stream to) => new(to, new UTF8Encoding(false));

    private static StreamReader Read(Stream from) => new(from, Encoding.UTF8);
}

/// <summary>BSON by Newtonsoft.Json.Bson.</summary>
public static class NewtonsoftBson
{
    public static Codec Codec { get; } = new(
        "bson-newtonsoft",
        Codecs.VersionOf("Newtonsoft.Json.Bson"),
        (types, parameters) => NewtonsoftCoders.Open(
            types, parameters, new ByType(), stream => new BsonDataWriter(stream), stream => new BsonDataReader(stream)));
}

/// <summary>What both formats of the library share.</summary>
internal static class NewtonsoftCoders
{
    public static ICoderMaker Open(
        ITypes types, IReadOnlyDictionary<string, string> parameters, ByType resolver, Func<Stream, JsonWriter> writer, Func<Stream, JsonReader> reader)
    {
        var members = new BoundMembers(types);
        var serializer = JsonSerializer.Create(new JsonSerializerSettings
        {
            ContractResolver = resolver,
            NullValueHandling = parameters["nulls"] == "written" ? NullValueHandling.Include : NullValueHandling.Ignore,
            TypeNameHandling = members.Any ? TypeNameHandling.Auto : TypeNameHandling.None,
            SerializationBinder = members,
            // Text that a union holds would be taken for an instant where it looks like one.
            DateParseHandling = UnionMembers.AreBare(types) ? DateParseHandling.None : DateParseHandling.DateTime,
        });
        return new Maker(serializer, writer, reader);
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
