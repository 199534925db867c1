using System.Text;
using Wirelab.Runner;

namespace Wirelab.Server;

/// <summary>
/// A process with an application, which answers lines in a handler and serves encoded objects, each under its number. What a
/// request says is not read: it only has the line answered that stdin brought last, and that once.
/// </summary>
/// <param name="types">The folder of the rendered types.</param>
/// <param name="secret">What its own client shows.</param>
internal sealed class ServerHost(string types, string secret) : ProcessHost(types), IAsyncDisposable
{
    public const string SecretHeader = "Wirelab-Secret";
    private readonly HttpClient client = new() { Timeout = Timeout.InfiniteTimeSpan };
    private readonly List<byte[]> offered = [];
    private WebApplication? application;
    private Task? started;
    private string? asked;

    /// <summary>Where it listens, once it was asked something.</summary>
    public Uri? Address => client.BaseAddress;

    /// <summary>The handler's answer to a line, or null: it was the last.</summary>
    public async Task<string?> Ask(string line)
    {
        await (started ??= Start());
        asked = line;
        using var answer = await client.PostAsync("/", new StringContent("", Encoding.UTF8, "application/json"));
        var text = await answer.EnsureSuccessStatusCode().Content.ReadAsStringAsync();
        return text.Length > 0 ? text : null;
    }

    public override Func<byte[]> Offer(byte[] data)
    {
        var path = $"/{offered.Count}";
        offered.Add(data);
        return () =>
        {
            try
            {
                return client.GetByteArrayAsync(path).GetAwaiter().GetResult();
            }
            catch (HttpRequestException error)
            {
                throw new FaultException(Whose.Host, $"an object cannot be fetched over loopback: {FaultException.Describe(error)}", error);
            }
        };
    }

    public async ValueTask DisposeAsync()
    {
        client.Dispose();
        if (application is not null)
        {
            await application.DisposeAsync();
        }
    }

    private async Task Start()
    {
        application = Loopback.Build(secret, request => request.Headers[SecretHeader].ToString());
        client.DefaultRequestHeaders.Add(SecretHeader, secret);
        var session = new Session(this);
        application.MapPost("/", () =>
            Interlocked.Exchange(ref asked, null) is { } line ? Results.Text(session.Answer(line) ?? "") : Results.StatusCode(StatusCodes.Status403Forbidden));
        application.MapGet("/{at:int}", (int at) => Results.Bytes(offered[at]));
        client.BaseAddress = await Loopback.Start(application);
    }
}
