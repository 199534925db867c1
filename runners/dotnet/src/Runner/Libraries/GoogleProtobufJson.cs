using System.Text;
using Google.Protobuf;

namespace Wirelab.Runner.Libraries;

/// <summary>Protocol Buffers' JSON by Google's library, with conversion.</summary>
public static class GoogleProtobufJson
{
    public static Codec Codec { get; } = new("google-protobuf-json", Codecs.VersionOf("Google.Protobuf"), (_, _) => new Maker());

    private sealed class Maker : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> => new JsonCoder<TDomain, TMessage>(type);
    }

    private sealed class JsonCoder<TDomain, TMessage>(PayloadType<TDomain, TMessage> type) : ConvertingCoder
        where TDomain : class
        where TMessage : class, IMessage<TMessage>
    {
        public override byte[] Serialize(object x) => Written(type.ToMessage((TDomain)x));

        public override object Deserialize(byte[] data) => type.ToDomain(Parsed(data));

        public override object Build(object x) => type.ToMessage((TDomain)x);

        public override byte[] Write(object message) => Written((TMessage)message);

        public override object Parse(byte[] data) => Parsed(data);

        public override object Unbuild(object message) => type.ToDomain((TMessage)message);

        private static byte[] Written(TMessage message) => Encoding.UTF8.GetBytes(JsonFormatter.Default.Format(message));

        private TMessage Parsed(byte[] data) => type.Parser.ParseJson(Encoding.UTF8.GetString(data));
    }
}
