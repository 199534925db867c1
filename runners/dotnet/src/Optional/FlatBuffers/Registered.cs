using Google.FlatBuffers;
using Google.Protobuf;

namespace Wirelab.Runner.Libraries;

/// <summary>FlatBuffers by Google's library: tables written by a builder, and read through accessors.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
        [new("flatbuffers-csharp", Optionals.VersionOf(typeof(Registered)), (types, _) => new Maker(types)) { FamilyOf = _ => "Wirelab.Types.FlatBuffers" }];

    private sealed class Maker(ITypes types) : ICoderMaker
    {
        private readonly FlatBufferBuilder builder = new(1024);
        private readonly IReadOnlyDictionary<Type, (Delegate Write, Delegate Read)> code = Optionals.CodeOf<IReadOnlyDictionary<Type, (Delegate Write, Delegate Read)>>(types, "FlatBuffersCode");

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> =>
            new TableCoder<TDomain>(builder, (Func<FlatBufferBuilder, TDomain, int>)code[typeof(TDomain)].Write, (Func<ByteBuffer, TDomain>)code[typeof(TDomain)].Read);
    }

    private sealed class TableCoder<T>(FlatBufferBuilder builder, Func<FlatBufferBuilder, T, int> write, Func<ByteBuffer, T> read) : Coder
        where T : class
    {
        public override byte[] Serialize(object x)
        {
            builder.Clear();
            builder.Finish(write(builder, (T)x));
            return builder.SizedByteArray();
        }

        public override object Deserialize(byte[] data) => read(new ByteBuffer(data));
    }
}
