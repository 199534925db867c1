using System.Runtime.CompilerServices;

namespace Wirelab.Runner;

/// <summary>One object's part of a call: a function and what it takes.</summary>
public readonly record struct Part(Func<object, object> Operate, object Item);

/// <summary>What is timed: for each copy of the corpus its parts; call i works on copy i mod their number.</summary>
public sealed record Work(IReadOnlyList<Part[]> Copies, bool GivesBytes, bool InMemory = true)
{
    /// <summary>Whether the thread that is timed does all of it.</summary>
    public bool OnOneThread { get; init; } = true;
}

/// <summary>N calls between two clock readings, and the time of the canary before them.</summary>
public readonly record struct Batch(
    string Phase, long StartNs, long Calls, long Ns, long CanaryNs, long Allocated, int Collections, long? CollectionNs, long? CpuNs, long? ProcessCpuNs)
{
    /// <summary>How many methods the runtime compiled since the batch before, or null where it does not tell.</summary>
    public long? Compiled { get; init; }
}

/// <summary>All batches in order, and what else `done` says; null where the mode or the sink has no such thing.</summary>
public sealed record Measured(
    IReadOnlyList<Batch> Batches, bool? Steady, long CanaryNs, double? LoopNs, IReadOnlyList<uint>? Checksums, long Sink);

/// <summary>The measuring loop, the only place where codecs are timed; specified in `protocol/v1/README.md`, Measuring.</summary>
/// <param name="canary">The fixed operation of no codec.</param>
public sealed class Measuring(Work work, Action canary)
{
    private const string WarmUpPhase = "warm-up";
    private const string MeasuredPhase = "measured";
    private const string WindowPhase = "window";
    private const int LoopBatches = 5;
    private const long LoopNs = 1_000_000;

    private static object? kept; // where the compiler cannot know that nobody reads it

    private readonly List<Batch> batches = new(1 << 12);
    private readonly Part[][] copies = [.. work.Copies];
    private long made;
    private long sink;
    private long canaryNs;
    private long? methods = Machine.CompiledMethods();

    /// <summary>Measure as <paramref name="mode"/> says.</summary>
    public Measured Run(Mode mode, long resolutionNs)
    {
        canary();
        canary();
        Settle();
        var (calls, steady) = (1L, (bool?)null);
        switch (mode)
        {
            case Steady one:
                var rule = new WarmUpRule(one.WarmUp, Math.Max(one.BatchNs, 1000 * resolutionNs));
                while (rule.Next(batches) is { } next)
                {
                    Time(WarmUpPhase, next);
                }
                (calls, steady) = (rule.Calls, rule.IsSteady);
                Settle();
                var first = batches.Count;
                UntilEnough(one.Batches, one.Fast, calls);
                if (one.Window is { } window)
                {
                    UntilCollected(window, batches.Skip(first).Sum(batch => batch.Collections), calls);
                }
                break;
            case Fixed one:
                calls = one.Calls;
                for (var run = 0L; run < one.WarmUpRuns; run++)
                {
                    Time(WarmUpPhase, calls);
                }
                Settle();
                UntilEnough(one.Runs, null, calls);
                break;
            default:
                Time(MeasuredPhase, calls);
                break;
        }
        var after = canaryNs;
        var inUse = work.InMemory && mode is not Cold;
        var checksums = inUse && work.GivesBytes ? copies.Select(Checksum).ToArray() : null;
        return new Measured(batches, steady, after, inUse ? LoopsOwnNs(calls) : null, checksums, sink);
    }

    /// <summary>The CRC-32 of what one call gives.</summary>
    private static uint Checksum(Part[] copy) =>
        copy.Aggregate(0u, (sum, part) => Machine.Crc32((byte[])part.Operate(part.Item), sum));

    private void Settle()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        TimeCanary();
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void TimeCanary()
    {
        var start = Machine.NowNs();
        canary();
        canaryNs = Machine.NowNs() - start;
    }

    /// <summary>Measure as many; with <paramref name="fast"/>, until so many count or its time is over.</summary>
    private void UntilEnough(long wanted, Fast? fast, long calls)
    {
        var (first, counted) = (batches.Count, 0);
        while (true)
        {
            var batch = Time(MeasuredPhase, calls);
            counted += fast is null || Math.Max(batch.CanaryNs, canaryNs) <= fast.CanaryNs ? 1 : 0;
            var elapsed = batch.StartNs + batch.Ns - batches[first].StartNs;
            if (counted == wanted || (fast is not null && batches.Count - first >= wanted && elapsed >= fast.MaxNs))
            {
                return;
            }
        }
    }

    /// <summary>Go on until there were enough collections, those that were <paramref name="collected"/> before included.</summary>
    private void UntilCollected(Window window, long collected, long calls)
    {
        var started = batches.Count;
        for (var elapsed = -1L; elapsed < 0 || (collected < window.Collections && elapsed < window.MaxNs);)
        {
            var batch = Time(WindowPhase, calls);
            collected += batch.Collections;
            elapsed = batch.StartNs + batch.Ns - batches[started].StartNs;
        }
    }

    /// <summary>Time <paramref name="calls"/> calls; all else is read outside the two clock readings.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private Batch Time(string phase, long calls)
    {
        var (collections, paused, process, thread) =
            (GC.CollectionCount(0), GC.GetTotalPauseDuration(), Machine.ProcessCpuNs(), Machine.ThreadCpuNs());
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        var start = work.GivesBytes ? ToBytes(copies, made, calls, ref sink, out var ns) : ToObjects(copies, made, calls, ref sink, out ns);
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        (thread, process) = (Machine.ThreadCpuNs() - thread, Machine.ProcessCpuNs() - process);
        var batch = new Batch(
            phase, start, calls, ns, canaryNs, allocated, GC.CollectionCount(0) - collections,
            OperatingSystem.IsBrowser() ? null : (GC.GetTotalPauseDuration() - paused).Ticks * 100, work.OnOneThread ? thread : null, process)
        {
            Compiled = Machine.CompiledMethods() - methods,
        };
        methods = Machine.CompiledMethods();
        made += calls;
        batches.Add(batch);
        TimeCanary();
        return batch;
    }

    /// <summary>The time of a call that only hands its inputs to the sink: the fastest of some batches.</summary>
    private double LoopsOwnNs(long calls)
    {
        Part[][] empty = [.. copies.Select(copy => copy.Select(part => part with { Operate = static item => item }).ToArray())];
        var takesBytes = empty.All(copy => copy.All(part => part.Item is byte[]));
        var ignored = 0L;
        long Once(long number)
        {
            _ = takesBytes ? ToBytes(empty, 0, number, ref ignored, out var ns) : ToObjects(empty, 0, number, ref ignored, out ns);
            return ns;
        }
        for (var warm = 0; warm < LoopBatches; warm++)
        {
            Once(1);
        }
        var number = Math.Clamp(LoopNs / Math.Max(1, Once(1)), 1, calls);
        return (double)Enumerable.Range(0, LoopBatches).Min(_ => Once(number)) / number;
    }

    // Compiled once and for all: the loop itself has no tiers.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long ToBytes(Part[][] copies, long first, long calls, ref long folded, out long ns)
    {
        var sum = folded;
        var copy = (int)(first % copies.Length);
        var start = Machine.NowNs();
        for (var call = 0L; call < calls; call++)
        {
            foreach (ref readonly var part in copies[copy].AsSpan())
            {
                var made = Unsafe.As<byte[]>(part.Operate(part.Item));
                sum = (sum * 31) + made.Length + (made.Length > 0 ? made[0] + made[made.Length >> 1] + made[^1] : 0);
            }
            copy = copy + 1 == copies.Length ? 0 : copy + 1;
        }
        ns = Machine.NowNs() - start;
        folded = sum;
        return start;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long ToObjects(Part[][] copies, long first, long calls, ref long folded, out long ns)
    {
        var sum = folded;
        var copy = (int)(first % copies.Length);
        var start = Machine.NowNs();
        for (var call = 0L; call < calls; call++)
        {
            foreach (ref readonly var part in copies[copy].AsSpan())
            {
                kept = part.Operate(part.Item); // lives until the next one is made
                sum++;
            }
            copy = copy + 1 == copies.Length ? 0 : copy + 1;
        }
        ns = Machine.NowNs() - start;
        folded = sum;
        return start;
    }
}
