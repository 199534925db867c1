using System.Threading.Channels;
using Microsoft.AspNetCore.StaticFiles;
using Microsoft.Extensions.FileProviders;
using Wirelab.Runner;

namespace Wirelab.Page;

/// <summary>Where the page, what the runner's build wrote, and the rendered types are.</summary>
internal sealed record Folders(string Page, string Runner, string Types);

/// <summary>
/// Brings the page and what it loads, and its lines: the page asks for the next with its answer to the last. All of it is
/// below a path that nobody else knows, since it also reads and writes files.
/// </summary>
internal sealed class PageServer : IAsyncDisposable
{
    private readonly WebApplication application;
    private readonly Channel<byte[]> lines = Channel.CreateUnbounded<byte[]>();
    private readonly Channel<string> answers = Channel.CreateUnbounded<string>();
    private readonly TaskCompletionSource ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource failed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private PageServer(WebApplication application) => this.application = application;

    /// <summary>Done when the page asked for its first line; failed when it says that it cannot.</summary>
    public Task Ready => ready.Task.Or(failed.Task);

    public Uri Address { get; private set; } = new("about:blank");

    public static async Task<PageServer> Start(Folders folders)
    {
        var application = Loopback.Build();
        var server = new PageServer(application);
        var secret = $"/{Guid.NewGuid():N}";
        server.Map(application, secret, folders);
        server.Address = new Uri(await Loopback.Start(application), $"{secret}/index.html");
        return server;
    }

    /// <summary>The page's answers to a line; null: there are none.</summary>
    public async Task<IReadOnlyList<string>?> Ask(byte[] line)
    {
        lines.Writer.TryWrite(line);
        var text = await answers.Reader.ReadAsync().AsTask().Or(failed.Task);
        return text.Length == 0 ? null : text.TrimEnd('\n').Split('\n');
    }

    public async ValueTask DisposeAsync()
    {
        await application.StopAsync(new CancellationToken(canceled: true));
        await application.DisposeAsync();
    }

    private void Map(WebApplication application, string secret, Folders folders)
    {
        application.Use((context, next) =>
        {
            // A page that is isolated has the fine clock.
            context.Response.Headers.Append("Cross-Origin-Opener-Policy", "same-origin");
            context.Response.Headers.Append("Cross-Origin-Embedder-Policy", "require-corp");
            return next();
        });
        var types = new FileExtensionContentTypeProvider();
        (types.Mappings[".dll"], types.Mappings[".mjs"]) = ("application/octet-stream", "text/javascript");
        application.UseStaticFiles(new StaticFileOptions
        {
            RequestPath = secret,
            FileProvider = new PhysicalFileProvider(Path.GetFullPath(folders.Page)),
            ContentTypeProvider = types,
        });
        var routes = application.MapGroup(secret);
        routes.MapGet("/types/{file}", (string file) => FileOrNone(Path.Combine(folders.Types, file)));
        routes.MapGet("/missing/{name}", (string name) => FileOrNone(Path.Combine(folders.Runner, "bin", $"{name}.missing")));
        routes.MapGet("/file", (string path) => OrWhy(async () => Results.Bytes(await File.ReadAllBytesAsync(path))));
        routes.MapPut("/file", (string path, HttpRequest request) => OrWhy(async () =>
        {
            await using var file = File.Create(path);
            await request.Body.CopyToAsync(file);
            return Results.Ok();
        }));
        routes.MapPost("/next", async (HttpRequest request) =>
        {
            if (!ready.TrySetResult())
            {
                answers.Writer.TryWrite(await Text(request));
            }
            return Results.Bytes(await lines.Reader.ReadAsync(request.HttpContext.RequestAborted));
        });
        routes.MapPost("/end", () => answers.Writer.TryWrite(""));
        routes.MapPost("/failed", async (HttpRequest request) => Fail($"the page failed: {await Text(request)}"));
        routes.MapPost("/here", async (HttpRequest request) =>
        {
            var gone = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            await using var _ = request.HttpContext.RequestAborted.Register(gone.SetResult);
            await gone.Task;
            var stopping = application.Lifetime.ApplicationStopping;
            await Task.Delay(TimeSpan.FromSeconds(1), stopping).ContinueWith(_ => { }, TaskScheduler.Default); // when the browser ended, that is what is told
            if (!stopping.IsCancellationRequested)
            {
                Fail("the page is gone and its browser still runs: most often there was too little memory");
            }
        });
    }

    private void Fail(string what) => failed.TrySetException(new FaultException(Whose.Host, what));

    private static async Task<string> Text(HttpRequest request) => await new StreamReader(request.Body).ReadToEndAsync();

    private static IResult FileOrNone(string path) => File.Exists(path) ? Results.Bytes(File.ReadAllBytes(path)) : Results.NotFound();

    private static async Task<IResult> OrWhy(Func<Task<IResult>> work)
    {
        try
        {
            return await work();
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return Results.Text(error.Message, statusCode: StatusCodes.Status500InternalServerError);
        }
    }
}

/// <summary>Waiting for one thing while another may fail.</summary>
internal static class Waiting
{
    public static async Task Or(this Task wanted, Task failing) => await await Task.WhenAny(wanted, failing);

    public static async Task<T> Or<T>(this Task<T> wanted, Task failing)
    {
        await ((Task)wanted).Or(failing);
        return await wanted;
    }
}
