using System.Text;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Perfolizer.Horology;
using Perfolizer.Mathematics.OutlierDetection;
using Wirelab.Harness;
using Wirelab.Runner;

// One question on stdin; a line on stdout before each turn, which begins with the next line on stdin; at last one with
// the nanoseconds by operation of each turn. All else goes to stderr.
if (args.Length != 1)
{
    Console.Error.WriteLine("usage: dotnet Wirelab.Harness.dll TYPES");
    return 2;
}
var output = Console.Out;
Console.SetOut(Console.Error);
var question = new Fields(Json.Parse(Encoding.UTF8.GetBytes(Console.ReadLine() ?? "")), "question");
OperationBenchmark.Work = Asked.Work(new Session(new ProcessHost(args[0])), question);
var turns = (int)question.Count("turns", 1);
var artifacts = Directory.CreateTempSubdirectory("wirelab-harness-").FullName;
var job = Job.Default
    .WithToolchain(new InProcessNoEmitToolchain(TimeSpan.FromHours(1), logOutput: false))
    .WithIterationTime(TimeInterval.FromMilliseconds(question.Count("turn_ms", 1)))
    .WithWarmupCount(Turns.Iterations)
    .WithIterationCount(turns * Turns.Iterations)
    .WithOutlierMode(OutlierMode.DontRemove);
var config = ManualConfig.CreateEmpty()
    .AddJob(job)
    .AddLogger(new StreamLogger(Console.Error as StreamWriter ?? new StreamWriter(Console.OpenStandardError())))
    .AddColumnProvider(DefaultColumnProviders.Instance)
    .WithArtifactsPath(artifacts)
    .WithOptions(ConfigOptions.DisableOptimizationsValidator);
Summary summary;
using (new Turns(() =>
{
    output.WriteLine("{\"waiting\":true}");
    output.Flush();
    return Console.ReadLine() is not null;
}))
{
    summary = BenchmarkRunner.Run<OperationBenchmark>(config);
}
Directory.Delete(artifacts, recursive: true);
var samples = summary.Reports.Single().GetResultRuns().Select(run => run.GetAverageTime().Nanoseconds).ToList();
output.WriteLine(Json.Write(new Dictionary<string, object?>
{
    ["samples_ns"] = Enumerable.Range(1, turns).Select(turn => samples[(turn * Turns.Iterations) - 1]).ToList(),
}));
return 0;
