using System.Reflection;
using System.Text;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Perfolizer.Horology;
using Perfolizer.Mathematics.OutlierDetection;
using Wirelab.Harness;
using Wirelab.Harness.User;
using Wirelab.Runner;

// BenchmarkDotNet in the place of the measuring loop: one question on stdin; a line on stdout whenever a turn may begin,
// and the next line on stdin says whether one does; at last one with the nanoseconds of an operation in each iteration,
// and with those of the canary around it. All else goes to stderr.
if (args.Length != 1)
{
    Console.Error.WriteLine("usage: dotnet Wirelab.Harness.dll TYPES");
    return 2;
}
const int WarmUpIterations = 100;
var output = Console.Out;
Console.SetOut(Console.Error);
var question = new Fields(Json.Parse(Encoding.UTF8.GetBytes(Console.ReadLine() ?? "")), "question");
MethodInfo method;
if (question.OptionalText("benchmark") is { } name)
{
    Copies.Files = question.Texts("corpora");
    var type = typeof(Copies).Assembly.GetType($"{typeof(Copies).Namespace}.{name}", throwOnError: true)!;
    method = type.GetMethod(question.Text("operation"), BindingFlags.Public | BindingFlags.Instance | BindingFlags.IgnoreCase)!;
}
else
{
    OperationBenchmark.Work = Asked.Work(args[0], question);
    method = typeof(OperationBenchmark).GetMethod(nameof(OperationBenchmark.Call))!;
}

using var turns = new Turns((int)question.Count("samples", 1), Another, new ProcessHost(args[0]).Canary);
var artifacts = Directory.CreateTempSubdirectory("wirelab-harness-").FullName;
var job = Job.Default
    .WithToolchain(new InProcessNoEmitToolchain(TimeSpan.FromHours(1), logOutput: false))
    .WithIterationTime(TimeInterval.FromMilliseconds(question.Count("sample_ms", 1)))
    .WithWarmupCount(WarmUpIterations)
    // One more: before it the answer is that there is no other turn.
    .WithIterationCount(((int)question.Count("turns", 1) * turns.IterationsOfATurn) + 1)
    .WithOutlierMode(OutlierMode.DontRemove);
var config = ManualConfig.CreateEmpty()
    .AddJob(job)
    .AddLogger(new StreamLogger(new StreamWriter(Console.OpenStandardError()) { AutoFlush = true }))
    .AddColumnProvider(DefaultColumnProviders.Instance)
    .WithArtifactsPath(artifacts)
    .WithOptions(ConfigOptions.DisableOptimizationsValidator);
var report = BenchmarkRunner.Run(method.ReflectedType!, [method], config).Reports.Single();
Directory.Delete(artifacts, recursive: true);
var counted = turns.Counted([.. report.GetResultRuns().Select(run => run.GetAverageTime().Nanoseconds)]);
Say(Named(("samples", counted.Select(one => Named(("ns", one.Ns), ("canary_ns", one.CanaryNs), ("next_canary_ns", one.NextCanaryNs))))));
return 0;

bool Another(IEnumerable<(double BeforeNs, double AfterNs)> last)
{
    Say(Named(("waiting", true), ("canaries_ns", last.Select(one => new object[] { one.BeforeNs, one.AfterNs }))));
    if (Console.ReadLine() is not { } answer)
    {
        Environment.Exit(1); // an exception here would be swallowed by who tells of events
        return false;
    }
    return Json.Parse(Encoding.UTF8.GetBytes(answer)).Fields["go"].BoolValue;
}

void Say(object line)
{
    output.WriteLine(Json.Write(line));
    output.Flush();
}

static Dictionary<string, object?> Named(params (string Name, object? Value)[] fields) =>
    fields.ToDictionary(field => field.Name, field => field.Value);
