using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Serialization;

namespace Wirelab.Runner.Libraries;

/// <summary>XML by the framework's XmlSerializer, over types with its attributes.</summary>
public static class XmlSerialization
{
    /// <summary>The domain types with attributes of both of the framework's serializers for XML.</summary>
    public const string Family = "Wirelab.Types.Xml";

    private static readonly XmlWriterSettings Writing = new()
    {
        Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
        OmitXmlDeclaration = true,
        NewLineHandling = NewLineHandling.Entitize, // a reader would make one kind of all line ends
        CheckCharacters = true,
    };

    private static readonly XmlReaderSettings Reading = new() { DtdProcessing = DtdProcessing.Prohibit, IgnoreComments = true };

    public static Codec Codec { get; } = new("xml-serializer", Environment.Version.ToString(), (_, _) => new Maker()) { FamilyOf = _ => Family };

    private sealed class Maker : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, Google.Protobuf.IMessage<TMessage> => new XmlCoder<TDomain>();
    }

    private sealed class XmlCoder<T> : Coder
        where T : class
    {
        private static readonly XmlSerializerNamespaces NoNamespaces = new([XmlQualifiedName.Empty]);
        private readonly XmlSerializer serializer = new(typeof(T));

        public override byte[] Serialize(object x)
        {
            var stream = new MemoryStream();
            using (var writer = XmlWriter.Create(stream, Writing))
            {
                serializer.Serialize(writer, x, NoNamespaces);
            }
            return stream.ToArray();
        }

        public override object Deserialize(byte[] data)
        {
            using var reader = XmlReader.Create(new MemoryStream(data), Reading);
            return serializer.Deserialize(reader) ?? throw new InvalidOperationException("nil is no object of the workload");
        }
    }
}

/// <summary>Data contracts by the framework's DataContractSerializer: as XML, and as .NET's binary XML.</summary>
public static class DataContracts
{
    public static IReadOnlyList<Codec> Codecs { get; } =
    [
        Of("datacontract-xml", stream => XmlDictionaryWriter.CreateTextWriter(stream, Encoding.UTF8, ownsStream: false), data => XmlDictionaryReader.CreateTextReader(data, XmlDictionaryReaderQuotas.Max)),
        Of("datacontract-binary", stream => XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false), data => XmlDictionaryReader.CreateBinaryReader(data, XmlDictionaryReaderQuotas.Max)),
    ];

    private static Codec Of(string name, Func<Stream, XmlDictionaryWriter> writer, Func<byte[], XmlDictionaryReader> reader) =>
        new(name, Environment.Version.ToString(), (types, _) => new Maker([.. UnionMembers.Classes(types)], writer, reader)) { FamilyOf = _ => XmlSerialization.Family };

    private sealed class Maker(Type[] known, Func<Stream, XmlDictionaryWriter> writer, Func<byte[], XmlDictionaryReader> reader) : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, Google.Protobuf.IMessage<TMessage> => new ContractCoder<TDomain>(new DataContractSerializer(typeof(TDomain), known), writer, reader);
    }

    private sealed class ContractCoder<T>(DataContractSerializer serializer, Func<Stream, XmlDictionaryWriter> open, Func<byte[], XmlDictionaryReader> openReader) : Coder
        where T : class
    {
        public override byte[] Serialize(object x)
        {
            var stream = new MemoryStream();
            using (var writer = open(stream))
            {
                serializer.WriteObject(writer, x);
            }
            return stream.ToArray();
        }

        public override object Deserialize(byte[] data)
        {
            using var reader = openReader(data);
            return serializer.ReadObject(reader) ?? throw new SerializationException("nil is no object of the workload");
        }
    }
}

/// <summary>A map's entry, as XmlSerializer writes it: it knows no maps.</summary>
public sealed class XmlEntry<TKey, TValue>
{
    [XmlElement("key")]
    public TKey Key { get; set; } = default!;

    [XmlElement("value")]
    public TValue Value { get; set; } = default!;
}

/// <summary>What XmlSerializer does not know as text.</summary>
public static class XmlText
{
    public static string Of(DateTimeOffset value) => InstantText.Of(value);

    public static string Of(DateOnly value) => value.ToString("O", System.Globalization.CultureInfo.InvariantCulture);

    public static string Of(System.Numerics.BigInteger value) => value.ToString(System.Globalization.CultureInfo.InvariantCulture);

    public static DateTimeOffset Instant(string text) => XmlConvert.ToDateTimeOffset(text);

    public static DateOnly Date(string text) => DateOnly.ParseExact(text, "O", System.Globalization.CultureInfo.InvariantCulture);

    public static System.Numerics.BigInteger BigInteger(string text) =>
        System.Numerics.BigInteger.Parse(text, System.Globalization.NumberStyles.AllowLeadingSign, System.Globalization.CultureInfo.InvariantCulture);
}
