using System.Buffers;
using Google.Protobuf;
using Nerdbank.MessagePack;
using PolyType;
using PolyType.Abstractions;

namespace Wirelab.Runner.Libraries;

/// <summary>Nerdbank.MessagePack, over types whose shapes its generator makes.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
    [
        new("nerdbank-messagepack", Optionals.VersionOf(typeof(Registered)), (_, parameters) => new Maker(parameters)) { FamilyOf = _ => "Wirelab.Types.Nerdbank" },
    ];

    private sealed class Maker(IReadOnlyDictionary<string, string> parameters) : ICoderMaker
    {
        private readonly MessagePackSerializer serializer = new MessagePackSerializer
        {
            PropertyNamingPolicy = MessagePackNamingPolicy.CamelCase,
            SerializeEnumValuesByName = true,
        }.WithGuidConverter(OptionalConverters.GuidStringFormat.StringD);

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage>
        {
            var shape = TypeShapeResolver.ResolveDynamicOrThrow<TDomain>();
            return parameters["output"] == "buffer" ? new BufferCoder<TDomain>(serializer, shape) : new ArrayCoder<TDomain>(serializer, shape);
        }
    }

    private sealed class ArrayCoder<T>(MessagePackSerializer serializer, ITypeShape<T> shape) : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => serializer.Serialize((T)x, shape);

        public override object Deserialize(byte[] data) => Read(serializer, shape, data);
    }

    private sealed class BufferCoder<T>(MessagePackSerializer serializer, ITypeShape<T> shape) : BufferedCoder
        where T : class
    {
        public override object Deserialize(byte[] data) => Read(serializer, shape, data);

        protected override void Serialize(object x, ArrayBufferWriter<byte> into) => serializer.Serialize(into, (T)x, shape);
    }

    private static T Read<T>(MessagePackSerializer serializer, ITypeShape<T> shape, byte[] data)
        where T : class => serializer.Deserialize(data, shape) ?? throw new MessagePackSerializationException("nil is no object of the workload");
}
