using Wirelab.Runner;

namespace Wirelab.Server;

/// <summary>A process whose application also serves encoded objects, each under its number.</summary>
internal sealed class ServerHost(string types) : ProcessHost(types)
{
    private readonly List<byte[]> offered = [];

    /// <summary>What is served.</summary>
    public IReadOnlyList<byte[]> Offered => offered;

    /// <summary>What fetches from this application; it exists when the application has started.</summary>
    public HttpClient? Client { get; set; }

    public override Func<byte[], Func<byte[]>>? Offer => data =>
    {
        var path = $"/{offered.Count}";
        offered.Add(data);
        return () => Client!.GetByteArrayAsync(path).GetAwaiter().GetResult();
    };
}
