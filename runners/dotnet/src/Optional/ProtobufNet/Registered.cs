using System.Buffers;
using Google.Protobuf;
using ProtoBuf.Meta;

namespace Wirelab.Runner.Libraries;

/// <summary>Protocol Buffers by protobuf-net, over types with its attributes.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
    [
        new("protobuf-net", Optionals.VersionOf(typeof(Registered)), (_, parameters) => new Maker(parameters)) { FamilyOf = _ => "Wirelab.Types.ProtobufNet" },
    ];

    private sealed class Maker(IReadOnlyDictionary<string, string> parameters) : ICoderMaker
    {
        private readonly RuntimeTypeModel model = RuntimeTypeModel.Create();

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage>
        {
            model.Add(typeof(TDomain));
            model.CompileInPlace();
            return parameters["output"] == "buffer" ? new BufferCoder<TDomain>(model) : new StreamCoder<TDomain>(model);
        }
    }

    private sealed class StreamCoder<T>(RuntimeTypeModel model) : Coder
        where T : class
    {
        public override byte[] Serialize(object x)
        {
            var stream = new MemoryStream();
            model.Serialize(stream, (T)x);
            return stream.ToArray();
        }

        public override object Deserialize(byte[] data) => model.Deserialize<T>(data.AsMemory());
    }

    private sealed class BufferCoder<T>(RuntimeTypeModel model) : BufferedCoder
        where T : class
    {
        public override object Deserialize(byte[] data) => model.Deserialize<T>(data.AsMemory());

        protected override void Serialize(object x, ArrayBufferWriter<byte> into) => model.Serialize(into, (T)x);
    }
}
