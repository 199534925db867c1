using Google.Protobuf;

namespace Wirelab.Runner;

/// <summary>One object in whatever form: domain object, message or bytes.</summary>
/// <param name="Type">Its place among the payload types.</param>
public readonly record struct Item(int Type, object Value);

/// <summary>Files of many byte strings: the type and the length of each as varints, and the bytes.</summary>
public static class Frames
{
    /// <param name="items">Their values are bytes.</param>
    public static byte[] Join(IEnumerable<Item> items)
    {
        var joined = new MemoryStream();
        using (var output = new CodedOutputStream(joined, leaveOpen: true))
        {
            foreach (var item in items)
            {
                output.WriteInt32(item.Type);
                output.WriteBytes(UnsafeByteOperations.UnsafeWrap((byte[])item.Value));
            }
        }
        return joined.ToArray();
    }

    public static Item[] Split(byte[] data)
    {
        var items = new List<Item>();
        for (var input = new CodedInputStream(data); !input.IsAtEnd;)
        {
            items.Add(new Item(input.ReadInt32(), input.ReadBytes().ToByteArray()));
        }
        return [.. items];
    }
}
