using System.Reflection;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Perfolizer.Horology;
using Wirelab.Crosscheck;
using Wirelab.Crosscheck.User;
using Wirelab.Runner;

// BenchmarkDotNet's side of a cross-check: iterations take turns, until the process is killed. The arguments are the
// folders of the rendered types and of the runner's assemblies, and the question; `benchmarks/crosscheck/turns.py` describes it, and the lines on stdin and stdout.
const int WarmUpIterations = 100;
const int Endless = 10_000;
using var turns = new Turns(Console.Out, (int)Json.Parse(args[2]).Number("lead_in"));
Console.SetOut(Console.Error);
var question = Json.Parse(args[2]);
var operation = question.Text("operation");
Type type;
if (question.Text("benchmark") is { Length: > 0 } user)
{
    OfRecords.Files = question.Texts("copies");
    type = typeof(OfRecords).Assembly.GetType($"{typeof(OfRecords).Namespace}.{user}", throwOnError: true)!;
}
else
{
    (OperationBenchmark.Session, OperationBenchmark.Question, type, operation) =
        (new Session(new ProcessHost(args[0], args[1])), question, typeof(OperationBenchmark), nameof(OperationBenchmark.Call));
}
var method = type.GetMethod(operation, BindingFlags.Public | BindingFlags.Instance | BindingFlags.IgnoreCase)!;

// In this very process: its usual way builds a project for each benchmark.
var job = Job.Default
    .WithToolchain(new InProcessNoEmitToolchain(TimeSpan.FromHours(1), logOutput: true))
    .WithIterationTime(TimeInterval.FromMilliseconds(question.Number("value_ms")))
    .WithWarmupCount(WarmUpIterations)
    // By default it collects garbage between iterations of 0.5 s; iterations here are much shorter.
    .WithGcForce(false)
    .WithIterationCount(Endless);
var artifacts = Directory.CreateTempSubdirectory("wirelab-crosscheck-").FullName;
var config = ManualConfig.CreateEmpty()
    .AddJob(job)
    .AddLogger(turns)
    .WithArtifactsPath(artifacts)
    .WithOptions(ConfigOptions.DisableLogFile);
BenchmarkRunner.Run(type, [method], config);
return 1;
