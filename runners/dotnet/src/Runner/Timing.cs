using System.Runtime.CompilerServices;

namespace Wirelab.Runner;

/// <summary>One object's part of a call: a function and what it takes.</summary>
public readonly record struct Part(Func<object, object> Operate, object Item);

/// <summary>What an operation gives to the sink.</summary>
public enum Output
{
    Bytes,
    Written, // whatever `OutputBytes` knows
    Instance,
    Ignored,
}

/// <summary>N calls between two clock readings, and what was counted around them.</summary>
public readonly record struct Batch(
    long StartNs, long Ns, long AllocatedBytes, long? CpuNs, long? ProcessCpuNs, long GcCount, long? GcNs, long? Compiled);

/// <summary>What is timed: the parts of each copy. A call works on one copy.</summary>
public sealed record Work(Part[][] Copies, Output Output)
{
    private static long? methods = 0; // that were compiled when the last batch ended

    private Work? nothing;

    /// <summary>Whether the thread that is timed does all of it.</summary>
    public bool OnOneThread { get; init; } = true;

    /// <summary>The same inputs, given to the sink as they are: the loop's own cost.</summary>
    public Work Nothing => nothing ??= new Work(
        [.. Copies.Select(copy => copy.Select(part => part with { Operate = static item => item }).ToArray())],
        Copies.All(copy => copy.All(part => part.Item is byte[])) ? Output.Bytes : Output.Instance);

    /// <summary>Time batches of calls; the first call works on copy <paramref name="next"/>. Gives what the sink added up too.</summary>
    public (Batch[] Batches, long Sink) Time(long next, long calls, long batches)
    {
        var (timed, sink) = (new Batch[batches], 0L);
        for (var batch = 0; batch < timed.Length; batch++)
        {
            var first = (int)((next + (batch * calls)) % Copies.Length);
            timed[batch] = Output switch
            {
                Output.Bytes => Time<IntoNumber>(first, calls, ref sink),
                Output.Written => Time<WrittenIntoNumber>(first, calls, ref sink),
                Output.Instance => Time<IntoField>(first, calls, ref sink),
                _ => Time<Nowhere>(first, calls, ref sink),
            };
        }
        return (timed, sink);
    }

    /// <summary>
    /// The loop, the only place where anything is timed. Compiled once and for all: it has no tiers, and no profile. One
    /// would foresee the operation that ran first, with a short cut to it, and a process times several in turns.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private Batch Time<TSink>(int first, long calls, ref long sink)
        where TSink : struct, ISink
    {
        var (copies, copy, sum) = (Copies, first, 0L);
        var (collections, paused, process, thread, allocated) = (
            GC.CollectionCount(0), Machine.CollectionNs(), Machine.ProcessCpuNs(), Machine.ThreadCpuNs(), GC.GetAllocatedBytesForCurrentThread());
        var start = Machine.NowNs();
        for (var call = 0L; call < calls; call++)
        {
            foreach (ref readonly var part in copies[copy].AsSpan())
            {
                sum += TSink.Take(part.Operate(part.Item));
            }
            copy = copy + 1 == copies.Length ? 0 : copy + 1;
        }
        var ns = Machine.NowNs() - start;
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        (thread, process) = (Machine.ThreadCpuNs() - thread, Machine.ProcessCpuNs() - process);
        (collections, paused) = (GC.CollectionCount(0) - collections, Machine.CollectionNs() - paused);
        var before = methods;
        methods = Machine.CompiledMethods();
        sink += sum;
        return new Batch(start, ns, allocated, OnOneThread ? thread : null, process, collections, paused, methods - before);
    }

    /// <summary>Where outputs go, in a way that the compiler sees through in each loop, and nobody can leave out.</summary>
    private interface ISink
    {
        static abstract long Take(object output);
    }

    private readonly struct IntoNumber : ISink
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static long Take(object output)
        {
            var bytes = Unsafe.As<byte[]>(output);
            return bytes.Length > 0 ? bytes.Length + bytes[0] + bytes[bytes.Length >> 1] + bytes[^1] : 0;
        }
    }

    private readonly struct WrittenIntoNumber : ISink
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static long Take(object output)
        {
            var bytes = OutputBytes.Of(output);
            return bytes.Length > 0 ? bytes.Length + bytes[0] + bytes[bytes.Length >> 1] + bytes[^1] : 0;
        }
    }

    private readonly struct IntoField : ISink
    {
        private static object? kept; // lives until the next one is made; the compiler cannot know that nobody reads it

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static long Take(object output)
        {
            kept = output;
            return 1;
        }
    }

    private readonly struct Nowhere : ISink
    {
        public static long Take(object output) => 0;
    }
}
