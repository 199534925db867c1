using Op = System.Func<object, object>;

namespace Wirelab.Runner;

/// <summary>A subject that is ready: for each payload type, functions by the operation's name.</summary>
public sealed class Opened(IReadOnlyList<IReadOnlyDictionary<string, Op>> operations)
{
    public Op this[int payload, string operation] => operations[payload][operation];
}

/// <summary>A subject whose codec, parameters, compressor and level all exist; nothing of it is loaded yet.</summary>
public sealed record Resolved(Codec Codec, IReadOnlyDictionary<string, string> Parameters, Compressor? Compressor, int Level)
{
    /// <summary>Find what a subject names; what there is not is the codec's fault.</summary>
    public static Resolved Of(Subject subject, IReadOnlyDictionary<string, Codec> codecs)
    {
        var codec = Find("codec", subject.Codec, codecs);
        var known = codec.Parameters.ToDictionary(one => one.Name);
        foreach (var (name, value) in subject.Parameters)
        {
            var values = Find($"parameter of '{codec.Name}'", name, known).Values;
            Find($"value of '{codec.Name}:{name}'", value, values.ToDictionary(one => one));
        }
        var parameters = known.ToDictionary(one => one.Key, one => subject.Parameters.GetValueOrDefault(one.Key, one.Value.Default));
        if (subject.Compressor is null)
        {
            FaultException.Need(subject.Level is null, Whose.Codec, "a level needs a compressor");
            return new Resolved(codec, parameters, null, 0);
        }
        var compressor = Find("compressor", subject.Compressor, Compressor.All);
        var (low, high, level) = (compressor.MinLevel, compressor.MaxLevel, subject.Level ?? compressor.DefaultLevel);
        FaultException.Need(low <= level && level <= high, Whose.Codec, $"'{compressor.Name}' has levels {low} to {high}, not {level}");
        return new Resolved(codec, parameters, compressor, level);
    }

    public string Family => Codec.FamilyOf(Parameters);

    public void NeedOperation(string operation)
    {
        if (operation is Operations.Compress or Operations.Decompress)
        {
            FaultException.Need(Compressor is not null, Whose.Codec, $"{operation} needs a subject with a compressor");
            return;
        }
        var has = string.Join(", ", Codec.OperationNames);
        FaultException.Need(
            Codec.OperationNames.Contains(operation), Whose.Codec, $"'{Codec.Name}' has no operation {operation}; it has {has}");
    }

    public Opened Open(ITypes types) =>
        FaultException.Blamed(Whose.Codec, $"making '{Codec.Name}' ready", () =>
        {
            var coders = Codec.Open(types, Parameters);
            return new Opened([.. types.Payloads.Select(type => OfType(coders(type)))]);
        });

    public byte[] Decompressed(byte[] data) => Compressor is null ? data : Compressor.Decompress(data);

    private Dictionary<string, Op> OfType(Coder coder)
    {
        var operations = new Dictionary<string, Op>
        {
            [Operations.Plain] = coder.Serialize,
            [Operations.Serialize] = coder.Serialize,
            [Operations.Deserialize] = data => coder.Deserialize((byte[])data),
        };
        if (coder is ConvertingCoder converting)
        {
            operations[Operations.Build] = converting.Build;
            operations[Operations.Write] = converting.Write;
            operations[Operations.Parse] = data => converting.Parse((byte[])data);
            operations[Operations.Unbuild] = converting.Unbuild;
        }
        if (Compressor is { } compressor)
        {
            var level = Level;
            operations[Operations.Serialize] = x => compressor.Compress(coder.Serialize(x), level);
            operations[Operations.Deserialize] = data => coder.Deserialize(compressor.Decompress((byte[])data));
            operations[Operations.Compress] = data => compressor.Compress((byte[])data, level);
            operations[Operations.Decompress] = data => compressor.Decompress((byte[])data);
        }
        var deserialize = operations[Operations.Deserialize];
        operations[Operations.Exchange] = fetch => deserialize(((Func<byte[]>)fetch)());
        return operations;
    }

    private static T Find<T>(string what, string name, IReadOnlyDictionary<string, T> known) =>
        known.TryGetValue(name, out var found)
            ? found
            : throw new FaultException(Whose.Codec, $"there is no {what} '{name}'; there are {(known.Count > 0 ? string.Join(", ", known.Keys) : "none")}");
}
