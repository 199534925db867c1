using System.Text.Json;
using Wirelab.Domain;
using Wirelab.Rendered;

namespace Wirelab.HandWritten;

internal sealed class ByJson : IWritten
{
    public byte[] Write(object school) => JsonSerializer.SerializeToUtf8Bytes((School)school, JsonContext.Default.OfSchool);

    public object Read(byte[] data) => JsonSerializer.Deserialize(data, JsonContext.Default.OfSchool)!;
}
