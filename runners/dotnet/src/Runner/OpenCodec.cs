using Op = System.Func<object, object>;

namespace Wirelab.Runner;

/// <summary>The operations by the protocol's names.</summary>
public static class Operations
{
    public const string Serialize = "serialize";
    public const string Deserialize = "deserialize";
    public const string Build = "build";
    public const string Write = "write";
    public const string Parse = "parse";
    public const string Unbuild = "unbuild";
    public const string Compress = "compress";
    public const string Decompress = "decompress";
    public const string Exchange = "exchange";

    /// <summary>What was read is written again, as the library's own message where it has such.</summary>
    public const string Relay = "relay";

    /// <summary>`serialize` before the compressor: no operation of its own, but what others start from.</summary>
    public const string Plain = "plain";

    /// <summary>What is timed as `serialize`: it may give a buffer that is used again, where `serialize` gives an array to keep.</summary>
    public const string Written = "written";

    public static Output OutputOf(string operation) =>
        operation is Serialize or Write or Compress or Decompress ? Output.Bytes : Output.Instance;

    /// <summary>What is called when an operation is timed.</summary>
    public static string Timed(string operation) => operation == Serialize ? Written : operation;

    /// <summary>What makes of a domain object what the operation takes, in order.</summary>
    public static IReadOnlyList<string> MadeBy(string operation) =>
        operation switch
        {
            Write => [Build],
            Parse or Compress => [Plain],
            Unbuild => [Plain, Parse],
            Deserialize or Decompress or Exchange => [Serialize],
            _ => [],
        };
}

/// <summary>A codec that is set up, with the compressor behind it: for each payload type, functions by the operation's name.</summary>
public sealed class OpenCodec(string family, ITypes types, ICoderMaker maker, Compressor? compressor, int level, byte[] dictionary)
{
    private readonly IReadOnlyList<Coder> coders = [.. types.Payloads.Select(type => type.Accept(maker))];
    private IReadOnlyList<Dictionary<string, Op>>? operations;

    /// <summary>The domain types that it takes.</summary>
    public string Family => family;

    public ITypes Types => types;

    public Op this[int type, string operation] => (operations ??= [.. coders.Select(coder => OfCoder(coder, compressor, level, dictionary))])[type][operation];

    /// <summary>What an operation gives to the sink when it is timed.</summary>
    public Output OutputOf(string operation) =>
        operation == Operations.Serialize && compressor is null && coders.Any(coder => coder is OtherwiseCoder) ? Output.Written : Operations.OutputOf(operation);

    public Item[] Each(string operation, Item[] items) =>
        [.. items.Select(one => one with { Value = this[one.Type, operation](one.Value) })];

    private static Dictionary<string, Op> OfCoder(Coder coder, Compressor? compressor, int level, byte[] dictionary)
    {
        var operations = new Dictionary<string, Op>
        {
            [Operations.Plain] = coder.Serialize,
            [Operations.Serialize] = coder.Serialize,
            [Operations.Written] = coder is OtherwiseCoder other ? other.Written : coder.Serialize,
            [Operations.Deserialize] = data => coder.Deserialize((byte[])data),
        };
        if (coder is ConvertingCoder converting)
        {
            operations[Operations.Build] = converting.Build;
            operations[Operations.Write] = converting.Write;
            operations[Operations.Parse] = data => converting.Parse((byte[])data);
            operations[Operations.Unbuild] = converting.Unbuild;
        }
        Func<byte[], byte[]> relay = coder is ConvertingCoder own ? data => own.Write(own.Parse(data)) : data => coder.Serialize(coder.Deserialize(data));
        operations[Operations.Relay] = data => relay((byte[])data);
        if (compressor is not null)
        {
            var (compress, decompress) = (compressor.Compressing(level, dictionary), compressor.Decompressing(dictionary));
            operations[Operations.Serialize] = operations[Operations.Written] = x => compress(coder.Serialize(x));
            operations[Operations.Deserialize] = data => coder.Deserialize(decompress((byte[])data));
            operations[Operations.Compress] = data => compress((byte[])data);
            operations[Operations.Decompress] = data => decompress((byte[])data);
            operations[Operations.Relay] = data => compress(relay(decompress((byte[])data)));
        }
        var deserialize = operations[Operations.Deserialize];
        operations[Operations.Exchange] = fetch => deserialize(((Func<byte[]>)fetch)());
        return operations;
    }
}
