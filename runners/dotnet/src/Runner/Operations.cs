namespace Wirelab.Runner;

/// <summary>The operations by the protocol's names, and what each needs.</summary>
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

    public static IReadOnlyList<string> Converting { get; } = [Serialize, Deserialize, Build, Write, Parse, Unbuild];

    public static IReadOnlyList<string> All { get; } = [.. Converting, Compress, Decompress, "replay", Exchange];

    /// <summary>Those whose input `encode` writes.</summary>
    public static bool ReadsEncoded(string operation) => operation is Deserialize or Parse or Decompress or Exchange;

    public static bool GivesBytes(string operation) => operation is Serialize or Write or Compress or Decompress;

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
