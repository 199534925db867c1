namespace Wirelab.Runner;

/// <summary>The part at fault, as the protocol names it in lower case.</summary>
public enum Whose
{
    Request,
    Codec,
    Workload,
    Host,
    Runner,
}

/// <summary>Answered as `error`; the runner stays usable.</summary>
public sealed class FaultException(Whose whose, string message, Exception? cause = null) : Exception(message, cause)
{
    public Whose Whose { get; } = whose;

    /// <summary>Refuse unless <paramref name="condition"/> holds.</summary>
    public static void Need(bool condition, Whose whose, string message)
    {
        if (!condition)
        {
            throw new FaultException(whose, message);
        }
    }

    /// <summary>Do <paramref name="work"/>; what goes wrong is the fault of <paramref name="whose"/>, or of a host without memory.</summary>
    public static T Blamed<T>(Whose whose, string doing, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (FaultException)
        {
            throw;
        }
        catch (Exception error)
        {
            throw new FaultException(error is OutOfMemoryException ? Whose.Host : whose, $"{doing}: {Describe(error)}", error);
        }
    }

    /// <summary>Class and message in one line of at most 500 characters, and behind them those of what caused it.</summary>
    public static string Describe(Exception error)
    {
        if (error is System.Reflection.TargetInvocationException or TypeInitializationException
            && error.InnerException is { } wrapped)
        {
            return Describe(wrapped);
        }
        var cause = error.InnerException is { } inner ? $" Cause: {Describe(inner)}" : "";
        var text = string.Join(' ', $"{error.GetType().Name}: {error.Message}{cause}".Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        return text.Length <= 500 ? text : text[..499] + "…";
    }
}
