using System.Runtime.InteropServices.JavaScript;
using Wirelab.Runner;

namespace Wirelab.Wasm;

internal static partial class Program
{
    private static Session? session;

    internal static void Main()
    {
        // JavaScript calls Answer for each line.
    }

    /// <summary>The lines that answer a line, each with its end, or null: it was `bye`.</summary>
    [JSExport]
    internal static string? Answer(byte[] line)
    {
        session ??= new Session(new WasmHost());
        return session.Answer(line) is { } answers ? string.Concat(answers.Select(each => each + "\n")) : null;
    }
}
