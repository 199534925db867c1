using System.Globalization;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;

namespace Wirelab.Crosscheck;

/// <summary>
/// Writes the measured time, and waits for the next turn: a logger, since BenchmarkDotNet writes a line for each iteration
/// when it has ended, in the thread that measures.
/// </summary>
/// <param name="output">Where a value goes.</param>
/// <param name="leadIn">Iterations before it that do not count.</param>
internal sealed class Turns(TextWriter output, int leadIn) : ILogger, IDisposable
{
    private readonly StreamWriter log = new(Console.OpenStandardError()) { AutoFlush = true };
    private int made;

    public string Id => nameof(Turns);

    public int Priority => 0;

    public void Write(LogKind logKind, string text) => log.Write(text);

    public void WriteLine() => log.WriteLine();

    public void WriteLine(LogKind logKind, string text)
    {
        log.WriteLine(text);
        if (!text.StartsWith("WorkloadActual", StringComparison.Ordinal) || ++made <= leadIn)
        {
            return;
        }
        output.WriteLine(Measurement.Parse(text, 0).GetAverageTime().Nanoseconds.ToString(CultureInfo.InvariantCulture));
        output.Flush();
        made = 0;
        if (Console.ReadLine() is null)
        {
            Environment.Exit(0);
        }
    }

    public void Flush() => log.Flush();

    public void Dispose() => log.Dispose();
}
