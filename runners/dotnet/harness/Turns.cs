using System.Diagnostics;
using System.Diagnostics.Tracing;
using BenchmarkDotNet.Engines;

namespace Wirelab.Harness;

/// <summary>
/// Waits for each turn, and times the lab's canary around each iteration: BenchmarkDotNet tells of every one just before
/// its clock starts and just after it has stopped, and those who listen are called at once, on the same thread.
/// </summary>
/// <param name="samples">Iterations of a turn that count.</param>
/// <param name="granted">Returns when the next turn may begin; false: nobody is there to grant one.</param>
/// <param name="canary">The runner's.</param>
internal sealed class Turns(int samples, Func<bool> granted, Action canary) : EventListener
{
    /// <summary>Iterations at the start of a turn that do not count: while others had theirs, caches went cold.</summary>
    private const int WarmAgain = 3;

    private readonly List<(double BeforeNs, double AfterNs)> canaries = [];
    private double before;

    public int IterationsOfATurn => WarmAgain + samples;

    /// <summary>Those that count, of all nanoseconds in order, each with its canaries.</summary>
    public IEnumerable<(double Ns, double CanaryNs, double NextCanaryNs)> Counted(IReadOnlyList<double> allNs) =>
        allNs.Select((ns, at) => (at, ns, canaries[at].BeforeNs, canaries[at].AfterNs))
            .Where(one => one.at % IterationsOfATurn >= WarmAgain)
            .Select(one => (one.ns, one.BeforeNs, one.AfterNs));

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
            case EngineEventSource.WorkloadActualStartEventId:
                if (canaries.Count % IterationsOfATurn == 0 && !granted())
                {
                    Environment.Exit(1);
                }
                before = Time();
                break;
            case EngineEventSource.WorkloadActualStopEventId:
                canaries.Add((before, Time()));
                break;
            default:
                break;
        }
    }

    private double Time()
    {
        var start = Stopwatch.GetTimestamp();
        canary();
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }
}
