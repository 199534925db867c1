using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using BenchmarkDotNet.Attributes;
using Google.Protobuf;
using Newtonsoft.Json.Serialization;

// A library's work on records, as its user would benchmark it. This namespace shares no code with the runner.
namespace Wirelab.Crosscheck.User;

/// <summary>A record.</summary>
public sealed class Record
{
    public string Name { get; set; } = "";

    public int Number { get; set; }

    public bool Flag { get; set; }
}

/// <summary>Many records.</summary>
public sealed class Records
{
    public List<Record> Items { get; set; } = [];

    public static Records Read(CodedInputStream input)
    {
        var records = new Records();
        while (input.ReadTag() != 0)
        {
            using var message = input.ReadBytes().CreateCodedInput();
            var record = new Record();
            for (var tag = message.ReadTag(); tag != 0; tag = message.ReadTag())
            {
                switch (tag >> 3)
                {
                    case 1:
                        record.Name = message.ReadString();
                        break;
                    case 2:
                        record.Number = message.ReadInt32();
                        break;
                    default:
                        record.Flag = message.ReadBool();
                        break;
                }
            }
            records.Items.Add(record);
        }
        return records;
    }
}

/// <summary>One object per call, from each file in turn.</summary>
public abstract class OfRecords
{
    private Records[] objects = [];
    private byte[][] encoded = [];
    private int next;

    /// <summary>Each holds one object behind its type and its length.</summary>
    public static IReadOnlyList<string> Files { get; set; } = [];

    protected abstract byte[] Encode(Records value);

    protected abstract Records Decode(byte[] bytes);

    [GlobalSetup]
    public void Prepare()
    {
        objects = [.. Files.Select(ReadFile)];
        encoded = [.. objects.Select(Encode)];
        if (!encoded.All(bytes => bytes.AsSpan().SequenceEqual(Encode(Decode(bytes)))))
        {
            throw new InvalidDataException("the decoded records differ from the encoded ones");
        }
    }

    [Benchmark]
    public byte[] Serialize() => Encode(objects[Turn()]);

    [Benchmark]
    public Records Deserialize() => Decode(encoded[Turn()]);

    private static Records ReadFile(string file)
    {
        using var input = new CodedInputStream(File.ReadAllBytes(file));
        input.ReadUInt32();
        using var message = input.ReadBytes().CreateCodedInput();
        return Records.Read(message);
    }

    private int Turn()
    {
        var turn = next;
        next = turn + 1 == objects.Length ? 0 : turn + 1;
        return turn;
    }
}

/// <summary>By System.Text.Json, with its source generator.</summary>
public class BySystemTextJson : OfRecords
{
    protected override byte[] Encode(Records value) => JsonSerializer.SerializeToUtf8Bytes(value, RecordsContext.Default.Records);

    protected override Records Decode(byte[] bytes) => JsonSerializer.Deserialize(bytes, RecordsContext.Default.Records)!;
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Records))]
internal sealed partial class RecordsContext : JsonSerializerContext;

/// <summary>By Newtonsoft.Json, through streams.</summary>
public class ByNewtonsoftJson : OfRecords
{
    private readonly Newtonsoft.Json.JsonSerializer serializer = Newtonsoft.Json.JsonSerializer.Create(
        new() { ContractResolver = new CamelCasePropertyNamesContractResolver() });

    protected override byte[] Encode(Records value)
    {
        var stream = new MemoryStream();
        using (var writer = new Newtonsoft.Json.JsonTextWriter(new StreamWriter(stream, new UTF8Encoding(false))))
        {
            serializer.Serialize(writer, value);
        }
        return stream.ToArray();
    }

    protected override Records Decode(byte[] bytes)
    {
        using var reader = new Newtonsoft.Json.JsonTextReader(new StreamReader(new MemoryStream(bytes), Encoding.UTF8));
        return serializer.Deserialize<Records>(reader)!;
    }
}
