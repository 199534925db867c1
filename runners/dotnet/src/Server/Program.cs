using System.Net;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Wirelab.Runner;
using Wirelab.Server;

// Speaks the protocol on stdin and stdout; the answers are made within requests to an application on loopback, so that
// what is measured runs in one of its handlers. Nothing of the exchange is timed.
if (args.Length != 1)
{
    Console.Error.WriteLine("usage: dotnet Wirelab.Server.dll TYPES");
    return 2;
}
var builder = WebApplication.CreateBuilder(new WebApplicationOptions { ContentRootPath = AppContext.BaseDirectory });
builder.Logging.ClearProviders(); // what is logged on the console goes to stdout
builder.WebHost.ConfigureKestrel(server =>
{
    server.Listen(IPAddress.Loopback, 0);
    server.Limits.MaxRequestBodySize = null;
});
await using var application = builder.Build();
var host = new ServerHost(args[0]);
var session = new Session(host);
application.MapPost("/", async (HttpRequest request) =>
{
    using var body = new MemoryStream();
    await request.Body.CopyToAsync(body);
    return session.Answer(body.ToArray()) is { } answers ? Results.Text(string.Join('\n', answers)) : Results.NoContent();
});
application.MapGet("/{at:int}", (int at) => Results.Bytes(host.Offered[at]));
await application.StartAsync();
using var client = new HttpClient { BaseAddress = new Uri(application.Urls.First()), Timeout = Timeout.InfiniteTimeSpan };
host.Client = client;
await Lines.Converse(async line =>
{
    using var answer = await client.PostAsync("/", new ByteArrayContent(line));
    var text = await answer.Content.ReadAsStringAsync();
    return answer.StatusCode switch
    {
        HttpStatusCode.OK => text.Split('\n'),
        HttpStatusCode.NoContent => null,
        _ => [Session.Fault(new FaultException(Whose.Runner, $"the server answered {(int)answer.StatusCode} {text}"))],
    };
});
await application.StopAsync();
return 0;
