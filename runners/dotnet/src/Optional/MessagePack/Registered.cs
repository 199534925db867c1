using Google.Protobuf;
using MessagePack;
using MessagePack.Resolvers;

namespace Wirelab.Runner.Libraries;

/// <summary>MessagePack for C#: with keys that are numbers over types with its attributes, or with names over plain ones.</summary>
public static class Registered
{
    public static Codec Codec { get; } = new(
        "messagepack",
        Optionals.VersionOf(typeof(Registered)),
        (_, parameters) => new Maker(parameters["keys"] == "names" ? ContractlessStandardResolver.Options : MessagePackSerializerOptions.Standard))
    {
        FamilyOf = parameters => parameters["keys"] == "names" ? $"{Families.Plain}.Contractless" : $"{Families.Plain}.MessagePack",
    };

    private sealed class Maker(MessagePackSerializerOptions options) : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> => new MessagePackCoder<TDomain>(options);
    }

    private sealed class MessagePackCoder<T>(MessagePackSerializerOptions options) : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => MessagePackSerializer.Serialize((T)x, options);

        public override object Deserialize(byte[] data) =>
            MessagePackSerializer.Deserialize<T>(data, options) ?? throw new MessagePackSerializationException("nil is no object of the workload");
    }
}
