using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Wirelab.Runner;

/// <summary>What is read and called around batches.</summary>
public static partial class Machine
{
    private const int CanaryBytes = 1 << 16;
    private static readonly double NsOfTick = 1e9 / Stopwatch.Frequency;
    private static readonly byte[] CanarysMemory = [.. Enumerable.Range(0, CanaryBytes).Select(at => (byte)(at * 31))];
    private static readonly uint[] Tables = CrcTables();
    private static uint canarysResult;

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

    /// <summary>CPU time of all the process's threads, in ns, or null where the runtime does not tell.</summary>
    public static long? ProcessCpuNs() =>
        OperatingSystem.IsBrowser() || OperatingSystem.IsIOS() || OperatingSystem.IsTvOS() ? null : Environment.CpuUsage.TotalTime.Ticks * 100;

    /// <summary>How many methods the runtime has compiled, or null where it compiles none.</summary>
    public static long? CompiledMethods() => OperatingSystem.IsBrowser() ? null : System.Runtime.JitInfo.GetCompiledMethodCount();

    /// <summary>CPU time of this thread, in ns: .NET does not tell it, the system does.</summary>
    public static long? ThreadCpuNs()
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsMacOS())
        {
            return null;
        }
        var clock = OperatingSystem.IsLinux() ? 3 : 16; // CLOCK_THREAD_CPUTIME_ID
        return ClockGetTime(clock, out var time) == 0 ? (time.Seconds * 1_000_000_000L) + time.Nanoseconds : null;
    }

    /// <summary>
    /// The canary: CRC-32 over 64 KiB again and again, by tables (16 bytes a step, two loads a cycle). .NET's own CRC-32
    /// is a package, and a chain of the processor's own instruction would feel the clock's frequency alone. Compiled
    /// once and for all, so that its time never changes with the tiers.
    /// </summary>
    /// <param name="bytes">How many of the bytes at a time: fewer where code is interpreted.</param>
    /// <param name="passes">As often as takes about 0.2 ms.</param>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Canary(int bytes, int passes)
    {
        var (memory, tables, crc) = (CanarysMemory, Tables, ~0u);
        for (var pass = 0; pass < passes; pass++)
        {
            var left = new ReadOnlySpan<byte>(memory, 0, bytes);
            for (; left.Length >= 16; left = left[16..])
            {
                crc ^= MemoryMarshal.Read<uint>(left);
                crc = tables[0xF00 + (byte)crc] ^ tables[0xE00 + (byte)(crc >> 8)] ^ tables[0xD00 + (byte)(crc >> 16)]
                    ^ tables[0xC00 + (byte)(crc >> 24)] ^ tables[0xB00 + left[4]] ^ tables[0xA00 + left[5]]
                    ^ tables[0x900 + left[6]] ^ tables[0x800 + left[7]] ^ tables[0x700 + left[8]] ^ tables[0x600 + left[9]]
                    ^ tables[0x500 + left[10]] ^ tables[0x400 + left[11]] ^ tables[0x300 + left[12]]
                    ^ tables[0x200 + left[13]] ^ tables[0x100 + left[14]] ^ tables[left[15]];
            }
        }
        canarysResult = ~crc;
    }

    /// <summary>The CRC-32 of bytes behind others, whose CRC-32 is <paramref name="before"/>; 0 for none.</summary>
    public static uint Crc32(ReadOnlySpan<byte> bytes, uint before)
    {
        var crc = ~before;
        foreach (var each in bytes)
        {
            crc = (crc >> 8) ^ Tables[(byte)(crc ^ each)];
        }
        return ~crc;
    }

    /// <summary>What the last canary made of its bytes.</summary>
    public static uint CanarysResult => canarysResult;

    /// <summary>Sixteen tables of 256: the CRC of a byte with as many zero bytes behind it as the table's number.</summary>
    private static uint[] CrcTables()
    {
        var tables = new uint[16 * 256];
        for (var value = 0u; value < 256; value++)
        {
            var crc = value;
            for (var bit = 0; bit < 8; bit++)
            {
                crc = (crc >> 1) ^ (0xEDB88320 & (0u - (crc & 1)));
            }
            tables[value] = crc;
        }
        for (var at = 256; at < tables.Length; at++)
        {
            tables[at] = (tables[at - 256] >> 8) ^ tables[(byte)tables[at - 256]];
        }
        return tables;
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ClockGetTime(int clock, out TimeSpec time);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
