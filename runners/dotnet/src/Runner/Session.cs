using Google.Protobuf.WellKnownTypes;

namespace Wirelab.Runner;

/// <summary>What the runner knows between two requests, and how it answers each.</summary>
public sealed class Session(Host host)
{
    private readonly Dictionary<string, (Opened Opened, Layout Layout)> ready = [];
    private readonly Dictionary<string, (ITypes Types, Layout Layout)> families = [];
    private readonly IReadOnlyDictionary<string, Codec> codecs = Codecs.Available(host);
    private long resolutionNs;
    private string[] files = [];
    private (string Family, List<Stored<object>>[] Copies) loaded = ("", []);

    /// <summary>The lines that answer a line, or null: it was `bye`.</summary>
    public IReadOnlyList<string>? Answer(byte[] line)
    {
        try
        {
            var asked = Json.Parse(line);
            var fields = new Fields(asked, asked.Fields.TryGetValue("type", out var type) ? type.StringValue : "request");
            return fields.Text("type") == "bye" ? null : [.. Answers(fields).Select(Json.Write)];
        }
        catch (Exception error)
        {
            return [Fault(error as FaultException
                ?? new FaultException(error is OutOfMemoryException ? Whose.Host : Whose.Runner, FaultException.Describe(error), error))];
        }
    }

    /// <summary>The line that tells of a fault.</summary>
    public static string Fault(FaultException fault) =>
        Json.Write(Announcement.Message("error", ("fault", fault.Whose.ToString().ToLowerInvariant()), ("message", fault.Message)));

    private IEnumerable<object> Answers(Fields fields)
    {
        var type = fields.OneOf("type", "hello", "load", "verify", "measure", "encode", "decode");
        FaultException.Need(type == "hello" || resolutionNs > 0, Whose.Request, "'hello' comes first");
        return type switch
        {
            "hello" => [Hello(fields.Inner("protocol"))],
            "load" => [Load(fields.Text("workload"), fields.Texts("corpora"))],
            "verify" => [Verify(Subject.Of(fields.Inner("subject")), fields.OptionalCount("copy_index", 0) ?? 0, fields.Text("decoded"))],
            "measure" => Announcement.Of(MeasureWork(Wirelab.Runner.Measure.Of(fields))),
            "encode" => [Encode(Subject.Of(fields.Inner("subject")), fields.OptionalCount("copy_index", 0) ?? 0, fields.Text("file"))],
            _ => [Decode(fields.Text("workload"), Subject.Of(fields.Inner("subject")), fields.Text("file"), fields.Text("corpus"))],
        };
    }

    private object Hello(Fields protocol)
    {
        var (major, minor) = (protocol.Count("major", 0), protocol.Count("minor", 0));
        FaultException.Need(
            major == Announcement.Major,
            Whose.Request,
            $"this runner speaks version {Announcement.Major}.{Announcement.Minor} of the protocol, not {major}.{minor}");
        resolutionNs = Machine.ResolutionNs();
        return Announcement.Ready(host, codecs.Values, resolutionNs);
    }

    private Dictionary<string, object?> Load(string workload, string[] corpora)
    {
        NeedWorkload(workload);
        (files, loaded) = ([], ("", []));
        var count = ReadCopies(corpora, Families.Plain)[0].Count;
        files = corpora;
        return Announcement.Message("loaded", ("objects", count));
    }

    private Dictionary<string, object?> Verify(Subject subject, long copy, string decoded)
    {
        var (objects, resolved, opened, layout) = OneCopy(subject, copy);
        List<Stored<object>> plain = [], encoded = [], again = [];
        FaultException.Blamed(Whose.Codec, $"'{subject.Codec}' on its round trip", () =>
        {
            plain = Each(Operations.Plain, opened, objects);
            encoded = resolved.Compressor is null ? plain : Each(Operations.Compress, opened, plain);
            again = Each(Operations.Deserialize, opened, encoded);
            return true;
        });
        for (var at = 0; at < objects.Count; at++)
        {
            if (Difference.Between(objects[at].Payload, again[at].Payload, $"[{at}]") is { } found)
            {
                return Announcement.Message("mismatch", ("path", found.Path), ("expected", found.Expected), ("actual", found.Actual));
            }
        }
        WriteCorpus(decoded, layout, again);
        var verified = Announcement.Message("verified", ("encoded_bytes", Total(plain)));
        if (resolved.Compressor is not null)
        {
            verified["compressed_bytes"] = Total(encoded);
        }
        return verified;
    }

    private Measured MeasureWork(Measure request)
    {
        var work = WorkOf(request);
        return FaultException.Blamed(
            Whose.Codec,
            $"'{request.Subject.Codec}' on {request.Operation}",
            () => new Measuring(work, host.Canary).Run(request.Mode, resolutionNs));
    }

    /// <summary>What is timed for a request to measure.</summary>
    public Work WorkOf(Measure request)
    {
        var resolved = Resolved.Of(request.Subject, codecs);
        NeedLoaded();
        resolved.NeedOperation(request.Operation);
        FaultException.Need(
            request.Folder is null || request.Operation is Operations.Serialize or Operations.Deserialize,
            Whose.Request,
            $"the sink 'file' is for serialize and deserialize, not for {request.Operation}");
        return FaultException.Blamed(
            Whose.Codec,
            $"'{request.Subject.Codec}' on {request.Operation}, making what it takes",
            () => request.Mode is Cold ? FirstCall(request, resolved) : InputsOf(request, resolved));
    }

    private Work InputsOf(Measure request, Resolved resolved)
    {
        var (opened, _) = Open(request.Subject, resolved);
        var copies = Copies(resolved.Family)
            .Select(copy => Parts(request.Operation, opened, Fetched(request.Operation, Made(request.Operation, opened, copy))));
        return request.Folder is null
            ? new Work([.. copies], Operations.GivesBytes(request.Operation)) { OnOneThread = request.Operation != Operations.Exchange }
            : ThroughFiles(request.Operation, copies, request.Folder);
    }

    /// <summary>
    /// The first call of all, within which the subject is opened. What `write`, `unbuild` and `compress` take is made by
    /// the codec itself, so that of these the rest alone is cold.
    /// </summary>
    private Work FirstCall(Measure request, Resolved resolved)
    {
        FaultException.Need(ready.Count == 0, Whose.Request, "mode 'cold' comes before any other use of a codec in a process");
        FaultException.Need(
            resolved.Codec.NeverCold.Length == 0,
            Whose.Request,
            $"'{request.Subject.Codec}' has no mode 'cold': {resolved.Codec.NeverCold}");
        FaultException.Need(request.Folder is null, Whose.Request, "mode 'cold' has the sink 'memory' alone");
        var (operation, layout) = (request.Operation, Family(resolved.Family).Layout);
        List<Stored<object>> inputs;
        if (Operations.ReadsEncoded(operation))
        {
            FaultException.Need(request.Encoded is not null, Whose.Request, $"{operation} in mode 'cold' needs 'encoded'");
            var encoded = layout.ReadEncoded(host.Read(request.Encoded!));
            var plain = operation == Operations.Parse;
            inputs = Taken(
                operation,
                [.. encoded.Select(one => new Stored<object>(one.Columns, plain ? resolved.Decompressed(one.Payload) : one.Payload))]);
        }
        else
        {
            var objects = Copies(resolved.Family)[0];
            inputs = Operations.MadeBy(operation).Count == 0 ? objects : Made(operation, Open(request.Subject, resolved).Opened, objects);
        }
        Part[] parts = [.. inputs.Select(one => new Part(
            input => Open(request.Subject, resolved).Opened[one.Columns.Payload, operation](input), one.Payload))];
        return new Work([parts], Operations.GivesBytes(operation)) { OnOneThread = operation != Operations.Exchange };
    }

    private Work ThroughFiles(string operation, IEnumerable<Part[]> copies, string folder)
    {
        var writes = operation == Operations.Serialize;
        var parts = copies.Select((copy, number) =>
            writes ? SinkFile.Into(host, $"{folder}/serialized", copy) : SinkFile.From(host, $"{folder}/copy-{number}", copy));
        return new Work([.. parts], writes, InMemory: false);
    }

    private Dictionary<string, object?> Encode(Subject subject, long copy, string file)
    {
        var (objects, _, opened, _) = OneCopy(subject, copy);
        var encoded = FaultException.Blamed(
            Whose.Codec, $"'{subject.Codec}' on serialize", () => Each(Operations.Serialize, opened, objects));
        host.Write(file, Layout.WriteEncoded(encoded.Select(one => new Stored<byte[]>(one.Columns, (byte[])one.Payload))));
        return Announcement.Message("encoded", ("bytes", Total(encoded)));
    }

    private Dictionary<string, object?> Decode(string workload, Subject subject, string file, string corpus)
    {
        NeedWorkload(workload);
        var resolved = Resolved.Of(subject, codecs);
        var (opened, layout) = Open(subject, resolved);
        var data = host.Read(file);
        var encoded = FaultException.Blamed(Whose.Workload, $"reading {file}", () => layout.ReadEncoded(data));
        var objects = FaultException.Blamed(
            Whose.Codec,
            $"'{subject.Codec}' on deserialize",
            () => Each(Operations.Deserialize, opened, [.. encoded.Select(one => new Stored<object>(one.Columns, one.Payload))]));
        WriteCorpus(corpus, layout, objects);
        return Announcement.Message("decoded", ("objects", objects.Count));
    }

    // --- what several requests need ---
    private (List<Stored<object>> Objects, Resolved Resolved, Opened Opened, Layout Layout) OneCopy(Subject subject, long copy)
    {
        NeedLoaded();
        FaultException.Need(copy < files.Length, Whose.Request, $"there is no copy {copy}: {files.Length} corpora are loaded");
        var resolved = Resolved.Of(subject, codecs);
        var (opened, layout) = Open(subject, resolved);
        return (Copies(resolved.Family)[copy], resolved, opened, layout);
    }

    /// <summary>What was set up once serves every request that names the subject.</summary>
    private (Opened Opened, Layout Layout) Open(Subject subject, Resolved resolved)
    {
        if (!ready.TryGetValue(subject.Key, out var found))
        {
            var (types, layout) = Family(resolved.Family);
            ready[subject.Key] = found = (resolved.Open(types), layout);
        }
        return found;
    }

    private (ITypes Types, Layout Layout) Family(string name)
    {
        if (!families.TryGetValue(name, out var found))
        {
            var assembly = Host.Load(name) ?? throw new FaultException(Whose.Workload, "this process has no types of a workload");
            var types = (ITypes)Activator.CreateInstance(assembly.GetType("Wirelab.Rendered.RenderedTypes", throwOnError: true)!)!;
            families[name] = found = (types, new Layout(types));
        }
        return found;
    }

    /// <summary>The copies as domain objects of a family; those of one family alone are held at a time.</summary>
    private List<Stored<object>>[] Copies(string family)
    {
        if (loaded.Family != family)
        {
            loaded = ("", []);
            ReadCopies(files, family);
        }
        return loaded.Copies;
    }

    private List<Stored<object>>[] ReadCopies(string[] corpora, string family)
    {
        var layout = Family(family).Layout;
        var read = corpora.Distinct().ToDictionary(file => file, host.Read);
        var copies = FaultException.Blamed(
            Whose.Workload,
            $"reading {string.Join(", ", read.Keys)}",
            () => corpora.Select(file => layout.ReadCorpus(read[file])).ToArray());
        loaded = (family, copies);
        return copies;
    }

    private void NeedWorkload(string workload)
    {
        var types = Family(Families.Plain).Types;
        FaultException.Need(
            workload == types.Workload, Whose.Workload, $"this process has the types of '{types.Workload}', not of '{workload}'");
    }

    private void NeedLoaded() => FaultException.Need(files.Length > 0, Whose.Request, "'load' comes first");

    private void WriteCorpus(string file, Layout layout, List<Stored<object>> objects) =>
        host.Write(file, FaultException.Blamed(Whose.Codec, "writing what it read as a corpus", () => layout.WriteCorpus(objects)));

    private static List<Stored<object>> Made(string operation, Opened opened, List<Stored<object>> objects) =>
        Operations.MadeBy(operation).Aggregate(objects, (items, step) => Each(step, opened, items));

    /// <summary>What the operation takes: where it fetches bytes, these are offered, and it takes the function that fetches.</summary>
    private List<Stored<object>> Taken(string operation, List<Stored<object>> items) =>
        operation != Operations.Exchange ? items : [.. items.Select(one => one with { Payload = host.Offer!((byte[])one.Payload) })];

    /// <summary>As <see cref="Taken"/>, and what is fetched is fetched once and compared with what was offered.</summary>
    private List<Stored<object>> Fetched(string operation, List<Stored<object>> items)
    {
        var taken = Taken(operation, items);
        if (operation == Operations.Exchange)
        {
            foreach (var (offered, given) in items.Zip(taken))
            {
                FaultException.Need(
                    ((Func<byte[]>)given.Payload)().AsSpan().SequenceEqual((byte[])offered.Payload),
                    Whose.Runner,
                    "the client fetched other bytes than were offered to it");
            }
        }

        return taken;
    }

    private static List<Stored<object>> Each(string operation, Opened opened, List<Stored<object>> items) =>
        [.. items.Select(one => one with { Payload = opened[one.Columns.Payload, operation](one.Payload) })];

    private static Part[] Parts(string operation, Opened opened, List<Stored<object>> items) =>
        [.. items.Select(one => new Part(opened[one.Columns.Payload, operation], one.Payload))];

    private static long Total(List<Stored<object>> encoded) => encoded.Sum(one => (long)((byte[])one.Payload).Length);
}
