namespace Wirelab.Runner;

/// <summary>With `files`: a call writes one file, or reads one, with the bytes of its objects one after the other.</summary>
internal static class Files
{
    /// <summary>Parts that write what <paramref name="parts"/> give; the file is open from the first to the last.</summary>
    public static Part[] Into(Host host, string path, Part[] parts)
    {
        Stream? file = null;
        return [.. parts.Select((part, at) => new Part(
            item =>
            {
                var data = part.Operate(item);
                try
                {
                    file = at == 0 ? host.Create(path) : file;
                    file!.Write(OutputBytes.Of(data));
                    if (at == parts.Length - 1)
                    {
                        file.Dispose();
                    }
                }
                catch (Exception error)
                {
                    Abandon(file);
                    throw FaultException.Of(error, Whose.Host);
                }
                return data;
            },
            part.Item))];
    }

    /// <summary>Closes a file that could not be written: an open one stays locked, here and for other processes.</summary>
    private static void Abandon(Stream? file)
    {
        try
        {
            file?.Dispose();
        }
        catch (IOException)
        {
            // What it still held cannot be written either.
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
