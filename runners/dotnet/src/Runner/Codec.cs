using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Wirelab.Runner;

/// <summary>A codec that is ready for one payload type: what is timed.</summary>
public abstract class Coder
{
    public abstract byte[] Serialize(object x);

    public abstract object Deserialize(byte[] data);
}

/// <summary>A codec whose library has message classes of its own: domain object to message to bytes, and back.</summary>
public abstract class ConvertingCoder : Coder
{
    public abstract object Build(object x);

    public abstract byte[] Write(object message);

    public abstract object Parse(byte[] data);

    public abstract object Unbuild(object message);
}

/// <summary>A codec whose output is no array of bytes of its own: a buffer that is used again, or text.</summary>
public abstract class OtherwiseCoder : Coder
{
    public sealed override byte[] Serialize(object x) => OutputBytes.Of(Written(x)).ToArray();

    /// <summary>What is timed: a form of output that `OutputBytes` knows.</summary>
    public abstract object Written(object x);
}

/// <summary>With `output=buffer`: a codec that writes into one buffer, which is used again.</summary>
public abstract class BufferedCoder : OtherwiseCoder
{
    private readonly ArrayBufferWriter<byte> buffer = new();

    /// <summary>The buffer, with this object's bytes alone in it.</summary>
    public sealed override object Written(object x)
    {
        buffer.ResetWrittenCount();
        Serialize(x, buffer);
        return buffer;
    }

    protected abstract void Serialize(object x, ArrayBufferWriter<byte> into);
}

/// <summary>What codecs give, as bytes: an array, a buffer that is used again, or text as .NET holds it, in UTF-16.</summary>
internal static class OutputBytes
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReadOnlySpan<byte> Of(object output) => output switch
    {
        byte[] array => array,
        string text => MemoryMarshal.AsBytes(text.AsSpan()),
        _ => Unsafe.As<ArrayBufferWriter<byte>>(output).WrittenSpan,
    };
}

/// <summary>A codec as it is registered; `codecs.toml` has everything else about it.</summary>
/// <param name="Name">Its key there.</param>
/// <param name="Version">The version of its library.</param>
/// <param name="Open">Sets the library up, with a value for each parameter. Nothing of the library is loaded before.</param>
public sealed record Codec(string Name, string Version, Func<ITypes, IReadOnlyDictionary<string, string>, ICoderMaker> Open)
{
    /// <summary>The rendered domain types that it takes with these parameters, by the name of their assembly.</summary>
    public Func<IReadOnlyDictionary<string, string>, string> FamilyOf { get; init; } = _ => Families.Plain;
}

/// <summary>The assemblies that domain types are rendered into.</summary>
public static class Families
{
    /// <summary>With the attributes of the libraries that are always there; the others refer to its messages.</summary>
    public const string Plain = "Wirelab.Types";

    /// <summary>As documents have them: lists in lists, nulls, and unions as what they hold.</summary>
    public const string Json = "Wirelab.Types.Json";
}
