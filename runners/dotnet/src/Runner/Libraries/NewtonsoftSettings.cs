using System.Buffers;
using System.Globalization;
using System.Numerics;
using Newtonsoft.Json;
using Newtonsoft.Json.Converters;
using Newtonsoft.Json.Serialization;

namespace Wirelab.Runner.Libraries;

/// <summary>Names in camel case, and converters that are found once for each type, not for each value.</summary>
internal sealed class ByType : DefaultContractResolver
{
    public List<JsonConverter> Converters { get; } = [new StringEnumConverter()];

    public ByType() => NamingStrategy = new CamelCaseNamingStrategy();

    protected override JsonConverter? ResolveContractConverter(Type objectType) =>
        Converters.Find(converter => converter.CanConvert(objectType)) ?? base.ResolveContractConverter(objectType);
}

/// <summary>The classes that are members of unions, by their names: no other type is ever made because bytes say so.</summary>
internal sealed class UnionMembers : ISerializationBinder
{
    private readonly Dictionary<string, Type> byName;

    public UnionMembers(ITypes types)
    {
        var all = types.GetType().Assembly.GetTypes();
        var unions = all.Where(type => type is { IsInterface: true, Namespace: "Wirelab.Domain" }).ToArray();
        byName = all.Where(type => type.IsClass && unions.Any(union => union.IsAssignableFrom(type))).ToDictionary(type => type.Name);
    }

    public bool Any => byName.Count > 0;

    public Type BindToType(string? assemblyName, string typeName) =>
        byName.TryGetValue(typeName, out var type) ? type : throw new JsonSerializationException($"'{typeName}' is no member of a union");

    public void BindToName(Type serializedType, out string? assemblyName, out string? typeName) =>
        (assemblyName, typeName) = (null, serializedType.Name);
}

/// <summary>Integers of any size as decimal text.</summary>
internal sealed class IntegerAsText : JsonConverter<BigInteger>
{
    public override BigInteger ReadJson(JsonReader reader, Type objectType, BigInteger existingValue, bool hasExistingValue, JsonSerializer serializer) =>
        BigInteger.TryParse(reader.Value as string, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value)
            ? value
            : throw new JsonSerializationException($"a {reader.TokenType} is no integer as text");

    public override void WriteJson(JsonWriter writer, BigInteger value, JsonSerializer serializer) =>
        writer.WriteValue(value.ToString(CultureInfo.InvariantCulture));
}

/// <summary>Instants as other runtimes write them; the library reads them itself.</summary>
internal sealed class InstantAsText : JsonConverter<DateTimeOffset>
{
    public override bool CanRead => false;

    public override DateTimeOffset ReadJson(JsonReader reader, Type objectType, DateTimeOffset existingValue, bool hasExistingValue, JsonSerializer serializer) =>
        throw new NotSupportedException();

    public override void WriteJson(JsonWriter writer, DateTimeOffset value, JsonSerializer serializer) => writer.WriteValue(InstantText.Of(value));
}

/// <summary>.NET's shared pool, as the library asks for one.</summary>
internal sealed class PooledChars : IArrayPool<char>
{
    public char[] Rent(int minimumLength) => ArrayPool<char>.Shared.Rent(minimumLength);

    public void Return(char[]? array) => ArrayPool<char>.Shared.Return(array!);
}
