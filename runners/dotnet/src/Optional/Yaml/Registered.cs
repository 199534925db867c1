using System.Globalization;
using System.Numerics;
using System.Text;
using Google.Protobuf;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace Wirelab.Runner.Libraries;

/// <summary>YAML by YamlDotNet, over plain objects.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } =
        [new("yamldotnet", Optionals.VersionOf(typeof(Registered)), (types, _) => new Maker(types))];

    private static readonly IYamlTypeConverter[] Converters =
    [
        new TextConverter<Guid>(value => value.ToString(), Guid.Parse),
        new TextConverter<DateTimeOffset>(InstantText.Of, text => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture)),
        new TextConverter<DateOnly>(value => value.ToString("O", CultureInfo.InvariantCulture), text => DateOnly.ParseExact(text, "O", CultureInfo.InvariantCulture)),
        new TextConverter<BigInteger>(
            value => value.ToString(CultureInfo.InvariantCulture), text => BigInteger.Parse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture)),
        new TextConverter<byte[]>(Convert.ToBase64String, Convert.FromBase64String),
    ];

    private sealed class Maker : ICoderMaker
    {
        private readonly ISerializer serializer;
        private readonly IDeserializer deserializer;

        public Maker(ITypes types)
        {
            var writing = new SerializerBuilder().WithQuotingNecessaryStrings().WithNamingConvention(CamelCaseNamingConvention.Instance).ConfigureDefaultValuesHandling(DefaultValuesHandling.OmitNull);
            var reading = new DeserializerBuilder().WithNamingConvention(CamelCaseNamingConvention.Instance);
            foreach (var converter in Converters)
            {
                writing.WithTypeConverter(converter);
                reading.WithTypeConverter(converter);
            }
            foreach (var type in UnionMembers.Of(types))
            {
                writing.WithTagMapping($"!{type.Name}", type);
                reading.WithTagMapping($"!{type.Name}", type);
            }
            foreach (var property in UnionMembers.Classes(types).SelectMany(type => type.GetProperties()))
            {
                if (UnionMembers.NameOf(property) is { } name)
                {
                    var said = new YamlMemberAttribute { Alias = name, ApplyNamingConventions = false };
                    writing.WithAttributeOverride(property.DeclaringType!, property.Name, said);
                    reading.WithAttributeOverride(property.DeclaringType!, property.Name, said);
                }
            }
            (serializer, deserializer) = (writing.Build(), reading.Build());
        }

        public Coder Make<TDomain, TMessage>(PayloadType<TDomain, TMessage> type)
            where TDomain : class
            where TMessage : class, IMessage<TMessage> => new YamlCoder<TDomain>(serializer, deserializer);
    }

    private sealed class YamlCoder<T>(ISerializer serializer, IDeserializer deserializer) : Coder
        where T : class
    {
        public override byte[] Serialize(object x) => Encoding.UTF8.GetBytes(serializer.Serialize(x, typeof(T)));

        public override object Deserialize(byte[] data) => deserializer.Deserialize<T>(Encoding.UTF8.GetString(data));
    }

    /// <summary>A type as one plain text.</summary>
    private sealed class TextConverter<T>(Func<T, string> write, Func<string, T> read) : IYamlTypeConverter
    {
        public bool Accepts(Type type) => type == typeof(T) || Nullable.GetUnderlyingType(type) == typeof(T);

        public object? ReadYaml(IParser parser, Type type, ObjectDeserializer rootDeserializer) => read(parser.Consume<Scalar>().Value);

        public void WriteYaml(IEmitter emitter, object? value, Type type, ObjectSerializer serializer) => emitter.Emit(new Scalar(write((T)value!)));
    }
}
