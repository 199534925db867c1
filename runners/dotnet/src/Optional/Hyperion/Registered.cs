using Google.Protobuf;
using Hyperion;

namespace Wirelab.Runner.Libraries;

/// <summary>Hyperion, over plain objects.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
        [new("hyperion", Optionals.VersionOf(typeof(Registered)), (types, _) => new Maker(types))];

    /// <summary>One serializer for the process, which knows the domain's classes, so that numbers stand for their names. A session each
    /// call: one that is kept writes each type once, for a reader that sees all.</summary>
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
        public override byte[] Serialize(object x)
        {
            var stream = new MemoryStream();
            serializer.Serialize((T)x, stream);
            return stream.ToArray();
        }

        public override object Deserialize(byte[] data) => serializer.Deserialize<T>(new MemoryStream(data));
    }
}
