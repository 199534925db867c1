namespace Wirelab.Runner;

/// <summary>The sink `file`: a call writes one file, or reads one, with the bytes of its objects one after the other.</summary>
internal static class SinkFile
{
    /// <summary>Parts that write what <paramref name="parts"/> give; the file is open from the first to the last.</summary>
    public static Part[] Into(Host host, string path, Part[] parts)
    {
        Stream? file = null;
        return [.. parts.Select((part, at) => new Part(
            item =>
            {
                if (at == 0)
                {
                    file = host.Create(path);
                }
                byte[]? data = null;
                try
                {
                    data = (byte[])part.Operate(item);
                    file!.Write(data);
                    if (at == parts.Length - 1)
                    {
                        file.Dispose();
                    }
                    return data;
                }
                catch (Exception error)
                {
                    Close(file!);
                    if (data is null)
                    {
                        throw;
                    }
                    throw Host.Unwritten(path, error);
                }
            },
            part.Item))];
    }

    /// <summary>Let go of a file that could not be written: what is still in its buffer cannot be either.</summary>
    private static void Close(Stream file)
    {
        try
        {
            file.Dispose();
        }
        catch (Exception)
        {
            // It is told already; a file that JavaScript writes fails in a way of its own.
        }
    }

    /// <summary>Parts that take their bytes from a file; the first reads it whole.</summary>
    public static Part[] From(Host host, string path, Part[] parts)
    {
        var all = new MemoryStream();
        foreach (var part in parts)
        {
            all.Write((byte[])part.Item);
        }
        host.Write(path, all.ToArray());
        if (parts is [var alone])
        {
            return [new Part(file => alone.Operate(host.Read((string)file)), path)];
        }
        byte[] read = [];
        var end = 0;
        return [.. parts.Select((part, at) =>
        {
            var start = end;
            end += ((byte[])part.Item).Length;
            return new Part(
                place =>
                {
                    if (at == 0)
                    {
                        read = host.Read(path);
                    }
                    return part.Operate(read[(Range)place]);
                },
                start..end);
        })];
    }
}
