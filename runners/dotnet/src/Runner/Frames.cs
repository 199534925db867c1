namespace Wirelab.Runner;

/// <summary>Files of many byte strings, each preceded by its length as a varint: protobuf's "delimited" framing.</summary>
public static class Frames
{
    public static byte[] Join(IEnumerable<byte[]> parts)
    {
        var joined = new MemoryStream();
        foreach (var part in parts)
        {
            var length = (ulong)part.Length;
            for (; length > 0x7F; length >>= 7)
            {
                joined.WriteByte((byte)(length | 0x80));
            }
            joined.WriteByte((byte)length);
            joined.Write(part);
        }
        return joined.ToArray();
    }

    /// <summary>The byte strings of such a file; FormatException where it ends within one.</summary>
    public static List<byte[]> Split(ReadOnlySpan<byte> data)
    {
        var parts = new List<byte[]>();
        while (!data.IsEmpty)
        {
            var (length, at) = (0UL, 0);
            for (var more = true; more; at++)
            {
                if (at == data.Length || at == 10)
                {
                    throw new FormatException($"the length of object {parts.Count} does not end");
                }
                length |= (data[at] & 0x7FUL) << (7 * at);
                more = data[at] >= 0x80;
            }
            data = data[at..];
            if (length > (ulong)data.Length)
            {
                throw new FormatException($"object {parts.Count} says {length} bytes, and {data.Length} are left");
            }
            parts.Add(data[..(int)length].ToArray());
            data = data[(int)length..];
        }
        return parts;
    }
}
