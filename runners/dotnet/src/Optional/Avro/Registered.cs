using Avro;
using Avro.Generic;
using Avro.IO;
using Google.Protobuf;

namespace Wirelab.Runner.Libraries;

/// <summary>Avro's binary encoding by Apache's library, with conversion to its generic records.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
        [new("avro-csharp", Optionals.VersionOf(typeof(Registered)), (types, _) => new Maker(types)) { FamilyOf = _ => "Wirelab.Types.Avro" }];

    private sealed class Maker(ITypes types) : ICoderMaker
    {
        private readonly IReadOnlyDictionary<Type, (RecordSchema Schema, Delegate Build, Delegate Unbuild)> code =
            Optionals.CodeOf<IReadOnlyDictionary<Type, (RecordSchema Schema, Delegate Build, Delegate Unbuild)>>(types, "AvroCode");

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage>
        {
            var (schema, build, unbuild) = code[typeof(TDomain)];
            return new RecordCoder<TDomain>(schema, (Func<TDomain, GenericRecord>)build, (Func<GenericRecord, TDomain>)unbuild);
        }
    }

    private sealed class RecordCoder<T>(RecordSchema schema, Func<T, GenericRecord> build, Func<GenericRecord, T> unbuild) : ConvertingCoder
        where T : class
    {
        private readonly GenericDatumWriter<GenericRecord> writer = new(schema);
        private readonly GenericDatumReader<GenericRecord> reader = new(schema, schema);

        public override byte[] Serialize(object x) => Write(build((T)x));

        public override object Deserialize(byte[] data) => unbuild((GenericRecord)Parse(data));

        public override object Build(object x) => build((T)x);

        public override byte[] Write(object message)
        {
            var stream = new MemoryStream();
            writer.Write((GenericRecord)message, new BinaryEncoder(stream));
            return stream.ToArray();
        }

        public override object Parse(byte[] data) => reader.Read(null!, new BinaryDecoder(new MemoryStream(data)));

        public override object Unbuild(object message) => unbuild((GenericRecord)message);
    }
}
