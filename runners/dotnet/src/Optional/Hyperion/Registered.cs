using Google.Protobuf;
using Hyperion;

namespace Wirelab.Runner.Libraries;

/// <summary>Hyperion, over plain objects.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
        [new("hyperion", Optionals.VersionOf(typeof(Registered)), (types, _) => new Maker(types))];

    /// <summary>One serializer, with a session each way, for the process; it knows the domain's classes, so that their names are not written.</summary>
    private sealed class Maker(ITypes types) : ICoderMaker
    {
        private readonly Serializer serializer = new(SerializerOptions.Default.WithKnownTypes(UnionMembers.Classes(types)));

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> => new HyperionCoder<TDomain>(serializer);
    }

    private sealed class HyperionCoder<T>(Serializer serializer) : Coder
        where T : class
    {
        private readonly SerializerSession writing = serializer.GetSerializerSession();
        private readonly DeserializerSession reading = serializer.GetDeserializerSession();

        public override byte[] Serialize(object x)
        {
            var stream = new MemoryStream();
            serializer.Serialize((T)x, stream, writing);
            return stream.ToArray();
        }

        public override object Deserialize(byte[] data) => serializer.Deserialize<T>(new MemoryStream(data), reading);
    }
}
