using System.Collections;
using System.Reflection;

namespace Wirelab.Runner;

/// <summary>Where two domain objects first differ, and what stands there.</summary>
public sealed record Difference(string Path, string Expected, string Actual)
{
    private const int Shown = 200;

    /// <summary>
    /// The first place, in order of members, where <paramref name="actual"/> is not <paramref name="expected"/>, or null. NaN
    /// equals NaN, -0.0 does not equal 0.0, maps have no order, and a value of another type is another value.
    /// </summary>
    public static Difference? Between(object? expected, object? actual, string path)
    {
        if (ReferenceEquals(expected, actual) && expected is null)
        {
            return null;
        }
        if (expected is null || actual is null || expected.GetType() != actual.GetType())
        {
            return new Difference(path, Show(expected), Show(actual));
        }
        return expected switch
        {
            double one => Of(BitConverter.DoubleToInt64Bits(one) == BitConverter.DoubleToInt64Bits((double)actual)
                || (double.IsNaN(one) && double.IsNaN((double)actual))),
            float one => Of(BitConverter.SingleToInt32Bits(one) == BitConverter.SingleToInt32Bits((float)actual)
                || (float.IsNaN(one) && float.IsNaN((float)actual))),
            byte[] bytes => Of(bytes.AsSpan().SequenceEqual((byte[])actual)),
            IDictionary map => InMaps(map, (IDictionary)actual, path),
            IList list => InLists(list, (IList)actual, path),
            _ when IsDomain(expected.GetType()) => InMembers(expected, actual, path),
            _ => Of(expected.Equals(actual)),
        };

        Difference? Of(bool same) => same ? null : new Difference(path, Show(expected), Show(actual));
    }

    private static bool IsDomain(Type type) => type.IsClass && type.Assembly.GetName().Name!.StartsWith(Families.Plain, StringComparison.Ordinal);

    private static Difference? InLists(IList expected, IList actual, string path)
    {
        for (var at = 0; at < Math.Min(expected.Count, actual.Count); at++)
        {
            if (Between(expected[at], actual[at], $"{path}[{at}]") is { } found)
            {
                return found;
            }
        }
        return Counts(expected, actual, path);
    }

    private static Difference? InMaps(IDictionary expected, IDictionary actual, string path)
    {
        foreach (DictionaryEntry entry in expected)
        {
            var place = $"{path}[{Show(entry.Key)}]";
            if (!actual.Contains(entry.Key))
            {
                return new Difference(place, Show(entry.Value), "absent");
            }
            if (Between(entry.Value, actual[entry.Key], place) is { } found)
            {
                return found;
            }
        }
        return Counts(expected, actual, path);
    }

    private static Difference? Counts(ICollection expected, ICollection actual, string path) =>
        expected.Count == actual.Count ? null : new Difference(path, $"{expected.Count} values", $"{actual.Count} values");

    private static Difference? InMembers(object expected, object actual, string path) =>
        expected.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance)
            .Select(member => Between(member.GetValue(expected), member.GetValue(actual), $"{path}.{member.Name}"))
            .FirstOrDefault(found => found is not null);

    private static string Show(object? value)
    {
        var text = value switch
        {
            null => "null",
            string words => $"\"{words}\"",
            byte[] bytes => $"{bytes.Length} bytes {Convert.ToHexString(bytes.AsSpan(0, Math.Min(bytes.Length, 32)))}",
            IFormattable one => one.ToString(null, System.Globalization.CultureInfo.InvariantCulture),
            _ => value.ToString() ?? "",
        };
        return text.Length <= Shown ? text : text[..(Shown - 1)] + "…";
    }
}
