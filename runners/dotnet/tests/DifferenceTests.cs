using Wirelab.Runner;

namespace Wirelab.Tests;

public class DifferenceTests
{
    public static TheoryData<object?, object?> Same => new()
    {
        { null, null },
        { double.NaN, -double.NaN },
        { float.NaN, float.NaN },
        { new byte[] { 1, 2 }, new byte[] { 1, 2 } },
        { new List<string> { "a" }, new List<string> { "a" } },
        { new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }, new Dictionary<string, int> { ["b"] = 2, ["a"] = 1 } },
        { new Thing { Name = "x", Parts = { new Thing() } }, new Thing { Name = "x", Parts = { new Thing() } } },
        { DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch },
    };

    public static TheoryData<object?, object?, string, string, string> Other => new()
    {
        { null, 1, "x", "null", "1" },
        { 1, 1L, "x", "1", "1" }, // of another type
        { 0.0, -0.0, "x", "0", "-0" },
        { 0f, -0f, "x", "0", "-0" },
        { new byte[] { 1 }, new byte[] { 255 }, "x", "1 bytes 01", "1 bytes FF" },
        { new List<int> { 1, 2 }, new List<int> { 1, 3 }, "x[1]", "2", "3" },
        { new List<int> { 1, 2 }, new List<int> { 1 }, "x", "2 values", "1 values" },
        { new Dictionary<string, int> { ["a"] = 1 }, new Dictionary<string, int> { ["b"] = 1 }, "x[\"a\"]", "1", "absent" },
        { new Thing { Parts = { new Thing { Name = "a" } } }, new Thing { Parts = { new Thing { Name = "b" } } }, "x.Parts[0].Name", "\"a\"", "\"b\"" },
    };

    [Theory]
    [MemberData(nameof(Same))]
    public void What_is_the_same_has_none(object? one, object? another) => Assert.Null(Difference.Between(one, another, "x"));

    [Theory]
    [MemberData(nameof(Other))]
    public void The_first_place_is_told(object? one, object? another, string path, string expected, string actual) =>
        Assert.Equal(new Difference(path, expected, actual), Difference.Between(one, another, "x"));

    [Fact]
    public void Long_values_are_cut()
    {
        var found = Difference.Between(new string('a', 500), "", "x")!;
        Assert.Equal(200, found.Expected.Length);
        Assert.EndsWith("…", found.Expected, StringComparison.Ordinal);
    }

    private sealed class Thing
    {
        public string? Name { get; set; }

        public List<Thing> Parts { get; } = [];
    }
}
