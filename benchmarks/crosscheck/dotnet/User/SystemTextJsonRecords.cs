using System.Text.Json;
using System.Text.Json.Serialization;
using Google.Protobuf;

namespace Wirelab.Crosscheck.User;

/// <summary>Records by System.Text.Json, with its source generator.</summary>
public class SystemTextJsonRecords : OverCopies<Records>
{
    protected override Records Read(CodedInputStream input) => Records.Read(input);

    protected override byte[] Encode(Records value) => JsonSerializer.SerializeToUtf8Bytes(value, RecordsContext.Default.Records);

    protected override Records Decode(byte[] bytes) => JsonSerializer.Deserialize(bytes, RecordsContext.Default.Records)!;
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Records))]
internal sealed partial class RecordsContext : JsonSerializerContext;
