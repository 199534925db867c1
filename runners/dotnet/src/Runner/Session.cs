using System.Runtime.InteropServices;

namespace Wirelab.Runner;

/// <summary>What the runner knows between two requests, and how it answers each.</summary>
public sealed class Session(Host host)
{
    private readonly Dictionary<string, Codec> codecs = Codecs.Available(host);
    private readonly Dictionary<string, Compressor> compressors = Compressor.Available(host);
    private readonly Dictionary<(string Operation, string? Folder), Work> works = [];
    private readonly Dictionary<string, long> next = [];
    private string[] files = [];
    private (string Family, Item[][] Copies) loaded = ("", []);
    private OpenCodec? open;
    private Work? last;

    /// <summary>The line that answers a line, or null: it was `bye`.</summary>
    public string? Answer(string line)
    {
        try
        {
            var request = Json.Parse(line);
            return request.Text("type") switch
            {
                "bye" => null,
                "hello" => Hello(),
                "load" => Load(request.Texts("copies")),
                "open" => Open(request),
                "encode" => Encode(request.Number("copy_index"), request.Text("file")),
                "decode" => Decode(request.Text("encoded"), request.Text("file")),
                "relay" => Relay(request.Text("encoded"), request.Text("file")),
                "time" => Time(request),
                "cold" => Cold(request),
                var other => throw new FaultException(Whose.Runner, $"there is no request '{other}'"),
            };
        }
        catch (Exception error)
        {
            return FaultException.Of(error, Whose.Runner).Answer;
        }
    }

    private string Hello()
    {
        var versions = codecs.Values.ToDictionary(codec => codec.Name, codec => codec.Version);
        return Json.Answer(
            "ready",
            ("protocol", 2),
            ("runner", "dotnet"),
            ("runtime", RuntimeInformation.FrameworkDescription),
            ("details", host.Details),
            ("timer_resolution_ns", Machine.ResolutionNs()),
            ("versions", versions.Concat(compressors.Values.Select(one => KeyValuePair.Create(one.Name, one.Version))).ToDictionary()),
            ("unavailable", host.Unavailable.Concat(Optionals.Unavailable(host)).DistinctBy(one => one.Key).ToDictionary()));
    }

    private string Load(string[] copies)
    {
        Forget();
        (files, loaded) = ([], ("", []));
        var family = open?.Family ?? Families.Plain;
        loaded = (family, Read(copies, Types(family)));
        files = copies;
        return Json.Answer("loaded", ("objects", loaded.Copies[0].Length));
    }

    private string Open(Request request)
    {
        Forget();
        (open, last) = (null, null);
        open = FaultException.Blamed(Whose.Codec, SettingUp(request));
        return Json.Answer("opened");
    }

    private string Encode(long copy, string file)
    {
        var codec = Opened;
        var encoded = FaultException.Blamed(Whose.Codec, () => codec.Each(Operations.Serialize, loaded.Copies[copy]));
        host.Write(file, Frames.Join(encoded));
        return Json.Answer("encoded", ("objects", encoded.Length));
    }

    private string Decode(string encoded, string file)
    {
        var (codec, items) = (Opened, Frames.Split(host.Read(encoded)));
        var objects = FaultException.Blamed(
            Whose.Codec,
            () => codec.Each(Operations.Deserialize, items).Select(one => one with { Value = codec.Types.Payloads[one.Type].Write(one.Value) }).ToArray());
        host.Write(file, Frames.Join(objects));
        return Json.Answer("decoded", ("objects", objects.Length));
    }

    private string Relay(string encoded, string file)
    {
        var (codec, items) = (Opened, Frames.Split(host.Read(encoded)));
        var relayed = FaultException.Blamed(Whose.Codec, () => codec.Each(Operations.Relay, items));
        host.Write(file, Frames.Join(relayed));
        return Json.Answer("relayed", ("objects", relayed.Length));
    }

    private string Time(Request request)
    {
        var (operation, calls, batches) = (request.Text("operation"), request.Number("calls"), request.Number("batches"));
        var work = operation switch
        {
            "nothing" => last!.Nothing,
            "canary" => Canary.Work,
            _ => FaultException.Blamed(Whose.Codec, () => WorkOf(operation, request.OptionalText("files"))),
        };
        if (request.IsTrue("collect"))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
        }
        var first = next.GetValueOrDefault(operation);
        var timed = FaultException.Blamed(Whose.Codec, () => work.Time(first, calls, batches));
        next[operation] = (first + (calls * batches)) % work.Copies.Length;
        return Timed(timed);
    }

    /// <summary>The first call of all, within which the codec is opened.</summary>
    private string Cold(Request request)
    {
        var (operation, setUp) = (request.Text("operation"), SettingUp(request));
        var inputs = operation == Operations.Serialize ? loaded.Copies[0] : Frames.Split(host.Read(request.Text("encoded")));
        Part[] parts = [.. inputs.Select(one => new Part(input => (open ??= setUp())[one.Type, Operations.Timed(operation)](input), one.Value))];
        var output = operation == Operations.Serialize ? Output.Written : Output.Instance; // the codec that could say so is not open
        return Timed(FaultException.Blamed(Whose.Codec, () => new Work([parts], output).Time(0, 1, 1)));
    }

    private static string Timed((Batch[] Batches, long Sink) timed)
    {
        var first = timed.Batches[0];
        object? Column(Func<Batch, long?> of) => of(first) is null ? null : timed.Batches.Select(of);
        return Json.Answer(
            "timed",
            ("start_ns", Column(one => one.StartNs)),
            ("ns", Column(one => one.Ns)),
            ("allocated_bytes", Column(one => one.AllocatedBytes)),
            ("cpu_ns", Column(one => one.CpuNs)),
            ("process_cpu_ns", Column(one => one.ProcessCpuNs)),
            ("gc_count", Column(one => one.GcCount)),
            ("gc_ns", Column(one => one.GcNs)),
            ("compiled", Column(one => one.Compiled)),
            ("sink", timed.Sink));
    }

    // --- what several requests need ---
    private OpenCodec Opened => open ?? throw new FaultException(Whose.Runner, "no codec is open");

    /// <summary>What was made with the objects that were loaded, or with the codec that was open.</summary>
    private void Forget()
    {
        works.Clear();
        next.Clear();
    }

    /// <summary>What sets a codec up; the domain types that it takes are there before.</summary>
    private Func<OpenCodec> SettingUp(Request request)
    {
        var (codec, parameters) = (codecs[request.Text("codec")], request.Named("parameters"));
        var compressor = request.OptionalText("compressor") is { } name ? compressors[name] : null;
        var (family, level) = (codec.FamilyOf(parameters), (int)(request.OptionalNumber("level") ?? 0));
        var types = Have(family);
        var dictionary = request.OptionalText("dictionary") is { } file ? File.ReadAllBytes(file) : [];
        return () => new OpenCodec(family, types, codec.Open(types, parameters), compressor, level, dictionary);
    }

    /// <summary>What an operation works on: made when it is first timed, and kept.</summary>
    public Work WorkOf(string operation, string? folder = null)
    {
        if (!works.TryGetValue((operation, folder), out var work))
        {
            works[(operation, folder)] = work = folder is null ? InMemory(operation) : ThroughFiles(operation, WorkOf(operation), folder);
        }
        last = works[(operation, null)];
        return work;
    }

    private Work InMemory(string operation)
    {
        var codec = Opened;
        Part[] Parts(Item[] copy)
        {
            var items = Operations.MadeBy(operation).Aggregate(copy, (items, step) => codec.Each(step, items));
            return [.. items.Select(one => new Part(
                codec[one.Type, Operations.Timed(operation)], operation == Operations.Exchange ? host.Offer((byte[])one.Value) : one.Value))];
        }
        return new Work([.. loaded.Copies.Select(Parts)], codec.OutputOf(operation)) { OnOneThread = operation != Operations.Exchange };
    }

    private Work ThroughFiles(string operation, Work inMemory, string folder) => inMemory with
    {
        Copies = [.. inMemory.Copies.Select((copy, number) => operation == Operations.Serialize
            ? Files.Into(host, $"{folder}/serialized", copy)
            : Files.From(host, $"{folder}/copy-{number}", copy))],
    };

    /// <summary>Have the copies as domain objects of a family, and only of this one. Gives its types.</summary>
    private ITypes Have(string family)
    {
        var types = Types(family);
        if (loaded.Family != family)
        {
            loaded = ("", []);
            loaded = (family, Read(files, types));
        }
        return types;
    }

    private Item[][] Read(string[] copies, ITypes types)
    {
        Item[] Objects(string file) =>
            [.. Frames.Split(host.Read(file)).Select(one => one with { Value = types.Payloads[one.Type].Read((byte[])one.Value) })];
        return [.. copies.Select(Objects)];
    }

    private ITypes Types(string family)
    {
        var assembly = host.Load(family) ?? throw new FaultException(Whose.Codec, $"the types of the workload for this codec ({family}) could not be built. Read build.log of the types in the cache");
        return (ITypes)Activator.CreateInstance(assembly.GetType("Wirelab.Rendered.RenderedTypes", throwOnError: true)!)!;
    }
}
