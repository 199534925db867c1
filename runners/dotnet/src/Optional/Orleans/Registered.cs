using System.Buffers;
using Google.Protobuf;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Serialization;

namespace Wirelab.Runner.Libraries;

/// <summary>Orleans' serializer, over types that its generator writes code for.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
    [
        new("orleans", Optionals.VersionOf(typeof(Registered)), (types, parameters) => new Maker(types, parameters)) { FamilyOf = _ => "Wirelab.Types.Orleans" },
    ];

    private sealed class Maker(ITypes types, IReadOnlyDictionary<string, string> parameters) : ICoderMaker
    {
        private readonly ServiceProvider services =
            new ServiceCollection().AddSerializer(serializer => serializer.AddAssembly(types.GetType().Assembly)).BuildServiceProvider();

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage>
        {
            var serializer = services.GetRequiredService<Serializer<TDomain>>();
            return parameters["output"] == "buffer" ? new BufferCoder<TDomain>(serializer) : new ArrayCoder<TDomain>(serializer);
        }
    }

    private sealed class ArrayCoder<T>(Serializer<T> serializer) : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => serializer.SerializeToArray((T)x);

        public override object Deserialize(byte[] data) => serializer.Deserialize(data) ?? throw new InvalidOperationException("null is no object of the workload");
    }

    private sealed class BufferCoder<T>(Serializer<T> serializer) : BufferedCoder
        where T : class
    {
        public override object Deserialize(byte[] data) => serializer.Deserialize(data) ?? throw new InvalidOperationException("null is no object of the workload");

        protected override void Serialize(object x, ArrayBufferWriter<byte> into) => serializer.Serialize((T)x, into);
    }
}
