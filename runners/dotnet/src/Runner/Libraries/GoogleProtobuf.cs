using Google.Protobuf;

namespace Wirelab.Runner.Libraries;

/// <summary>Protocol Buffers by Google's library, with conversion.</summary>
public static class GoogleProtobuf
{
    public static Codec Codec { get; } = new("google-protobuf", Codecs.VersionOf("Google.Protobuf"), (_, _) => new Maker());

    private sealed class Maker : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> => new MessageCoder<TDomain, TMessage>(type);
    }

    private sealed class MessageCoder<TDomain, TMessage>(PayloadType<TDomain, TMessage> type) : ConvertingCoder
        where TDomain : class
        where TMessage : class, IMessage<TMessage>
    {
        public override byte[] Serialize(object x) => type.ToMessage((TDomain)x).ToByteArray();

        public override object Deserialize(byte[] data) => type.ToDomain(type.Parser.ParseFrom(data));

        public override object Build(object x) => type.ToMessage((TDomain)x);

        public override byte[] Write(object message) => ((TMessage)message).ToByteArray();

        public override object Parse(byte[] data) => type.Parser.ParseFrom(data);

        public override object Unbuild(object message) => type.ToDomain((TMessage)message);
    }
}
