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
internal sealed class BoundMembers(ITypes types) : ISerializationBinder
{
    private readonly Dictionary<string, Type> byName = UnionMembers.Of(types).ToDictionary(type => type.Name);

    public bool Any => byName.Count > 0;

    public Type BindToType(string? assemblyName, string typeName) =>
        byName.TryGetValue(typeName, out var type) ? type : throw new JsonSerializationException($"'{typeName}' is no member of a union");

    public void BindToName(Type serializedType, out string? assemblyName, out string? typeName) =>
        (assemblyName, typeName) = (null, serializedType.Name);
}

/// <summary>A converter for writing alone: the library reads such values itself.</summary>
internal abstract class Written<T> : JsonConverter<T>
{
    public override bool CanRead => false;

    public override T ReadJson(JsonReader reader, Type objectType, T? existingValue, bool hasExistingValue, JsonSerializer serializer) =>
        throw new NotSupportedException();
}

/// <summary>Integers of any size as decimal text.</summary>
internal sealed class IntegerAsText : Written<BigInteger>
{
    public override void WriteJson(JsonWriter writer, BigInteger value, JsonSerializer serializer) =>
        writer.WriteValue(value.ToString(CultureInfo.InvariantCulture));
}

/// <summary>Instants as other runtimes write them.</summary>
internal sealed class InstantAsText : Written<DateTimeOffset>
{
    public override void WriteJson(JsonWriter writer, DateTimeOffset value, JsonSerializer serializer) => writer.WriteValue(InstantText.Of(value));
}

/// <summary>.NET's shared pool, as the library asks for one.</summary>
internal sealed class PooledChars : IArrayPool<char>
{
    public char[] Rent(int minimumLength) => ArrayPool<char>.Shared.Rent(minimumLength);

    public void Return(char[]? array) => ArrayPool<char>.Shared.Return(array!);
}
