using System.Net;
using System.Text;
using Wirelab.Page;
using Wirelab.Runner;
using Wirelab.Server;

namespace Wirelab.Tests;

/// <summary>The server, the page's server and the browser, with what goes wrong there.</summary>
public sealed class HostsTests : IDisposable
{
    private const string Secret = "known to the tests";
    private readonly string folder = Directory.CreateTempSubdirectory("wirelab-tests-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task The_application_answers_line_by_line_and_serves_what_is_offered()
    {
        await using var host = new ServerHost(folder, Secret);
        Assert.StartsWith("""{"type":"ready",""", await host.Ask("""{"type":"hello","protocol":2}"""), StringComparison.Ordinal);
        Assert.StartsWith("""{"type":"error","whose":"runner",""", await host.Ask("no JSON"), StringComparison.Ordinal);
        host.Offer([7, 8]);
        Assert.Equal([9], host.Offer([9])());
        Assert.Null(await host.Ask("""{"type":"bye"}"""));
    }

    [Fact]
    public async Task The_page_asks_for_a_line_and_brings_its_answer_with_the_next()
    {
        await using var server = Server();
        using var page = await Page(server);
        var first = page.PostAsync("next", Json(""));
        await server.Ready;
        var asked = server.Ask("a line");
        Assert.Equal("a line", await (await first).Content.ReadAsStringAsync());
        var next = page.PostAsync("next", Json("an answer"));
        Assert.Equal("an answer", await asked);
        var last = server.Ask("bye");
        await next;
        var after = page.PostAsync("next", Json(""));
        Assert.Null(await last);
        Assert.False(after.IsCompleted);
    }

    [Fact]
    public async Task A_page_that_fails_is_the_hosts_fault()
    {
        await using var server = Server();
        using var page = await Page(server);
        await page.PostAsync("failed", Json("\"no WebAssembly here\""));
        var fault = await Assert.ThrowsAsync<FaultException>(() => server.Ready);
        Assert.Equal((Whose.Host, "the page failed: no WebAssembly here"), (fault.Whose, fault.Message));
        await Assert.ThrowsAsync<FaultException>(() => server.Ask("a line"));
    }

    [Fact]
    public async Task A_page_that_is_gone_is_noticed()
    {
        await using var server = Server();
        using (var page = await Page(server))
        {
            var here = page.PostAsync("here", Json(""));
            await Task.WhenAny(here, Task.Delay(200));
            Assert.False(here.IsCompleted);
        }
        var fault = await Assert.ThrowsAsync<FaultException>(() => server.Ready.WaitAsync(TimeSpan.FromSeconds(10)));
        Assert.Contains("the page is gone", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_is_served_to_who_knows_the_secret()
    {
        await File.WriteAllTextAsync(Path.Combine(folder, "index.html"), "a page");
        await using var server = Server();
        var address = await server.Start();
        using var anyone = new HttpClient();
        using var page = await anyone.GetAsync(address);
        Assert.Equal("a page", await page.Content.ReadAsStringAsync());
        Assert.Equal("require-corp", Assert.Single(page.Headers.GetValues("Cross-Origin-Embedder-Policy")));
        foreach (var path in new[] { "/", "/index.html", "/file?path=/etc/passwd", $"/{Guid.NewGuid():N}/index.html", "//index.html" })
        {
            using var answer = await anyone.GetAsync(new Uri(address, path.StartsWith("//", StringComparison.Ordinal) ? $"/.{path}" : path));
            Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
        }
    }

    [Theory]
    [InlineData("Host", "rebound.example.org")]
    [InlineData("Origin", "http://rebound.example.org")]
    [InlineData("Origin", "null")]
    public async Task A_page_of_elsewhere_is_refused_even_with_the_secret(string header, string value)
    {
        await File.WriteAllTextAsync(Path.Combine(folder, "index.html"), "a page");
        await using var server = Server();
        using var request = new HttpRequestMessage(HttpMethod.Get, await server.Start());
        request.Headers.TryAddWithoutValidation(header, value);
        using var stranger = new HttpClient();
        using var answer = await stranger.SendAsync(request);
        Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
    }

    [Fact]
    public async Task A_stranger_moves_nothing_in_the_application()
    {
        await using var host = new ServerHost(folder, Secret);
        await host.Ask("""{"type":"hello","protocol":2}""");
        host.Offer([9]);
        using var stranger = new HttpClient { BaseAddress = host.Address };
        foreach (var content in new[] { Json("""{"type":"bye"}"""), new StringContent("""{"type":"bye"}""") })
        {
            using var answer = await stranger.PostAsync("/", content);
            Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
        }
        using var offered = await stranger.GetAsync("/0");
        Assert.Equal(HttpStatusCode.Forbidden, offered.StatusCode);
        Assert.StartsWith("""{"type":"ready",""", await host.Ask("""{"type":"hello","protocol":2}"""), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Only_the_line_that_stdin_brought_is_answered_even_with_the_secret()
    {
        await using var host = new ServerHost(folder, Secret);
        await host.Ask("""{"type":"hello","protocol":2}""");
        using var thief = new HttpClient { BaseAddress = host.Address };
        thief.DefaultRequestHeaders.Add(ServerHost.SecretHeader, Secret);
        using var answer = await thief.PostAsync("/", Json("""{"type":"bye"}"""));
        Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
        Assert.StartsWith("""{"type":"ready",""", await host.Ask("""{"type":"hello","protocol":2}"""), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Symbolic_links_are_neither_read_nor_written()
    {
        await using var server = Server();
        using var page = await Page(server);
        var (target, link) = (Path.Combine(folder, "target"), Path.Combine(folder, "link"));
        await File.WriteAllTextAsync(target, "secret");
        File.CreateSymbolicLink(link, target);
        File.CreateSymbolicLink($"{link}-to-nothing", Path.Combine(folder, "nothing"));
        _ = server.Ask($$"""{"folder":"{{folder}}","file":"{{link}}"}""");
        foreach (var path in new[] { link, $"{link}-to-nothing" })
        {
            using var read = await page.GetAsync($"file?path={path}");
            using var written = await page.PutAsync($"file?path={path}", new ByteArrayContent([1]));
            Assert.Equal((HttpStatusCode.Forbidden, HttpStatusCode.Forbidden), (read.StatusCode, written.StatusCode));
        }
        using var found = await page.GetAsync("found/types/link");
        Assert.Equal(HttpStatusCode.NotFound, found.StatusCode);
        Assert.Equal("secret", await File.ReadAllTextAsync(target));
        Assert.False(File.Exists(Path.Combine(folder, "nothing")));
    }

    [Fact]
    public async Task A_browser_leaves_no_folder_behind()
    {
        var seen = Path.Combine(folder, "seen");
        using (var browser = Fake($"mkdir \"$TMPDIR/socket\"; echo \"$TMPDIR\" >'{seen}.part'; mv '{seen}.part' '{seen}'; cat <&3"))
        {
            await Until(() => File.Exists(seen));
        }
        var profile = (await File.ReadAllTextAsync(seen)).Trim();
        Assert.Contains("wirelab-browser-", profile, StringComparison.Ordinal);
        await Until(() => !Directory.Exists(profile));
    }

    [Fact]
    public async Task Forms_are_refused_even_with_the_secret()
    {
        await using var server = Server();
        using var page = await Page(server);
        using var answer = await page.PostAsync("next", new StringContent("a form may be sent from any page"));
        Assert.Equal(HttpStatusCode.Forbidden, answer.StatusCode);
    }

    [Fact]
    public async Task Files_that_no_line_named_are_neither_read_nor_written()
    {
        await using var server = Server();
        using var page = await Page(server);
        var named = Path.Combine(folder, "named");
        _ = server.Ask($$"""{"type":"encode","file":"{{named}}"}""");
        var other = Path.Combine(folder, "other");
        await File.WriteAllTextAsync(other, "secret");
        foreach (var path in new[] { other, $"{folder}/x/../named", "/etc/passwd", "named" })
        {
            using var read = await page.GetAsync($"file?path={Uri.EscapeDataString(path)}");
            using var written = await page.PutAsync($"file?path={Uri.EscapeDataString(path)}", new ByteArrayContent([1]));
            Assert.Equal((HttpStatusCode.Forbidden, HttpStatusCode.Forbidden), (read.StatusCode, written.StatusCode));
        }
        Assert.Equal("secret", await File.ReadAllTextAsync(other));
        foreach (var path in new[] { "found/types/..%2Fother", "found/%2E%2E/other", "found/..%2F..%2Fetc/passwd" })
        {
            using var beside = await page.GetAsync(path);
            Assert.NotEqual(HttpStatusCode.OK, beside.StatusCode);
        }
    }

    [Fact]
    public async Task Files_are_written_and_read_and_what_hinders_is_said()
    {
        await using var server = Server();
        using var page = await Page(server);
        var file = Path.Combine(folder, "written");
        _ = server.Ask($$"""{"files":["{{file}}","{{file}}-not"]}""");
        await page.PutAsync($"file?path={file}", new ByteArrayContent([1, 2]));
        Assert.Equal([1, 2], await File.ReadAllBytesAsync(file));
        using var answer = await page.GetAsync($"file?path={file}-not");
        Assert.Equal(HttpStatusCode.InternalServerError, answer.StatusCode);
        Assert.Contains("Could not find file", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.Equal([1, 2], await page.GetByteArrayAsync("found/types/written"));
        using var missing = await page.GetAsync("found/types/Wirelab.Types.None.dll");
        Assert.Equal(HttpStatusCode.NotFound, missing.StatusCode);
    }

    [Fact]
    public async Task A_browser_that_does_not_start_is_reported_with_what_it_said()
    {
        using var browser = Fake("echo 'libnss3.so: cannot open' >&2; exit 127");
        var fault = await Assert.ThrowsAsync<FaultException>(() => browser.StartsWithin(TimeSpan.FromSeconds(20), Never));
        Assert.Equal(Whose.Host, fault.Whose);
        Assert.Contains("it ended with status 127; it said last: libnss3.so: cannot open. Try", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_that_is_never_ready_is_not_waited_for_for_ever()
    {
        using var browser = Fake("exec sleep 300");
        var fault = await Assert.ThrowsAsync<FaultException>(() => browser.StartsWithin(TimeSpan.FromSeconds(0.2), Never));
        Assert.Contains("its page was not ready within 0.2 s. Try", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_browser_that_is_killed_is_reported()
    {
        using var browser = Fake("kill -KILL $$");
        var fault = await Assert.ThrowsAsync<FaultException>(() => Never.Or(browser.Ended));
        Assert.Contains("it ended with signal 9", fault.Message, StringComparison.Ordinal);
    }

    private static StringContent Json(string text) => new(text, Encoding.UTF8, "application/json");

    private static async Task Until(Func<bool> holds)
    {
        for (var tenths = 0; !holds(); tenths++)
        {
            Assert.True(tenths < 100, "it took more than 10 s");
            await Task.Delay(100);
        }
    }

    private static Task Never => new TaskCompletionSource().Task;

    private PageServer Server() => new(folder, folder, folder);

    private static async Task<HttpClient> Page(PageServer server) => new() { BaseAddress = await server.Start() };

    private Browser Fake(string script)
    {
        var program = Path.Combine(folder, "browser");
        File.WriteAllText(program, $"#!/bin/sh\n{script}\n", new UTF8Encoding(false));
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return Browser.Open(program, new Uri("about:blank"));
    }
}
