using System.Buffers;
using Google.Protobuf;
using MemoryPack;

namespace Wirelab.Runner.Libraries;

/// <summary>MemoryPack, over types with its attributes.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
    [
        new("memorypack", Optionals.VersionOf(typeof(Registered)), (_, parameters) => new Maker(parameters))
        {
            FamilyOf = parameters => parameters["layout"] == "tolerant" ? "Wirelab.Types.MemoryPack.Tolerant" : "Wirelab.Types.MemoryPack.Object",
        },
    ];

    private sealed class Maker(IReadOnlyDictionary<string, string> parameters) : ICoderMaker
    {
        private readonly MemoryPackSerializerOptions options =
            parameters["strings"] == "utf16" ? MemoryPackSerializerOptions.Utf16 : MemoryPackSerializerOptions.Default;

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> =>
            parameters["output"] == "buffer" ? new BufferCoder<TDomain>(options) : new ArrayCoder<TDomain>(options);
    }

    private sealed class ArrayCoder<T>(MemoryPackSerializerOptions options) : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => MemoryPackSerializer.Serialize((T)x, options);

        public override object Deserialize(byte[] data) => Read<T>(data, options);
    }

    private sealed class BufferCoder<T>(MemoryPackSerializerOptions options) : BufferedCoder
        where T : class
    {
        public override object Deserialize(byte[] data) => Read<T>(data, options);

        protected override void Serialize(object x, ArrayBufferWriter<byte> into) => MemoryPackSerializer.Serialize(into, (T)x, options);
    }

    private static T Read<T>(byte[] data, MemoryPackSerializerOptions options)
        where T : class =>
        MemoryPackSerializer.Deserialize<T>(data, options) ?? throw new MemoryPackSerializationException("null is no object of the workload");
}
