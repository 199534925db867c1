using Google.Protobuf;
using MemoryPack;

namespace Wirelab.Runner.Libraries;

/// <summary>MemoryPack, over types with its attributes.</summary>
public static class Registered
{
    public static Codec Codec { get; } = new("memorypack", Optionals.VersionOf(typeof(Registered)), (_, _) => new Maker())
    {
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
