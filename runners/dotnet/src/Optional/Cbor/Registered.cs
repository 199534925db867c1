using System.Formats.Cbor;
using Google.Protobuf;

namespace Wirelab.Runner.Libraries;

/// <summary>CBOR by the framework's writer and reader, called field by field.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
        [new("system-formats-cbor", Optionals.VersionOf(typeof(Registered)), (types, _) => new Maker(types)) { FamilyOf = _ => "Wirelab.Types.Cbor" }];

    private sealed class Maker(ITypes types) : ICoderMaker
    {
        /// <summary>What is rendered for the workload's types, as users write it by hand.</summary>
        private readonly IReadOnlyDictionary<Type, (Delegate Write, Delegate Read)> code =
            Optionals.CodeOf<IReadOnlyDictionary<Type, (Delegate Write, Delegate Read)>>(types, "CborCode");

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> =>
            new CborCoder<TDomain>((Action<CborWriter, TDomain>)code[typeof(TDomain)].Write, (Func<CborReader, TDomain>)code[typeof(TDomain)].Read);
    }

    private sealed class CborCoder<T>(Action<CborWriter, T> write, Func<CborReader, T> read) : Coder
        where T : class
    {
        private readonly CborWriter writer = new(CborConformanceMode.Lax);

        public override byte[] Serialize(object x)
        {
            writer.Reset();
            write(writer, (T)x);
            return writer.Encode();
        }

        public override object Deserialize(byte[] data) => read(new CborReader(data, CborConformanceMode.Lax));
    }
}
