using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Newtonsoft.Json.Linq;

namespace Wirelab.Runner.Libraries;

/// <summary>What rendered converters of unions share.</summary>
public static class Unions
{
    /// <summary>The keys of the object that a reader is at: it is a copy, and the reader stays there.</summary>
    public static HashSet<string> Keys(Utf8JsonReader reader)
    {
        var keys = new HashSet<string>();
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            keys.Add(reader.GetString()!);
            reader.Read();
            reader.Skip();
        }
        return keys;
    }

    /// <summary>The keys of an object.</summary>
    public static HashSet<string> Keys(JObject item) => [.. item.Properties().Select(property => property.Name)];

    /// <summary>Whether an object with these keys has all that are always there, and no others than all.</summary>
    public static bool Are(HashSet<string> keys, ReadOnlySpan<string> always, ReadOnlySpan<string> all)
    {
        foreach (var key in always)
        {
            if (!keys.Contains(key))
            {
                return false;
            }
        }
        var known = 0;
        foreach (var key in all)
        {
            known += keys.Contains(key) ? 1 : 0;
        }
        return known == keys.Count;
    }

    /// <summary>A value of a type that the options know.</summary>
    public static T? Read<T>(ref Utf8JsonReader reader, JsonSerializerOptions options) =>
        JsonSerializer.Deserialize(ref reader, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));

    /// <summary>The reverse.</summary>
    public static void Write<T>(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        JsonSerializer.Serialize(writer, value, (JsonTypeInfo<T>)options.GetTypeInfo(typeof(T)));
}
