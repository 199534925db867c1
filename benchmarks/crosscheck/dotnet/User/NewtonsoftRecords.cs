using System.Text;
using Google.Protobuf;
using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;

namespace Wirelab.Crosscheck.User;

/// <summary>Records by Newtonsoft.Json, through streams.</summary>
public class NewtonsoftRecords : OverCopies<Records>
{
    private readonly JsonSerializer serializer =
        JsonSerializer.Create(new JsonSerializerSettings { ContractResolver = new CamelCasePropertyNamesContractResolver() });

    protected override Records Read(CodedInputStream input) => Records.Read(input);

    protected override byte[] Encode(Records value)
    {
        var stream = new MemoryStream();
        using (var writer = new JsonTextWriter(new StreamWriter(stream, new UTF8Encoding(false))))
        {
            serializer.Serialize(writer, value);
        }
        return stream.ToArray();
    }

    protected override Records Decode(byte[] bytes)
    {
        using var reader = new JsonTextReader(new StreamReader(new MemoryStream(bytes), Encoding.UTF8));
        return serializer.Deserialize<Records>(reader)!;
    }
}
