namespace Wirelab.Runner;

/// <summary>The protocol's lines: requests on stdin, answers on the real stdout; what else is written there goes to stderr.</summary>
public static class Lines
{
    /// <summary>Converse; a fault is written as the answer that is due, and ends the program with the status that this gives.</summary>
    public static async Task<int> OrFault(Func<Task> conversation)
    {
        try
        {
            await conversation();
            return 0;
        }
        catch (FaultException fault)
        {
            await using var output = Console.OpenStandardOutput();
            await Write(output, [Session.Fault(fault)]);
            return 3;
        }
    }

    /// <summary>Answer each line, until there is no answer or no line.</summary>
    public static async Task Converse(Func<byte[], ValueTask<IReadOnlyList<string>?>> answer)
    {
        await using var output = Console.OpenStandardOutput();
        Console.SetOut(Console.Error);
        using var input = new BufferedStream(Console.OpenStandardInput());
        while (ReadLine(input) is { } line && await answer(line) is { } answers)
        {
            await Write(output, answers);
        }
    }

    private static async Task Write(Stream output, IEnumerable<string> lines)
    {
        await output.WriteAsync(System.Text.Encoding.UTF8.GetBytes(string.Concat(lines.Select(each => each + "\n"))));
        await output.FlushAsync();
    }

    /// <summary>The bytes up to the next line feed, or null at the end.</summary>
    private static byte[]? ReadLine(BufferedStream input)
    {
        var line = new MemoryStream();
        while (true)
        {
            switch (input.ReadByte())
            {
                case -1:
                    return null;
                case '\n':
                    return line.ToArray();
                case var letter:
                    line.WriteByte((byte)letter);
                    break;
            }
        }
    }
}
