using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Wirelab.Runner;

/// <summary>An operation of no codec, the same in every process: the CRC-32 of 64 KiB.</summary>
public static class Canary
{
    private static readonly byte[] Bytes = [.. Enumerable.Range(0, 1 << 16).Select(at => (byte)(at * 31))];
    private static readonly uint[] Tables = CrcTables();

    /// <summary>The last result: without a reader the compiler could leave the work out.</summary>
    public static uint Result { get; private set; }

    /// <summary>A call that ends in no sink.</summary>
    public static Work Work { get; } = new([[new Part(Crc32, Bytes)]], Output.Ignored);

    /// <summary>
    /// By tables: 16 bytes a step, two loads a cycle. The framework has no CRC-32, only a package has. Compiled once and
    /// for all, so that its time never changes with the tiers.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static object Crc32(object bytes)
    {
        var (tables, crc) = (Tables, ~0u);
        for (var left = new ReadOnlySpan<byte>((byte[])bytes); left.Length >= 16; left = left[16..])
        {
            crc ^= MemoryMarshal.Read<uint>(left);
            crc = tables[0xF00 + (byte)crc] ^ tables[0xE00 + (byte)(crc >> 8)] ^ tables[0xD00 + (byte)(crc >> 16)]
                ^ tables[0xC00 + (byte)(crc >> 24)] ^ tables[0xB00 + left[4]] ^ tables[0xA00 + left[5]]
                ^ tables[0x900 + left[6]] ^ tables[0x800 + left[7]] ^ tables[0x700 + left[8]] ^ tables[0x600 + left[9]]
                ^ tables[0x500 + left[10]] ^ tables[0x400 + left[11]] ^ tables[0x300 + left[12]]
                ^ tables[0x200 + left[13]] ^ tables[0x100 + left[14]] ^ tables[left[15]];
        }
        Result = ~crc;
        return bytes;
    }

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
}
