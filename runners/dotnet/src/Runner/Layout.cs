using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Wirelab.Runner;

/// <summary>What stands beside an object's payload.</summary>
/// <param name="Payload">Which of the payload types it is.</param>
/// <param name="Root">The root message with the payload's member set but empty; null where the root is the payload.</param>
public readonly record struct Columns(int Payload, byte[]? Root);

/// <summary>One object: its payload as a domain object or encoded, and what stands beside it.</summary>
public readonly record struct Stored<T>(Columns Columns, T Payload);

/// <summary>How objects stand in corpus files and in files of encoded objects, for one family of domain types.</summary>
public sealed class Layout(ITypes types)
{
    private readonly MessageDescriptor root = types.Root.ParseFrom(ByteString.Empty).Descriptor;

    public List<Stored<object>> ReadCorpus(byte[] file) => [.. Frames.Split(file).Select(ReadRoot)];

    public byte[] WriteCorpus(IEnumerable<Stored<object>> objects) => Frames.Join(objects.Select(WriteRoot));

    public List<Stored<byte[]>> ReadEncoded(byte[] file)
    {
        var parts = Frames.Split(file);
        if (types.PayloadField is null)
        {
            return [.. parts.Select(part => new Stored<byte[]>(default, part))];
        }
        if (parts.Count % 2 != 0)
        {
            throw new FormatException("the last columns have no payload behind them");
        }
        return [.. parts.Chunk(2).Select(pair => new Stored<byte[]>(ColumnsOf(pair[0]), pair[1]))];
    }

    public static byte[] WriteEncoded(IEnumerable<Stored<byte[]>> objects) =>
        Frames.Join(objects.SelectMany(one => one.Columns.Root is { } columns ? new[] { columns, one.Payload } : [one.Payload]));

    private Stored<object> ReadRoot(byte[] data)
    {
        var message = types.Root.ParseFrom(data);
        if (types.PayloadField is null)
        {
            return new(default, types.Payloads[0].Unbuild(message));
        }
        var (at, union, member) = Payload(message);
        var payload = types.Payloads[at].Unbuild((IMessage)member.Accessor.GetValue(union));
        member.Accessor.SetValue(union, member.MessageType.Parser.ParseFrom(ByteString.Empty));
        return new(new Columns(at, message.ToByteArray()), payload);
    }

    private byte[] WriteRoot(Stored<object> one)
    {
        var payload = types.Payloads[one.Columns.Payload].Build(one.Payload);
        if (one.Columns.Root is not { } columns)
        {
            return payload.ToByteArray();
        }
        var message = types.Root.ParseFrom(columns);
        var (_, union, member) = Payload(message);
        member.Accessor.SetValue(union, payload);
        return message.ToByteArray();
    }

    private Columns ColumnsOf(byte[] data) => new(Payload(types.Root.ParseFrom(data)).At, data);

    /// <summary>Which payload type a root message holds, the union that it is in, and as which field.</summary>
    private (int At, IMessage Union, FieldDescriptor Member) Payload(IMessage message)
    {
        if (root.FindFieldByName(types.PayloadField!).Accessor.GetValue(message) is IMessage union)
        {
            for (var at = 0; at < types.Payloads.Count; at++)
            {
                var member = union.Descriptor.FindFieldByName(types.Payloads[at].Member);
                if (member.Accessor.GetValue(union) is not null)
                {
                    return (at, union, member);
                }
            }
        }
        throw new FormatException($"an object without {root.Name}.{types.PayloadField}");
    }
}
