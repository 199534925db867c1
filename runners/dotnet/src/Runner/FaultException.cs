namespace Wirelab.Runner;

/// <summary>The part at fault, as the protocol names it in lower case.</summary>
public enum Whose
{
    Codec,
    Host,
    Runner,
}

/// <summary>Answered as `error`; the runner stays usable.</summary>
public sealed class FaultException(Whose whose, string message, Exception? cause = null) : Exception(message, cause)
{
    private const int Longest = 500;

    public Whose Whose => whose;

    public string Answer => Json.Answer("error", ("whose", whose.ToString().ToLowerInvariant()), ("message", Message));

    /// <summary>An exception as a fault of <paramref name="whose"/>, unless it is one already or memory ran out.</summary>
    public static FaultException Of(Exception error, Whose whose) =>
        error as FaultException ?? new FaultException(error is OutOfMemoryException ? Whose.Host : whose, Describe(error), error);

    /// <summary>Do <paramref name="work"/>; what it throws is the fault of <paramref name="whose"/>.</summary>
    public static T Blamed<T>(Whose whose, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception error)
        {
            throw Of(error, whose);
        }
    }

    /// <summary>Class and message in one line, and behind them those of the cause.</summary>
    public static string Describe(Exception error)
    {
        if (error is System.Reflection.TargetInvocationException or TypeInitializationException && error.InnerException is { } wrapped)
        {
            return Describe(wrapped);
        }
        var cause = error.InnerException is { } inner ? $" Cause: {Describe(inner)}" : "";
        var text = string.Join(' ', $"{error.GetType().Name}: {error.Message}{cause}".Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        return text.Length <= Longest ? text : text[..(Longest - 1)] + "…";
    }
}
