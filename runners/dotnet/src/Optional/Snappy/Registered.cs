namespace Wirelab.Runner.Libraries;

/// <summary>Snappy's blocks by Snappier, written in C#. It has no levels.</summary>
public static class Registered
{
    public static IReadOnlyList<Compressor> Compressors { get; } =
    [
        new("snappy", (_, _) => data => Snappier.Snappy.CompressToArray(data), _ => data => Snappier.Snappy.DecompressToArray(data))
        {
            Version = Optionals.VersionOf(typeof(Registered)),
        },
    ];
}
