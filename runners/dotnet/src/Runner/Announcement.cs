using System.Runtime.InteropServices;

namespace Wirelab.Runner;

/// <summary>Answers as the protocol writes them.</summary>
public static class Announcement
{
    public const int Major = 1;
    public const int Minor = 2;

    public static Dictionary<string, object?> Message(string type, params (string Name, object? Value)[] fields) =>
        Named([("type", type), .. fields]);

    public static object Ready(Host host, IEnumerable<Codec> codecs, long resolutionNs) =>
        Message(
            "ready",
            ("protocol", Named(("major", Major), ("minor", Minor))),
            ("runner", "dotnet"),
            ("runtime", RuntimeInformation.FrameworkDescription),
            ("details", host.Details),
            ("timer_resolution_ns", resolutionNs),
            ("codecs", codecs.Select(Of)),
            ("unavailable", Codecs.Unavailable(host).Concat(Compressor.Unavailable).Select(one => Named(("name", one.Name), ("reason", one.Reason)))),
            ("compressors", Compressor.All.Values.Select(one => Named(
                ("name", one.Name),
                ("library", one.Library),
                ("version", Environment.Version.ToString()),
                ("min_level", one.MinLevel),
                ("max_level", one.MaxLevel),
                ("default_level", one.DefaultLevel)))));

    public static IEnumerable<object> Of(Measured measured)
    {
        foreach (var batch in measured.Batches)
        {
            yield return Message(
                "batch",
                ("phase", batch.Phase),
                ("start_ns", batch.StartNs),
                ("calls", batch.Calls),
                ("ns", batch.Ns),
                ("canary_ns", batch.CanaryNs),
                ("allocated_bytes", batch.Allocated),
                ("gc_count", batch.Collections),
                ("gc_ns", batch.CollectionNs),
                ("cpu_ns", batch.CpuNs),
                ("process_cpu_ns", batch.ProcessCpuNs),
                ("compiled", batch.Compiled));
        }
        yield return Message(
            "done",
            ("batches", measured.Batches.Count),
            ("steady", measured.Steady),
            ("canary_ns", measured.CanaryNs),
            ("loop_ns", measured.LoopNs),
            ("checksums", measured.Checksums),
            ("sink", $"{measured.Sink}"));
    }

    private static Dictionary<string, object?> Of(Codec codec) =>
        Named(
            ("name", codec.Name),
            ("format", codec.Format),
            ("library", codec.Library),
            ("version", codec.Version),
            ("documentation", codec.Documentation),
            ("contract", Of(codec.Contract)),
            ("operations", codec.OperationNames),
            ("never_cold", codec.NeverCold),
            ("parameters", codec.Parameters.Select(one => Named(
                ("name", one.Name),
                ("values", one.Values),
                ("default", one.Default),
                ("says", one.Says),
                ("tuned", one.Tuned),
                ("changes", one.Changes)))));

    private static Dictionary<string, object?> Of(Contract contract) =>
        Named(
            ("input", contract.Input),
            ("output", contract.Output),
            ("conversion", contract.Conversion),
            ("reuses_buffer", contract.ReusesBuffer),
            ("validates", contract.Validates),
            ("unsafe_memory", contract.UnsafeMemory),
            ("needs_schema", contract.NeedsSchema),
            ("evolution", contract.Evolution),
            ("human_readable", contract.HumanReadable),
            ("lazy", contract.Lazy),
            ("notes", contract.Notes));

    private static Dictionary<string, object?> Named(params (string Name, object? Value)[] fields) =>
        fields.ToDictionary(field => field.Name, field => field.Value);
}
