using Google.Protobuf;
using MessagePack;
using MessagePack.Resolvers;

namespace Wirelab.Runner.Libraries;

/// <summary>MessagePack for C#: with keys that are numbers over types with its attributes, or with names over plain ones.</summary>
public static class Registered
{
    public static Codec Codec { get; } = new(
        "messagepack",
        "MessagePack",
        "MessagePack-CSharp",
        Codecs.VersionOf("MessagePack", typeof(Registered).Assembly),
        new Contract("object with MessagePack's attributes", "bytes", false, "numbers")
        {
            UnsafeMemory = true,
            Notes = "Numbers as keys make an object an array. With names as keys: objects without attributes but for unions, by the contractless resolver.",
        },
        (_, parameters) => type => type.Accept(new Maker(
            parameters["keys"] == "names" ? ContractlessStandardResolver.Options : MessagePackSerializerOptions.Standard)))
    {
        FamilyOf = parameters => parameters["keys"] == "names" ? $"{Families.Plain}.Contractless" : $"{Families.Plain}.MessagePack",
        Parameters = [new("keys", ["numbers", "names"], "numbers", "attributes with numbers, or contractless with names")],
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
