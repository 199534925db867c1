namespace Wirelab.Runner.Libraries;

/// <summary>MessagePack for C# as it is today.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } = [MessagePackCodec.Of("messagepack", "Wirelab.Types.MessagePack", typeof(Registered))];
}
