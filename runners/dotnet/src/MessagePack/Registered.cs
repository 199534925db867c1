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
            Notes = "Its manual recommends numbers as keys, which make an object an array; an absent field is nil there, and with names as well: "
                + "it has no option to leave one out. With names: objects without attributes but for unions, by the contractless resolver. "
                + "A DateTimeOffset is an array of a timestamp and the offset in minutes.",
        },
        (_, parameters) => type => type.Accept(new Maker(
            parameters["keys"] == "names" ? ContractlessStandardResolver.Options : MessagePackSerializerOptions.Standard)))
    {
        FamilyOf = parameters => parameters["keys"] == "names" ? $"{Families.Plain}.Contractless" : $"{Families.Plain}.MessagePack",
        Documentation = "https://github.com/MessagePack-CSharp/MessagePack-CSharp#readme",
        Parameters =
        [
            new("keys", ["numbers", "names"], "numbers", "attributes with numbers, or contractless with names")
            {
                Changes = new Dictionary<string, object?>
                {
                    ["names"] = new Dictionary<string, object?> { ["input"] = "object with properties", ["evolution"] = "names" },
                },
            },
        ],
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
