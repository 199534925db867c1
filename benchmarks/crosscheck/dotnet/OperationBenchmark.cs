using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Engines;
using Wirelab.Runner;

namespace Wirelab.Crosscheck;

/// <summary>The very operation that the lab times, over the same copies, by BenchmarkDotNet's loop, clock and consumer.</summary>
public class OperationBenchmark
{
    private readonly Consumer consumer = new();
    private Part[][] copies = [];
    private int copy;

    /// <summary>The runner, in this process.</summary>
    public static Session? Session { get; set; }

    public static Request? Question { get; set; }

    /// <summary>Let the runner set it up as in the lab.</summary>
    [GlobalSetup]
    public void Prepare()
    {
        foreach (var answer in Question!.Texts("requests").Select(Session!.Answer))
        {
            Console.Error.WriteLine(answer);
        }
        copies = Session!.WorkOf(Question.Text("operation")).Copies;
    }

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
