using Google.Protobuf;
using MemoryPack;

namespace Wirelab.Runner.Libraries;

/// <summary>MemoryPack, over types with its attributes.</summary>
public static class Registered
{
    public static Codec Codec { get; } = new(
        "memorypack",
        "MemoryPack",
        "MemoryPack",
        Codecs.VersionOf("MemoryPack", typeof(Registered).Assembly),
        new Contract("object with MemoryPack's attributes", "bytes", false, "none")
        {
            UnsafeMemory = true,
            Notes = "Members in order, as by default: GenerateType.Object.",
        },
        (_, _) => type => type.Accept(new Maker()))
    {
        Documentation = "https://github.com/Cysharp/MemoryPack#readme",
        FamilyOf = _ => $"{Families.Plain}.MemoryPack",
    };

    private sealed class Maker : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> => new MemoryPackCoder<TDomain>();
    }

    private sealed class MemoryPackCoder<T> : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => MemoryPackSerializer.Serialize((T)x);

        public override object Deserialize(byte[] data) =>
            MemoryPackSerializer.Deserialize<T>(data) ?? throw new MemoryPackSerializationException("null is no object of the workload");
    }
}
