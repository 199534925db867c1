using Google.Protobuf;

namespace Wirelab.Runner.Libraries;

/// <summary>Protocol Buffers by Google's library, with conversion.</summary>
public static class GoogleProtobuf
{
    public static Codec Codec { get; } = new(
        "google-protobuf",
        "Protocol Buffers",
        "Google.Protobuf",
        Codecs.VersionOf("Google.Protobuf"),
        new Contract("object with properties", "bytes", true, "numbers")
        {
            NeedsSchema = true,
        },
        (_, _) => type => type.Accept(new Maker()))
    {
        Documentation = "https://protobuf.dev/reference/csharp/csharp-generated/",
        OperationNames = Operations.Converting,
        NeverCold = "the runner reads requests and corpora by this library, so that it is loaded before",
    };

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
