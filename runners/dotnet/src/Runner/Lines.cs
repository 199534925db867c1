using System.Text;

namespace Wirelab.Runner;

/// <summary>The protocol's lines: requests on stdin, answers on the real stdout; what else is written there goes to stderr.</summary>
public static class Lines
{
    /// <summary>Answer each line, until there is no answer or no line.</summary>
    public static async Task Converse(Func<string, Task<string?>> answer)
    {
        var utf8 = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        await using var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true, NewLine = "\n" };
        Console.SetOut(Console.Error);
        using var input = new StreamReader(Console.OpenStandardInput(), utf8);

        // Read without `await`: answers are then made on the main thread.
        while (input.ReadLine() is { } line && await Answered(answer, line) is { } answered)
        {
            output.WriteLine(answered);
        }
    }

    private static async Task<string?> Answered(Func<string, Task<string?>> answer, string line)
    {
        try
        {
            return await answer(line);
        }
        catch (Exception error)
        {
            return FaultException.Of(error, Whose.Runner).Answer;
        }
    }
}
