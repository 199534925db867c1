using System.Diagnostics.Tracing;
using BenchmarkDotNet.Engines;

namespace Wirelab.Harness;

/// <summary>
/// Waits for each turn: BenchmarkDotNet tells of every iteration before its clock starts, and those who listen are
/// called at once. A turn is a few iterations, of which the last counts: while others had theirs, caches went cold.
/// </summary>
internal sealed class Turns(Func<bool> granted) : EventListener
{
    public const int Iterations = 5;

    private int begun;

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == EngineEventSource.SourceName)
        {
            EnableEvents(eventSource, EventLevel.Informational);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventId == EngineEventSource.WorkloadActualStartEventId && begun++ % Iterations == 0 && !granted())
        {
            Environment.Exit(1); // nobody is there to grant a turn
        }
    }
}
