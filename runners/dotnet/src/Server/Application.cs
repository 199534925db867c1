using System.Net;
using Wirelab.Runner;

namespace Wirelab.Server;

/// <summary>An application that answers lines within a handler, and the client that brings it them.</summary>
internal sealed class Application : IAsyncDisposable
{
    private readonly WebApplication application;

    private Application(WebApplication application) => this.application = application;

    /// <summary>Asks the application.</summary>
    public HttpClient Client { get; } = new() { Timeout = Timeout.InfiniteTimeSpan };

    /// <param name="answer">Gives the lines that answer a line, or null: it was the last.</param>
    /// <param name="offered">What is served beside that, each under its number.</param>
    public static async Task<Application> Start(Func<byte[], IReadOnlyList<string>?> answer, IReadOnlyList<byte[]> offered)
    {
        var application = Loopback.Build();
        application.MapPost("/", async (HttpRequest request) =>
        {
            using var body = new MemoryStream();
            await request.Body.CopyToAsync(body);
            try
            {
                return answer(body.ToArray()) is { } answers ? Results.Text(string.Join('\n', answers)) : Results.NoContent();
            }
            catch (Exception error)
            {
                return Results.Text(FaultException.Describe(error), statusCode: StatusCodes.Status500InternalServerError);
            }
        });
        application.MapGet("/{at:int}", (int at) => Results.Bytes(offered[at]));
        var started = new Application(application);
        started.Client.BaseAddress = await Loopback.Start(application);
        return started;
    }

    /// <summary>What the handler answers; what it threw, or that it is gone, is answered as a fault.</summary>
    public async ValueTask<IReadOnlyList<string>?> Ask(byte[] line)
    {
        try
        {
            using var answer = await Client.PostAsync("/", new ByteArrayContent(line));
            var text = await answer.Content.ReadAsStringAsync();
            return answer.StatusCode switch
            {
                HttpStatusCode.OK => text.Split('\n'),
                HttpStatusCode.NoContent => null,
                _ => [Session.Fault(new FaultException(Whose.Runner, $"the application's handler failed: {text}"))],
            };
        }
        catch (HttpRequestException error)
        {
            return [Session.Fault(new FaultException(Whose.Host, $"the application does not answer: {FaultException.Describe(error)}", error))];
        }
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await application.DisposeAsync();
    }
}
