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

    /// <summary>`serialize` before the compressor: no operation of its own, but what others start from.</summary>
    public const string Plain = "plain";

    public static Output OutputOf(string operation) =>
        operation is Serialize or Write or Compress or Decompress ? Output.Bytes : Output.Instance;

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
public sealed class OpenCodec(string family, ITypes types, ICoderMaker maker, Compressor? compressor, int level)
{
    private readonly IReadOnlyList<Dictionary<string, Op>> operations =
        [.. types.Payloads.Select(type => OfCoder(type.Accept(maker), compressor, level))];

    /// <summary>The domain types that it takes.</summary>
    public string Family => family;

    public ITypes Types => types;

    public Op this[int type, string operation] => operations[type][operation];

    public Item[] Each(string operation, Item[] items) =>
        [.. items.Select(one => one with { Value = this[one.Type, operation](one.Value) })];

    private static Dictionary<string, Op> OfCoder(Coder coder, Compressor? compressor, int level)
    {
        var operations = new Dictionary<string, Op>
        {
            [Operations.Plain] = coder.Serialize,
            [Operations.Serialize] = coder.Serialize,
            [Operations.Deserialize] = data => coder.Deserialize((byte[])data),
        };
        if (coder is ConvertingCoder converting)
        {
            operations[Operations.Build] = converting.Build;
            operations[Operations.Write] = converting.Write;
            operations[Operations.Parse] = data => converting.Parse((byte[])data);
            operations[Operations.Unbuild] = converting.Unbuild;
        }
        if (compressor is not null)
        {
            operations[Operations.Serialize] = x => compressor.Compress(coder.Serialize(x), level);
            operations[Operations.Deserialize] = data => coder.Deserialize(compressor.Decompress((byte[])data));
            operations[Operations.Compress] = data => compressor.Compress((byte[])data, level);
            operations[Operations.Decompress] = data => compressor.Decompress((byte[])data);
        }
        var deserialize = operations[Operations.Deserialize];
        operations[Operations.Exchange] = fetch => deserialize(((Func<byte[]>)fetch)());
        return operations;
    }
}
