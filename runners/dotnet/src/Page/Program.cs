using Wirelab.Page;
using Wirelab.Runner;

// Speaks the protocol on stdin and stdout; a page in a browser answers, which a server on loopback brings and asks. The
// arguments are the browser's program and the folders of the page, the runner and the rendered types.
await using var server = new PageServer(args[1], args[2], args[3]);
Browser? browser = null;
try
{
    await Lines.Converse(async line =>
    {
        browser ??= Browser.Open(args[0], await server.Start());
        await browser.StartsWithin(TimeSpan.FromSeconds(50), server.Ready);
        return await server.Ask(line).Or(browser.Ended);
    });
}
finally
{
    browser?.Dispose();
}
