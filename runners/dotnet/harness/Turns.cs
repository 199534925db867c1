using System.Diagnostics;
using System.Diagnostics.Tracing;
using BenchmarkDotNet.Engines;

namespace Wirelab.Harness;

/// <summary>
/// Waits for each turn, and times the lab's canary around each iteration: BenchmarkDotNet tells of every one just before
/// its clock starts and just after it has stopped, and those who listen are called at once, on the same thread.
/// </summary>
/// <param name="samples">Iterations of a turn that count.</param>
/// <param name="another">Told of the canaries of the turn that has ended, says whether there is another one.</param>
/// <param name="canary">The runner's.</param>
internal sealed class Turns(int samples, Func<IEnumerable<(double BeforeNs, double AfterNs)>, bool> another, Action canary) : EventListener
{
    /// <summary>Iterations at the start of a turn that do not count: while others had theirs, caches went cold.</summary>
    private const int WarmAgain = 3;

    private readonly List<(double BeforeNs, double AfterNs)> canaries = [];
    private double before;
    private bool over;

    public int IterationsOfATurn => WarmAgain + samples;

    /// <summary>Those that count, of the nanoseconds of all turns in order, each with its canaries.</summary>
    public IEnumerable<(double Ns, double CanaryNs, double NextCanaryNs)> Counted(IEnumerable<double> allNs) =>
        allNs.Zip(canaries, (ns, around) => (ns, around.BeforeNs, around.AfterNs))
            .Where((_, at) => at % IterationsOfATurn >= WarmAgain);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == EngineEventSource.SourceName)
        {
            EnableEvents(eventSource, EventLevel.Informational);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        switch (eventData.EventId)
        {
            case EngineEventSource.WorkloadActualStartEventId when !over:
                over = canaries.Count % IterationsOfATurn == 0 && !another(OfLastTurn);
                before = Time();
                break;
            case EngineEventSource.WorkloadActualStopEventId when !over:
                canaries.Add((before, Time()));
                break;
            default: // BenchmarkDotNet makes all its iterations, whether there is another turn or not
                break;
        }
    }

    private IEnumerable<(double BeforeNs, double AfterNs)> OfLastTurn =>
        canaries.TakeLast(IterationsOfATurn).Skip(WarmAgain);

    private double Time()
    {
        var start = Stopwatch.GetTimestamp();
        canary();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }
}
