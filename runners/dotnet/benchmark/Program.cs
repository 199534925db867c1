using System.Globalization;
using System.Reflection;
using System.Runtime.Loader;
using Wirelab.HandWritten;
using Wirelab.Runner;

// What our adaptors cost: a codec's operation as the runner times it, and the same written by hand against the library,
// batches of both in turns in this very process. The arguments are the folders of the rendered types and of the runner's
// assemblies, a file of objects, the codec, the name of an IWritten for the same format, `serialize` or `deserialize`, and who goes first: `adaptor` or
// `hand`.
const int Copies = 8;
const int Turns = 15;
const long BatchNs = 20_000_000;
const long WarmUpNs = 2_000_000_000;
const string Parameters = """{"metadata": "generated", "nulls": "omitted", "escaping": "strict", "output": "array", "strings": "utf8", "layout": "object"}""";

var (operation, adaptorFirst) = (args[5], args[6] == "adaptor");
var session = new Session(new OneContext(args[0], args[1]));
Ask($$"""{"type": "load", "copies": [{{string.Join(',', Enumerable.Repeat($"\"{args[2]}\"", Copies))}}]}""", "loaded");
Ask($$"""{"type": "open", "codec": "{{args[3]}}", "parameters": {{Parameters}} }""", "opened");
var adaptor = session.WorkOf(operation);
var type = Type.GetType($"Wirelab.HandWritten.{args[4]}", throwOnError: true)!;
var hand = ByHand((IWritten)Activator.CreateInstance(type)!, adaptor);
CheckSame(adaptor, hand);

var (first, second) = adaptorFirst ? (adaptor, hand) : (hand, adaptor);
var calls = CallsWhenWarm(first);
CallsWhenWarm(second);
double[] firstNs = new double[Turns], secondNs = new double[Turns];
for (var turn = 0; turn < Turns; turn++)
{
    firstNs[turn] = CpuNs(first);
    secondNs[turn] = CpuNs(second);
}
var (adaptorNs, handNs) = adaptorFirst ? (firstNs, secondNs) : (secondNs, firstNs);
var ratio = Median(adaptorNs.Zip(handNs, (one, other) => one / other));
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $$"""{"hand_ns": {{Median(handNs):F1}}, "ratio": {{ratio:F6}}}"""));

void Ask(string line, string wanted)
{
    var answer = session.Answer(line)!;
    if (!answer.Contains($"\"type\":\"{wanted}\"", StringComparison.Ordinal))
    {
        throw new InvalidOperationException(answer);
    }
}

// A call that goes over all objects itself: nothing of ours between them.
Work ByHand(IWritten written, Work like)
{
    object Write(object all)
    {
        byte[] last = [];
        foreach (var school in (object[])all)
        {
            last = written.Write(school);
        }
        return last;
    }
    object Read(object all)
    {
        var last = all;
        foreach (var data in (object[])all)
        {
            last = written.Read((byte[])data);
        }
        return last;
    }
    Func<object, object> call = operation == "serialize" ? Write : Read;
    return like with { Copies = [.. like.Copies.Select(copy => new[] { new Part(call, copy.Select(part => part.Item).ToArray()) })] };
}

void CheckSame(Work adaptor, Work hand)
{
    object? ours = null;
    foreach (var part in adaptor.Copies[0])
    {
        ours = part.Operate(part.Item);
    }
    var theirs = hand.Copies[0][0].Operate(hand.Copies[0][0].Item);
    if (!Bytes(ours!).SequenceEqual(Bytes(theirs)))
    {
        throw new InvalidOperationException("what is written by hand does not do what the codec does");
    }
}

byte[] Bytes(object output) => output as byte[] ?? ((IWritten)Activator.CreateInstance(type)!).Write(output);

// Calls of a batch that is long enough, when both the calls and the code have settled.
long CallsWhenWarm(Work work)
{
    var (number, total) = (1L, 0L);
    while (total < WarmUpNs)
    {
        var ns = work.Time(0, number, 1).Batches[0].Ns;
        total += ns;
        number = Math.Max(number, number * Math.Min(10, BatchNs / Math.Max(1, ns)));
    }
    return number;
}

// CPU time of this thread, which other work on the machine disturbs least.
double CpuNs(Work work) => Median(work.Time(0, calls, 4).Batches.Select(batch => (double)batch.CpuNs!.Value / calls));

static double Median(IEnumerable<double> values)
{
    var sorted = values.Order().ToArray();
    return (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;
}

/// <summary>A host that loads MemoryPack where this program did: what is written by hand refers to the very types that the codec takes.</summary>
internal sealed class OneContext(string types, string home) : ProcessHost(types, home)
{
    public override Assembly? Load(string name) =>
        Optionals.PartOf(name) is "MemoryPack" and var part ? Find(name, part, AssemblyLoadContext.Default) : base.Load(name);
}
