using System.Text;
using Wirelab.Runner;

namespace Wirelab.Tests;

/// <summary>What a session answers to lines that are no request that it can do.</summary>
public class RequestsTests
{
    private const string Hello = """{"type":"hello","protocol":{"major":1,"minor":1}}""";

    [Theory]
    [InlineData("", "a line is not a JSON object")]
    [InlineData("[]", "a line is not a JSON object")]
    [InlineData("{\"type\":\"hello\"", "a line is not a JSON object")]
    [InlineData("{\"type\":\"\u0001\"}", "a line is not a JSON object")]
    [InlineData("{}", "request.type is missing")]
    [InlineData("{\"type\":7}", "type is no text")]
    [InlineData("{\"type\":\"greet\"}", "greet.type is 'greet'")]
    [InlineData("{\"type\":\"hello\"}", "hello.protocol is missing")]
    [InlineData("{\"type\":\"hello\",\"protocol\":{\"major\":2,\"minor\":0}}", "version 1.2 of the protocol, not 2.0")]
    [InlineData("{\"type\":\"hello\",\"protocol\":{\"major\":1.5,\"minor\":0}}", "hello.protocol.major is no whole number from 0 on")]
    [InlineData("{\"type\":\"load\",\"workload\":\"x\",\"corpora\":[\"a\"]}", "'hello' comes first")]
    public void A_bad_line_is_the_requests_fault(string line, string why) => Assert.Contains(why, Fault("request", new Session(Host), line), StringComparison.Ordinal);

    [Theory]
    [InlineData("\"mode\":{\"kind\":\"slow\"}", "measure.mode.kind is 'slow'")]
    [InlineData("\"mode\":{\"kind\":\"fixed\",\"warm_up_runs\":0,\"runs\":0}", "measure.mode.runs is no whole number from 1 on")]
    [InlineData("\"mode\":{\"kind\":\"steady\",\"batch_ns\":1,\"batches\":1}", "measure.mode.warm_up is missing")]
    [InlineData("\"mode\":{\"kind\":\"cold\"}", "'load' comes first")]
    [InlineData("\"mode\":{\"kind\":\"cold\"},\"sink\":{\"kind\":\"file\"}", "a folder if, and only if")]
    public void So_is_a_request_that_makes_no_sense(string mode, string why)
    {
        var session = new Session(Host);
        Assert.StartsWith("""{"type":"ready",""", Assert.Single(Answer(session, Hello)!), StringComparison.Ordinal);
        var sink = mode.Contains("sink", StringComparison.Ordinal) ? "" : ",\"sink\":{\"kind\":\"memory\"}";
        var line = "{\"type\":\"measure\",\"subject\":{\"codec\":\"system-text-json\"},\"operation\":\"serialize\"," + mode + sink + "}";
        Assert.Contains(why, Fault("request", session, line), StringComparison.Ordinal);
    }

    [Fact]
    public void Bytes_that_are_no_text_are_refused() =>
        Assert.Contains("not a JSON object", new Session(Host).Answer([0xFF, 0xFE])![0], StringComparison.Ordinal);

    [Fact]
    public void Bye_has_no_answer() => Assert.Null(Answer(new Session(Host), """{"type":"bye"}"""));

    [Fact]
    public void Without_rendered_types_the_workload_is_at_fault()
    {
        var session = new Session(Host);
        Answer(session, Hello);
        Fault("workload", session, """{"type":"load","workload":"x","corpora":["a"]}""");
    }

    [Theory]
    [InlineData("a \"quoted\" \\ line\n", "\"a \\\"quoted\\\" \\\\ line\\u000a\"")]
    [InlineData("ü", "\"ü\"")]
    public void Texts_are_written_so_that_a_line_stays_one(string text, string json) => Assert.Equal(json, Json.Write(text));

    [Fact]
    public void Half_of_a_pair_is_escaped_as_no_pipe_holds_it() => Assert.Equal("\"\\ud800\"", Json.Write(new string((char)0xD800, 1)));

    private static ProcessHost Host => new(Path.GetTempPath());

    private static IReadOnlyList<string>? Answer(Session session, string line) => session.Answer(Encoding.UTF8.GetBytes(line));

    private static string Fault(string whose, Session session, string line)
    {
        var answer = Assert.Single(Answer(session, line)!);
        Assert.StartsWith($"{{\"type\":\"error\",\"fault\":\"{whose}\",", answer, StringComparison.Ordinal);
        return answer;
    }
}
