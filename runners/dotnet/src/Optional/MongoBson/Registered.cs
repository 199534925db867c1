using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Runtime.Serialization;
using Google.Protobuf;
using MongoDB.Bson;
using MongoDB.Bson.Serialization;
using MongoDB.Bson.Serialization.Conventions;
using MongoDB.Bson.Serialization.Options;
using MongoDB.Bson.Serialization.Serializers;

namespace Wirelab.Runner.Libraries;

/// <summary>BSON by MongoDB's library, over plain objects that it maps by conventions.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } = [new("bson-mongodb", Optionals.VersionOf(typeof(Registered)), (types, _) => Open(types))];

    private static bool isSetUp;

    private static Maker Open(ITypes types)
    {
        if (!isSetUp)
        {
            SetUp();
            isSetUp = true;
        }
        foreach (var type in UnionMembers.Enums(types))
        {
            BsonSerializer.TryRegisterSerializer(type, (IBsonSerializer)Activator.CreateInstance(typeof(EnumNames<>).MakeGenericType(type))!);
        }
        foreach (var type in UnionMembers.Classes(types))
        {
            BsonClassMap.LookupClassMap(type); // so that it is known by its name, as a member of a union is written
        }
        return new Maker();
    }

    /// <summary>What the library keeps for the whole process.</summary>
    private static void SetUp()
    {
        var conventions = new ConventionPack
        {
            new CamelCaseElementNameConvention(),
            new IgnoreIfNullConvention(true),
            new NoIdMemberConvention(),
            new NamesAndKeys(),
        };
        ConventionRegistry.Register("Wirelab", conventions, _ => true);
        BsonSerializer.RegisterSerializer(new GuidSerializer(GuidRepresentation.Standard));
        BsonSerializer.RegisterSerializer(new DateTimeOffsetSerializer(BsonType.DateTime));
        BsonSerializer.RegisterSerializer(new BigIntegerSerializer());
        // Numbers without sign by their bits: BSON has none.
        BsonSerializer.RegisterSerializer(new UInt32Serializer(BsonType.Int64));
        BsonSerializer.RegisterSerializer(new UInt64Serializer(BsonType.Int64, new RepresentationConverter(allowOverflow: true, allowTruncation: false)));
    }

    private sealed class Maker : ICoderMaker
    {
        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> => new BsonCoder<TDomain>();
    }

    private sealed class BsonCoder<T> : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => ((T)x).ToBson();

        public override object Deserialize(byte[] data) => BsonSerializer.Deserialize<T>(data);
    }

    /// <summary>Names that properties say themselves; and maps whose keys are no text: arrays of pairs, as a document's names are text.</summary>
    private sealed class NamesAndKeys : ConventionBase, IMemberMapConvention
    {
        public void Apply(BsonMemberMap memberMap)
        {
            if (UnionMembers.NameOf(memberMap.MemberInfo) is { } name)
            {
                memberMap.SetElementName(name);
            }
            if (memberMap.MemberType is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(Dictionary<,>)
                && memberMap.GetSerializer() is IDictionaryRepresentationConfigurable dictionary)
            {
                var isText = type.GetGenericArguments()[0] == typeof(string);
                memberMap.SetSerializer(dictionary.WithDictionaryRepresentation(isText ? DictionaryRepresentation.Document : DictionaryRepresentation.ArrayOfArrays));
            }
        }
    }

    /// <summary>Enums by the names that others know their values by: the library has those of C# alone.</summary>
    private sealed class EnumNames<T> : SerializerBase<T>
        where T : struct, Enum
    {
        private static readonly Dictionary<T, string> Names =
            Enum.GetValues<T>().Distinct().ToDictionary(one => one, one => typeof(T).GetField(one.ToString())!.GetCustomAttribute<EnumMemberAttribute>()!.Value!);

        private static readonly Dictionary<string, T> Values = Names.ToDictionary(one => one.Value, one => one.Key);

        public override void Serialize(BsonSerializationContext context, BsonSerializationArgs args, T value) => context.Writer.WriteString(Names[value]);

        public override T Deserialize(BsonDeserializationContext context, BsonDeserializationArgs args) => Values[context.Reader.ReadString()];
    }

    /// <summary>Integers of any size as decimal text: the library has none for them.</summary>
    private sealed class BigIntegerSerializer : SerializerBase<BigInteger>
    {
        public override void Serialize(BsonSerializationContext context, BsonSerializationArgs args, BigInteger value) =>
            context.Writer.WriteString(value.ToString(CultureInfo.InvariantCulture));

        public override BigInteger Deserialize(BsonDeserializationContext context, BsonDeserializationArgs args) =>
            BigInteger.Parse(context.Reader.ReadString(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
    }
}
