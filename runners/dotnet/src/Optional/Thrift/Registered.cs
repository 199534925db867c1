using Google.Protobuf;
using Thrift;
using Thrift.Protocol;
using Thrift.Transport;
using Thrift.Transport.Client;

namespace Wirelab.Runner.Libraries;

/// <summary>Thrift's protocols by Apache's library, with conversion to the classes that its compiler makes.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
    [
        Of("thrift-csharp-binary", transport => new TBinaryProtocol(transport)),
        Of("thrift-csharp-compact", transport => new TCompactProtocol(transport)),
    ];

    private static Codec Of(string name, Func<TTransport, TProtocol> protocol) =>
        new(name, Optionals.VersionOf(typeof(Registered)), (types, _) => new Maker(types, protocol)) { FamilyOf = _ => "Wirelab.Types.Thrift" };

    private sealed class Maker(ITypes types, Func<TTransport, TProtocol> protocol) : ICoderMaker
    {
        private readonly IReadOnlyDictionary<Type, (Delegate Build, Delegate Unbuild)> code =
            Optionals.CodeOf<IReadOnlyDictionary<Type, (Delegate Build, Delegate Unbuild)>>(types, "ThriftCode");

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage>
        {
            var (build, unbuild) = code[typeof(TDomain)];
            var coder = typeof(ThriftCoder<,>).MakeGenericType(typeof(TDomain), build.Method.ReturnType);
            return (Coder)Activator.CreateInstance(coder, build, unbuild, protocol)!;
        }
    }

    /// <summary>The library's calls are asynchronous; on memory they end before they return.</summary>
    private sealed class ThriftCoder<TDomain, TStruct>(Func<TDomain, TStruct> build, Func<TStruct, TDomain> unbuild, Func<TTransport, TProtocol> protocol) : ConvertingCoder
        where TStruct : TBase, new()
    {
        private static readonly TConfiguration Configuration = new();

        public override byte[] Serialize(object x) => Write(Build(x));

        public override object Deserialize(byte[] data) => Unbuild(Parse(data));

        public override object Build(object x) => build((TDomain)x);

        public override byte[] Write(object message)
        {
            using var transport = new TMemoryBufferTransport(Configuration);
            ((TStruct)message).WriteAsync(protocol(transport), CancellationToken.None).GetAwaiter().GetResult();
            return transport.GetBuffer();
        }

        public override object Parse(byte[] data)
        {
            using var transport = new TMemoryBufferTransport(data, Configuration);
            var message = new TStruct();
            message.ReadAsync(protocol(transport), CancellationToken.None).GetAwaiter().GetResult();
            return message;
        }

        public override object Unbuild(object message) => unbuild((TStruct)message)!;
    }
}
