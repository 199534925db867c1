using System.Buffers;
using MessagePack;
using MessagePack.Resolvers;

namespace Wirelab.Runner.Libraries;

/// <summary>MessagePack for C#: with keys that are numbers over types with its attributes, or with names over plain ones.</summary>
internal static class MessagePackCodec
{
    public static Codec Of(string name, string families, Type registered) => new(name, Optionals.VersionOf(registered), (_, parameters) => new Maker(parameters))
    {
        FamilyOf = parameters => $"{families}.{(parameters["keys"] == "names" ? "Names" : "Numbers")}",
    };

    private static MessagePackSerializerOptions Options(IReadOnlyDictionary<string, string> parameters)
    {
        var options = parameters["keys"] == "names" ? ContractlessStandardResolver.Options : MessagePackSerializerOptions.Standard;
        return options
            .WithCompression(parameters["compression"] == "lz4" ? MessagePackCompression.Lz4BlockArray : MessagePackCompression.None)
            .WithSecurity(parameters["security"] == "untrusted" ? MessagePackSecurity.UntrustedData : MessagePackSecurity.TrustedData);
    }

    private sealed class Maker(IReadOnlyDictionary<string, string> parameters) : ICoderMaker
    {
        private readonly MessagePackSerializerOptions options = Options(parameters);

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, Google.Protobuf.IMessage<TMessage> =>
            parameters["output"] == "buffer" ? new BufferCoder<TDomain>(options) : new ArrayCoder<TDomain>(options);
    }

    private sealed class ArrayCoder<T>(MessagePackSerializerOptions options) : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => MessagePackSerializer.Serialize((T)x, options);

        public override object Deserialize(byte[] data) => Read<T>(data, options);
    }

    private sealed class BufferCoder<T>(MessagePackSerializerOptions options) : BufferedCoder
        where T : class
    {
        protected override void Serialize(object x, ArrayBufferWriter<byte> into) => MessagePackSerializer.Serialize(into, (T)x, options);

        public override object Deserialize(byte[] data) => Read<T>(data, options);
    }

    private static T Read<T>(byte[] data, MessagePackSerializerOptions options)
        where T : class =>
        MessagePackSerializer.Deserialize<T>(data, options) ?? throw new MessagePackSerializationException("nil is no object of the workload");
}
