#if MEMORYPACK
extern alias memorypack;

using MemoryPack;
using School = memorypack::Wirelab.Domain.School;

namespace Wirelab.HandWritten;

internal sealed class ByMemoryPack : IWritten
{
    public byte[] Write(object school) => MemoryPackSerializer.Serialize((School)school);

    public object Read(byte[] data) => MemoryPackSerializer.Deserialize<School>(data)!;
}
#endif
