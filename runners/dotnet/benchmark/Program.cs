using System.Globalization;
using System.Text;
using Wirelab.HandWritten;
using Wirelab.Runner;

// What our adaptors cost: a codec's operation as the runner measures it, and the same written by hand against the
// library, batches of both in turns in this very process. The arguments are the folder of the rendered types, a corpus,
// the codec, the name of an IWritten for the same format, `serialize` or `deserialize`, and who goes first: `adaptor` or `hand`.
const int Copies = 8;
const int Turns = 15;
const long BatchNs = 20_000_000;
const long ResolutionNs = 100;

var (operation, adaptorFirst) = (args[4], args[5] == "adaptor");
var host = new ProcessHost(args[0]);
var session = new Session(host);
Ask("""{"type": "hello", "protocol": {"major": 1, "minor": 1}}""", "ready");
Ask($$"""{"type": "load", "workload": "school", "corpora": [{{string.Join(',', Enumerable.Repeat($"\"{args[1]}\"", Copies))}}]}""", "loaded");
var subject = new Subject(args[2], new Dictionary<string, string>(), null, null);
var adaptor = session.WorkOf(new Measure(subject, operation, new Fixed(0, 1, 1), null, null));
var type = Type.GetType($"Wirelab.HandWritten.{args[3]}", throwOnError: true)!;
var hand = ByHand((IWritten)Activator.CreateInstance(type)!, adaptor);
CheckSame(adaptor, hand);

var (first, second) = adaptorFirst ? (adaptor, hand) : (hand, adaptor);
var warmUp = new Steady(BatchNs, 5, new WarmUp(10, 0.02, 1_000_000_000, 3_000_000_000), null, null);
var calls = Run(first, warmUp).Batches[^1].Calls;
Run(second, warmUp);
double[] firstNs = new double[Turns], secondNs = new double[Turns];
for (var turn = 0; turn < Turns; turn++)
{
    firstNs[turn] = CpuNs(first, calls);
    secondNs[turn] = CpuNs(second, calls);
}
var (adaptorNs, handNs) = adaptorFirst ? (firstNs, secondNs) : (secondNs, firstNs);
var ratio = Median(adaptorNs.Zip(handNs, (one, other) => one / other));
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"hand_ns": {{Median(handNs):F1}}, "ratio": {{ratio:F6}}}"""));

void Ask(string line, string wanted)
{
    var answer = session.Answer(Encoding.UTF8.GetBytes(line))![0];
    if (!answer.Contains($"\"type\":\"{wanted}\"", StringComparison.Ordinal))
    {
        throw new InvalidOperationException(answer);
    }
}

// A call that goes over all objects itself: nothing of ours between them.
Work ByHand(IWritten written, Work like)
{
    var items = like.Copies.Select(copy => copy.Select(part => part.Item).ToArray());
    Func<object, object> call = operation == "serialize"
        ? all =>
        {
            byte[] last = [];
            foreach (var school in (object[])all)
            {
                last = written.Write(school);
            }
            return last;
        }
        : all =>
        {
            object last = all;
            foreach (var data in (object[])all)
            {
                last = written.Read((byte[])data);
            }
            return last;
        };
    return new Work([.. items.Select(all => new[] { new Part(call, all) })], like.GivesBytes);
}

static void CheckSame(Work adaptor, Work hand)
{
    object? ours = null;
    foreach (var part in adaptor.Copies[0])
    {
        ours = part.Operate(part.Item);
    }
    var theirs = hand.Copies[0][0].Operate(hand.Copies[0][0].Item);
    if (Difference.Between(ours, theirs, "last") is { } found)
    {
        throw new InvalidOperationException($"what is written by hand does not do what the codec does: {found}");
    }
}

Measured Run(Work work, Mode mode) => new Measuring(work, host.Canary).Run(mode, ResolutionNs);

// CPU time of this thread, which other work on the machine disturbs least.
double CpuNs(Work work, long number) =>
    Median(Run(work, new Fixed(0, 4, number)).Batches.Select(batch => (double)batch.CpuNs!.Value / batch.Calls));

static double Median(IEnumerable<double> values)
{
    var sorted = values.Order().ToArray();
    return (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
}
