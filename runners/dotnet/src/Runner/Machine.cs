using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Wirelab.Runner;

/// <summary>The clock, and what the runtime and the system count; null where they do not.</summary>
public static partial class Machine
{
    private static readonly double NsOfTick = 1e9 / Stopwatch.Frequency;

    /// <summary>The monotonic clock that times batches, in ns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long NowNs() => (long)(Stopwatch.GetTimestamp() * NsOfTick);

    /// <summary>The smallest step between two readings that differ, in ns.</summary>
    public static long ResolutionNs()
    {
        var (least, steps) = (long.MaxValue, 0);
        for (var (last, reading) = (NowNs(), 0); reading < 100_000 && steps < 1000; reading++)
        {
            var now = NowNs();
            if (now > last)
            {
                least = Math.Min(least, now - last);
                steps++;
            }
            last = now;
        }
        return steps > 0 ? least : 1;
    }

    /// <summary>CPU time of all the process's threads, in ns.</summary>
    public static long? ProcessCpuNs() =>
        OperatingSystem.IsBrowser() || OperatingSystem.IsIOS() || OperatingSystem.IsTvOS() ? null : Environment.CpuUsage.TotalTime.Ticks * 100;

    /// <summary>CPU time of this thread, in ns: .NET does not have it, the system does.</summary>
    public static long? ThreadCpuNs()
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsMacOS())
        {
            return null;
        }
        var clock = OperatingSystem.IsLinux() ? 3 : 16; // CLOCK_THREAD_CPUTIME_ID
        return ClockGetTime(clock, out var time) == 0 ? (time.Seconds * 1_000_000_000L) + time.Nanoseconds : null;
    }

    /// <summary>How long collections have stopped the process, in ns.</summary>
    public static long? CollectionNs() => OperatingSystem.IsBrowser() ? null : GC.GetTotalPauseDuration().Ticks * 100;

    /// <summary>How many methods the runtime has compiled.</summary>
    public static long? CompiledMethods() => OperatingSystem.IsBrowser() ? null : System.Runtime.JitInfo.GetCompiledMethodCount();

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ClockGetTime(int clock, out TimeSpec time);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
