namespace Wirelab.Runner;

/// <summary>A codec, its parameters, and the compressor behind it; no level is the compressor's default.</summary>
public sealed record Subject(string Codec, IReadOnlyDictionary<string, string> Parameters, string? Compressor, int? Level)
{
    /// <summary>The same text for the same subject.</summary>
    public string Key =>
        $"{Codec}:{string.Join(',', Parameters.OrderBy(pair => pair.Key, StringComparer.Ordinal))}+{Compressor}-{Level}";

    public static Subject Of(Fields fields) =>
        new(
            fields.Text("codec"),
            fields.OptionalInner("parameters")?.AsTexts() ?? [],
            fields.OptionalText("compressor"),
            (int?)fields.OptionalCount("level", int.MinValue));
}

/// <summary>Warm up until the medians of two windows agree, between <c>MinNs</c> and <c>MaxNs</c>.</summary>
public sealed record WarmUp(int Window, double Tolerance, long MinNs, long MaxNs)
{
    public static WarmUp Of(Fields fields) =>
        new(
            (int)(fields.OptionalCount("window", 1) ?? 5),
            fields.AboveZero("tolerance") ?? 0.02,
            fields.Count("min_ns", 0),
            fields.Count("max_ns", 0));
}

/// <summary>A batch counts whose canaries on both sides took at most <c>CanaryNs</c>; stop after <c>MaxNs</c>.</summary>
public sealed record Fast(long CanaryNs, long MaxNs)
{
    public static Fast? Of(Fields? fields) => fields is null ? null : new Fast(fields.Count("canary_ns", 1), fields.Count("max_ns", 0));
}

/// <summary>Go on until there were <c>Collections</c> since the first measured batch; stop after <c>MaxNs</c>.</summary>
public sealed record Window(long Collections, long MaxNs)
{
    public static Window? Of(Fields? fields) =>
        fields is null ? null : new Window(fields.Count("collections", 1), fields.Count("max_ns", 0));
}

/// <summary>How a process measures.</summary>
public abstract record Mode
{
    public static Mode Of(Fields fields) =>
        fields.OneOf("kind", "steady", "fixed", "cold") switch
        {
            "steady" => new Steady(
                fields.Count("batch_ns", 1),
                fields.Count("batches", 1),
                WarmUp.Of(fields.Inner("warm_up")),
                Fast.Of(fields.OptionalInner("fast")),
                Window.Of(fields.OptionalInner("window"))),
            "fixed" => new Fixed(fields.Count("warm_up_runs", 0), fields.Count("runs", 1), fields.OptionalCount("calls", 1) ?? 1),
            _ => new Cold(),
        };
}

/// <summary>Warm up, then measure batches of at least <c>BatchNs</c>; with <c>Fast</c>, so many that count; then the window.</summary>
public sealed record Steady(long BatchNs, long Batches, WarmUp WarmUp, Fast? Fast, Window? Window) : Mode;

/// <summary>A fixed number of runs of <c>Calls</c> calls.</summary>
public sealed record Fixed(long WarmUpRuns, long Runs, long Calls) : Mode;

/// <summary>One single call, the first of the process.</summary>
public sealed record Cold : Mode;

/// <summary>Measure one operation; without a folder, in memory.</summary>
public sealed record Measure(Subject Subject, string Operation, Mode Mode, string? Folder, string? Encoded)
{
    public static Measure Of(Fields fields)
    {
        var sink = fields.Inner("sink");
        var folder = sink.OptionalText("folder");
        FaultException.Need(
            sink.OneOf("kind", "memory", "file") == "file" == folder is not null,
            Whose.Request,
            "measure.sink has a folder if, and only if, its kind is file");
        return new Measure(
            Subject.Of(fields.Inner("subject")),
            fields.OneOf("operation", [.. Operations.All]),
            Mode.Of(fields.Inner("mode")),
            folder,
            fields.OptionalText("encoded"));
    }
}
