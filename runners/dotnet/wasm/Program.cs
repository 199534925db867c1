using System.Runtime.InteropServices.JavaScript;
using Wirelab.Runner;

namespace Wirelab.Wasm;

internal static partial class Program
{
    private static readonly Session Session = new(new WasmHost());

    internal static void Main()
    {
        // JavaScript calls Answer for each line.
    }

    /// <summary>The line that answers a line, or null: it was `bye`.</summary>
    [JSExport]
    internal static string? Answer(string line) => Session.Answer(line);
}
