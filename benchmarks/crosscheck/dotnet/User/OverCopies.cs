using BenchmarkDotNet.Attributes;
using Google.Protobuf;

namespace Wirelab.Crosscheck.User;

/// <summary>Files of the copies that calls rotate over; in each one object behind its type and its length.</summary>
public static class Copies
{
    public static IReadOnlyList<string> Files { get; set; } = [];
}

/// <summary>A benchmark as a user of a library writes it: own classes, own reader of the data, the library's calls.</summary>
public abstract class OverCopies<T>
{
    private T[] objects = [];
    private byte[][] encoded = [];
    private int next;

    /// <summary>Reads an object's fields until the input ends.</summary>
    protected abstract T Read(CodedInputStream input);

    /// <summary>To the library's bytes.</summary>
    protected abstract byte[] Encode(T value);

    /// <summary>From the library's bytes.</summary>
    protected abstract T Decode(byte[] bytes);

    [GlobalSetup]
    public void Prepare()
    {
        objects = [.. Copies.Files.Select(ReadFile)];
        encoded = [.. objects.Select(Encode)];
        if (!encoded.All(bytes => bytes.AsSpan().SequenceEqual(Encode(Decode(bytes)))))
        {
            throw new InvalidDataException("what was read is not what was written");
        }
    }

    [Benchmark]
    public byte[] Serialize() => Encode(objects[Turn()]);

    [Benchmark]
    public T Deserialize() => Decode(encoded[Turn()]);

    private T ReadFile(string file)
    {
        using var input = new CodedInputStream(File.ReadAllBytes(file));
        input.ReadUInt32();
        using var message = input.ReadBytes().CreateCodedInput();
        return Read(message);
    }

    private int Turn()
    {
        var turn = next;
        next = turn + 1 == objects.Length ? 0 : turn + 1;
        return turn;
    }
}
