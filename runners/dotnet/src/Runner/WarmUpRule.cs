namespace Wirelab.Runner;

/// <summary>When warming up may stop, and how many calls a batch has: protocol/v1/README.md, mode `steady`.</summary>
public sealed class WarmUpRule(WarmUp rule, long targetNs)
{
    private const double MostBackground = 0.2;
    private const long QuietNs = 250_000_000;

    private readonly List<double> window = [];
    private int grow;
    private long compiledAt;

    /// <summary>Calls a batch.</summary>
    public long Calls { get; private set; } = 1;

    public bool IsSteady { get; private set; }

    /// <summary>Look at the last of the batches; how many calls the next has, or null: warming up is over.</summary>
    public long? Next(IReadOnlyList<Batch> batches)
    {
        if (batches.Count == 0)
        {
            return Calls;
        }
        var last = batches[^1];
        var elapsed = last.StartNs + last.Ns - batches[0].StartNs;
        compiledAt = last.Compiled > 0 ? elapsed : compiledAt;
        if (elapsed >= 2 * rule.MaxNs)
        {
            return null;
        }
        var reached = last.Ns >= targetNs;
        grow = reached ? 0 : grow + 1;
        // One batch that is a little short may be a fluke; two mean that the code got faster.
        if (!reached && (grow == 2 || last.Ns < targetNs / 2.0))
        {
            var wanted = (long)Math.Ceiling(1.1 * Calls * targetNs / Math.Max(1, last.Ns));
            Calls = Math.Max(Math.Min(10 * Calls, wanted), Calls + 1);
            grow = 0;
            window.Clear();
            return Calls;
        }
        window.Add((double)last.Ns / Calls);
        if (elapsed >= rule.MaxNs && reached)
        {
            return null;
        }
        IsSteady = elapsed >= rule.MinNs && IsLevel() && Background([.. batches.TakeLast(rule.Window)]) <= MostBackground
            && (last.Compiled is null || elapsed - compiledAt >= QuietNs);
        return IsSteady ? null : Calls;
    }

    private bool IsLevel()
    {
        var width = rule.Window;
        return window.Count >= 2 * width
            && Math.Abs((Median(window[^width..]) / Median(window[^(2 * width)..^width])) - 1) <= rule.Tolerance;
    }

    /// <summary>The share of a processor that other threads of the process took: compilers that will soon make the code faster.</summary>
    private static double Background(Batch[] last) =>
        last.All(batch => batch.CpuNs is not null && batch.ProcessCpuNs is not null)
            ? last.Sum(batch => (double)(batch.ProcessCpuNs!.Value - batch.CpuNs!.Value)) / last.Sum(batch => batch.Ns)
            : 0;

    private static double Median(List<double> values)
    {
        values.Sort();
        return (values[values.Count / 2] + values[(values.Count - 1) / 2]) / 2;
    }
}
