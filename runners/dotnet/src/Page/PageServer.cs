using System.Collections.Concurrent;
using System.Text.Json;
using System.Threading.Channels;
using Microsoft.AspNetCore.StaticFiles;
using Microsoft.Extensions.FileProviders;
using Wirelab.Runner;

namespace Wirelab.Page;

/// <summary>
/// Brings the page and what it loads, and its lines: the page asks for the next with its answer to the last. All of it is
/// below a secret path, and the page reads and writes no files but those that lines named, and those in folders that they
/// named; no symbolic links, which lead elsewhere.
/// </summary>
/// <param name="page">The folder of the page.</param>
/// <param name="runner">The folder of the runner; the page asks for files of it, and of its parts, by name.</param>
/// <param name="types">The folder of the rendered types, likewise.</param>
internal sealed class PageServer(string page, string runner, string types) : IAsyncDisposable
{
    private readonly string secret = Loopback.NewSecret();
    private readonly ConcurrentDictionary<string, bool> named = new(StringComparer.Ordinal);
    private readonly Channel<string> lines = Channel.CreateUnbounded<string>();
    private readonly Channel<string> answers = Channel.CreateUnbounded<string>();
    private readonly TaskCompletionSource ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource failed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private WebApplication? application;

    /// <summary>Done when the page has asked for its first line; failed when it cannot.</summary>
    public Task Ready => ready.Task.Or(failed.Task);

    /// <summary>Start; gives the page's address.</summary>
    public async Task<Uri> Start()
    {
        application = Loopback.Build(secret, request => request.Path.Value!.Split('/').ElementAtOrDefault(1) ?? "");
        Map(application, $"/{secret}");
        return new Uri(await Loopback.Start(application), $"/{secret}/index.html");
    }

    /// <summary>The page's answer to a line, or null: it was the last.</summary>
    public async Task<string?> Ask(string line)
    {
        Allow(line);
        lines.Writer.TryWrite(line);
        var text = await answers.Reader.ReadAsync().AsTask().Or(failed.Task);
        return text.Length > 0 ? text : null;
    }

    public async ValueTask DisposeAsync()
    {
        if (application is not null)
        {
            await application.StopAsync(new CancellationToken(canceled: true));
            await application.DisposeAsync();
        }
    }

    /// <summary>The page may read and write the files that a line names.</summary>
    private void Allow(string line)
    {
        try
        {
            using var document = JsonDocument.Parse(line);
            Allow(document.RootElement);
        }
        catch (JsonException)
        {
            // It names nothing; the page says what is wrong with it.
        }
    }

    private void Allow(JsonElement value)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var member in value.EnumerateObject())
                {
                    Allow(member.Value);
                }
                break;
            case JsonValueKind.Array:
                foreach (var item in value.EnumerateArray())
                {
                    Allow(item);
                }
                break;
            case JsonValueKind.String when Path.IsPathFullyQualified(value.GetString()!):
                named[value.GetString()!] = true;
                break;
        }
    }

    /// <summary>Whether a line named it, or the folder that it is in.</summary>
    private bool IsNamed(string path) =>
        path == Path.GetFullPath(path) && !IsLink(path) && (named.ContainsKey(path) || named.ContainsKey(Path.GetDirectoryName(path) ?? path));

    private string FolderOf(string name) => name switch
    {
        "types" => types,
        "bin" => Path.Combine(runner, name),
        _ => Path.Combine(runner, "parts", name),
    };

    private static bool IsLink(string path) => new FileInfo(path).LinkTarget is not null;

    private void Map(WebApplication application, string prefix)
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
            RequestPath = prefix,
            FileProvider = new PhysicalFileProvider(Path.GetFullPath(page)),
            ContentTypeProvider = types,
        });
        var routes = application.MapGroup(prefix);
        routes.MapGet("/found/{folder}/{file}", (string folder, string file) =>
            folder.All(char.IsAsciiLetterOrDigit) && file == Path.GetFileName(file) && Path.Combine(FolderOf(folder), file) is var path && File.Exists(path) && !IsLink(path)
                ? Results.Bytes(File.ReadAllBytes(path))
                : Results.NotFound());
        routes.MapGet("/file", (string path) => IfNamed(path, async () => Results.Bytes(await File.ReadAllBytesAsync(path))));
        routes.MapPut("/file", (string path, HttpRequest request) => IfNamed(path, async () =>
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
            return await lines.Reader.ReadAsync(request.HttpContext.RequestAborted);
        });
        routes.MapPost("/failed", async (HttpRequest request) => Fail($"the page failed: {await request.ReadFromJsonAsync<string>()}"));
        routes.MapPost("/here", async (HttpRequest request) =>
        {
            var gone = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            await using var _ = request.HttpContext.RequestAborted.Register(gone.SetResult);
            await gone.Task;
            var stopping = application.Lifetime.ApplicationStopping;
            await Task.Delay(TimeSpan.FromSeconds(1), stopping).ContinueWith(_ => { }, TaskScheduler.Default); // that the browser ended is the better answer
            if (!stopping.IsCancellationRequested)
            {
                Fail("the page is gone and its browser still runs: most often there was too little memory");
            }
        });
    }

    private void Fail(string what) => failed.TrySetException(new FaultException(Whose.Host, what));

    private static async Task<string> Text(HttpRequest request) => await new StreamReader(request.Body).ReadToEndAsync();

    private async Task<IResult> IfNamed(string path, Func<Task<IResult>> work)
    {
        try
        {
            return IsNamed(path) ? await work() : Results.StatusCode(StatusCodes.Status403Forbidden);
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
