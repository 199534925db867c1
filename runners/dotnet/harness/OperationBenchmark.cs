using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Engines;
using Wirelab.Runner;

namespace Wirelab.Harness;

/// <summary>The very operation that the lab measures, over the same copies, as BenchmarkDotNet measures: its loop, clock and sink.</summary>
public class OperationBenchmark
{
    private readonly Consumer consumer = new();
    private Part[][] copies = [];
    private int copy;

    /// <summary>What is asked; the benchmark runs in this process.</summary>
    public static Work? Work { get; set; }

    [GlobalSetup]
    public void Prepare() => copies = [.. Work!.Copies];

    [Benchmark]
    public void Call()
    {
        foreach (ref readonly var part in copies[copy].AsSpan())
        {
            consumer.Consume(part.Operate(part.Item));
        }
        copy = copy + 1 == copies.Length ? 0 : copy + 1;
    }
}
