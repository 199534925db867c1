using System.Text;
using Wirelab.Runner;

namespace Wirelab.Harness;

/// <summary>From a question to the work that the runner would time.</summary>
internal static class Asked
{
    /// <summary>As in the lab, the round trip is verified before: the compiler has then seen the same calls on either side.</summary>
    public static Work Work(string types, Fields question)
    {
        var session = new Session(new ProcessHost(types));
        var subject = Subject.Of(question.Inner("subject"));
        var named = Named(
            ("codec", subject.Codec),
            ("parameters", subject.Parameters.ToDictionary(one => one.Key, one => (object?)one.Value)),
            ("compressor", subject.Compressor),
            ("level", subject.Level));
        Say(session, "ready", Named(("type", "hello"), ("protocol", Named(("major", Announcement.Major), ("minor", Announcement.Minor)))));
        Say(session, "loaded", Named(("type", "load"), ("workload", question.Text("workload")), ("corpora", question.Texts("corpora"))));
        var decoded = Path.GetTempFileName();
        Say(session, "verified", Named(("type", "verify"), ("subject", named), ("decoded", decoded)));
        File.Delete(decoded);
        return session.WorkOf(Measure.Of(new Fields(
            Json.Parse(Encoding.UTF8.GetBytes(Json.Write(Named(
                ("subject", named),
                ("operation", question.Text("operation")),
                ("mode", Named(("kind", "fixed"), ("warm_up_runs", 0), ("runs", 1))),
                ("sink", Named(("kind", "memory"))))))),
            "question")));
    }

    private static void Say(Session session, string wanted, Dictionary<string, object?> request)
    {
        var answer = session.Answer(Encoding.UTF8.GetBytes(Json.Write(request)))![0];
        if (!answer.StartsWith($"{{\"type\":\"{wanted}\"", StringComparison.Ordinal))
        {
            throw new InvalidOperationException(answer);
        }
    }

    private static Dictionary<string, object?> Named(params (string Name, object? Value)[] fields) =>
        fields.ToDictionary(field => field.Name, field => field.Value);
}
