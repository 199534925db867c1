using System.Reflection;
using System.Runtime.Loader;
using System.Text.Json.Nodes;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;
using Wirelab.Runner;

namespace Wirelab.Tests;

public sealed class Word
{
    public string Letters { get; set; } = "";
}

public sealed class Number
{
    public long Value { get; set; }
}

/// <summary>What a session answers, with a codec that is always there.</summary>
public sealed class SessionTests : IDisposable
{
    private const string Json = """{"metadata":"reflection","nulls":"omitted","escaping":"strict","output":"array"}""";
    private static readonly Item[] Objects = [new(0, "a"), new(1, 7L), new(0, new string('b', 200))];
    private readonly string folder = Directory.CreateTempSubdirectory("wirelab-tests-").FullName;
    private readonly Session session;

    public SessionTests()
    {
        session = new Session(new TestHost(folder));
        File.WriteAllBytes(In("copy-a"), Frames.Join(Objects.Select(Message)));
        File.WriteAllBytes(In("copy-b"), Frames.Join(Objects.Reverse().Select(Message)));
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void A_frame_has_the_type_the_length_and_the_bytes() =>
        Assert.Equal(
            [0, 1, 9, 1, 0, 0, 0xC8, 1, .. new byte[200]],
            Frames.Join([new(0, new byte[] { 9 }), new(1, Array.Empty<byte>()), new(0, new byte[200])]));

    [Fact]
    public void Hello_is_answered_with_a_version_of_all_that_is_there()
    {
        var ready = Ask("""{"type":"hello","protocol":2,"unknown":[{"a":null}]}""", "ready");
        Assert.Equal("dotnet", (string?)ready["runner"]);
        // Without the parts beside it, the runner has what its own project brings, and a reason for everything else.
        Assert.Equal(
            Codecs.Always.Select(codec => codec.Name).Concat(["brotli", "gzip", "zlib"]).Order(StringComparer.Ordinal),
            ready["versions"]!.AsObject().Select(one => one.Key).Order(StringComparer.Ordinal));
        var missing = ready["unavailable"]!.AsObject();
        Assert.Contains("memorypack", missing.Select(one => one.Key));
        Assert.All(missing, one => Assert.EndsWith(".dll was not there when the runner was built", (string)one.Value!, StringComparison.Ordinal));
    }

    [Fact]
    public void What_is_encoded_can_be_decoded_in_another_process()
    {
        Load();
        Open("google-protobuf", "gzip");
        Ask(Line("encode", ("copy_index", 1), ("file", In("encoded"))), "encoded");
        Assert.Equal([0, 1, 0], Frames.Split(File.ReadAllBytes(In("encoded"))).Select(one => one.Type));
        var another = new Session(new TestHost(folder));
        another.Answer(Opening("google-protobuf", "gzip"));
        Assert.Equal("""{"type":"decoded","objects":3}""", another.Answer(Line("decode", ("encoded", In("encoded")), ("file", In("decoded")))));
        Assert.Equal(File.ReadAllBytes(In("copy-b")), File.ReadAllBytes(In("decoded")));
    }

    [Fact]
    public void Copies_rotate_from_one_request_to_the_next_until_something_is_opened()
    {
        File.WriteAllBytes(In("copy-b"), Frames.Join([Message(new(0, "z"))]));
        Load();
        Open("system-text-json");
        Assert.Equal(SumOf("""{"letters":"a"}""", """{"value":7}""", $$"""{"letters":"{{Objects[2].Value}}"}"""), Sink("serialize", 1, 1));
        Assert.Equal(SumOf("""{"letters":"z"}"""), Sink("serialize", 1, 1));
        Assert.Equal(3 + 1 + 3, Sink("deserialize", 1, 3));
        Assert.Equal(1 + 3, Sink("deserialize", 2, 1));
        Open("system-text-json");
        Assert.Equal(3, Sink("deserialize", 1, 1));
    }

    [Theory]
    [InlineData("serialize", 30)]
    [InlineData("deserialize", 30)]
    [InlineData("build", 30)]
    [InlineData("write", 30)]
    [InlineData("parse", 30)]
    [InlineData("unbuild", 30)]
    [InlineData("compress", 30)]
    [InlineData("decompress", 30)]
    [InlineData("canary", 0)]
    public void Every_operation_is_timed_in_batches(string operation, long objects)
    {
        Load();
        Open("google-protobuf", "zlib");
        var timed = Ask(Timing(operation, 2, 5), "timed");
        Assert.All(timed.Where(one => one.Value is JsonArray), column => Assert.Equal(5, column.Value!.AsArray().Count));
        Assert.True((long)timed["sink"]! >= objects);
    }

    [Fact]
    public void Nothing_takes_what_was_timed_last()
    {
        Load();
        Open("google-protobuf");
        Sink("serialize", 1, 1);
        Assert.Equal(3, Sink("nothing", 1, 1));
        var written = Sink("write", 1, 1);
        Sink("parse", 1, 1);
        Assert.Equal(written, Sink("nothing", 1, 1));
    }

    [Fact]
    public void Bytes_go_through_files()
    {
        Load();
        Open("system-text-json");
        var inMemory = Sink("serialize", 4, 1);
        Assert.Equal(inMemory, Sink("serialize", 4, 1, ("files", folder)));
        Assert.Equal($$"""{"letters":"{{Objects[2].Value}}"}{"value":7}{"letters":"a"}""", File.ReadAllText(In("serialized")));
        Assert.Equal(12, Sink("deserialize", 4, 1, ("files", folder)));
        File.WriteAllText(In("copy-1"), "damaged");
        AssertFault("codec", Timing("deserialize", 4, 1, ("files", folder)));
    }

    [Theory]
    [InlineData("serialize")]
    [InlineData("deserialize")]
    public void A_cold_call_opens_the_codec(string operation)
    {
        Load();
        Open("newtonsoft-json");
        Ask(Line("encode", ("copy_index", 0), ("file", In("encoded"))), "encoded");
        var cold = new Session(new TestHost(folder));
        cold.Answer(Loading());
        var line = Opening("newtonsoft-json").Replace("open", "cold", StringComparison.Ordinal).TrimEnd('}');
        var timed = cold.Answer($"{line},\"operation\":\"{operation}\",\"encoded\":\"{In("encoded")}\"}}")!;
        Assert.Equal(operation == "serialize" ? Sink("serialize", 1, 1) : 3, (long)JsonNode.Parse(timed)!["sink"]!);
        Assert.Contains("encoded", cold.Answer(Line("encode", ("copy_index", 0), ("file", In("again")))), StringComparison.Ordinal);
        Assert.Equal(File.ReadAllBytes(In("encoded")), File.ReadAllBytes(In("again")));
    }

    [Fact]
    public void Who_is_at_fault_is_named_and_the_session_stays_usable()
    {
        AssertFault("runner", "no JSON");
        AssertFault("runner", """{"type":"greet"}""");
        AssertFault("runner", Timing("serialize", 1, 1));
        AssertFault("host", Line("load", ("copies", new[] { In("missing") })));
        Load();
        Open("system-text-json");
        File.WriteAllBytes(In("encoded"), Frames.Join([new(0, "}\u0001\"\\"u8.ToArray())]));
        AssertFault("codec", Line("decode", ("encoded", In("encoded")), ("file", In("decoded"))));
        File.WriteAllBytes(In("encoded"), Frames.Join([new(0, "{\"letters\":null}"u8.ToArray())]));
        AssertFault("codec", Line("decode", ("encoded", In("encoded")), ("file", In("decoded"))));
        AssertFault("host", Line("encode", ("copy_index", 0), ("file", In("missing/encoded"))));
        Assert.Null(session.Answer("""{"type":"bye"}"""));
    }

    [Fact]
    public void An_error_is_one_line() =>
        Assert.Equal(
            """{"type":"error","whose":"host","message":"InvalidOperationException: a \"quoted\" \\ line Cause: IOException: ü"}""",
            FaultException.Of(new InvalidOperationException("a \"quoted\" \\\n line", new IOException("ü")), Whose.Host).Answer);

    private string In(string file) => Path.Combine(folder, file);

    private static Item Message(Item one) => one with
    {
        Value = one.Value is string text ? new StringValue { Value = text }.ToByteArray() : new Int64Value { Value = (long)one.Value }.ToByteArray(),
    };

    private static long SumOf(params string[] outputs) => outputs.Sum(one => one.Length + one[0] + one[one.Length / 2] + one[^1]);

    private string Loading() => Line("load", ("copies", new[] { In("copy-a"), In("copy-b") }));

    private static string Opening(string codec, string? compressor = null) =>
        Line("open", ("codec", codec), ("parameters", JsonNode.Parse(codec == "newtonsoft-json" ? """{"nulls":"omitted","buffers":"new"}""" : Json)),
            ("compressor", compressor), ("level", compressor is null ? null : 6));

    private static string Timing(string operation, long calls, long batches, params (string, object?)[] more) =>
        Line("time", [("operation", operation), ("calls", calls), ("batches", batches), ("collect", true), .. more]);

    private static string Line(string type, params (string Name, object? Value)[] fields) =>
        System.Text.Json.JsonSerializer.Serialize(fields.Prepend(("type", type)).ToDictionary(one => one.Item1, one => one.Item2));

    private void Load() => Assert.Equal("""{"type":"loaded","objects":3}""", session.Answer(Loading()));

    private void Open(string codec, string? compressor = null) => Assert.Equal("""{"type":"opened"}""", session.Answer(Opening(codec, compressor)));

    private long Sink(string operation, long calls, long batches, params (string, object?)[] more) =>
        (long)Ask(Timing(operation, calls, batches, more), "timed")["sink"]!;

    private JsonObject Ask(string line, string type)
    {
        var answer = session.Answer(line)!;
        Assert.StartsWith($"{{\"type\":\"{type}\"", answer, StringComparison.Ordinal);
        return JsonNode.Parse(answer)!.AsObject();
    }

    private void AssertFault(string whose, string line) => Assert.Equal(whose, (string?)Ask(line, "error")["whose"]);

    /// <summary>A process whose types are those of the tests.</summary>
    private sealed class TestHost(string folder) : ProcessHost(folder)
    {
        protected override Assembly? Find(string name, string? part, AssemblyLoadContext into) =>
            name is Families.Plain or Families.Json ? typeof(TestHost).Assembly : base.Find(name, part, into);
    }
}
