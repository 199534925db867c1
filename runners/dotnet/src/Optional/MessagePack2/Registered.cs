namespace Wirelab.Runner.Libraries;

/// <summary>MessagePack for C# as it was at the time of the published study.</summary>
public static class Registered
{
    public static IReadOnlyList<Codec> Codecs { get; } = [MessagePackCodec.Of("messagepack-2", "Wirelab.Types.MessagePack2", typeof(Registered))];
}
