using Wirelab.Page;
using Wirelab.Runner;

// Speaks the protocol on stdin and stdout; a page in a browser answers, which a server on loopback brings and asks.
if (args.Length != 4)
{
    Console.Error.WriteLine("usage: dotnet Wirelab.Page.dll BROWSER PAGE RUNNER TYPES");
    return 2;
}
await using var server = await PageServer.Start(new Folders(args[1], args[2], args[3]));
using var browser = Browser.Open(args[0], server.Address);
try
{
    await server.Ready.WaitAsync(TimeSpan.FromSeconds(30)).Or(browser.Ended);
    await Lines.Converse(async line => await server.Ask(line).Or(browser.Ended));
    return 0;
}
catch (Exception error) when (error is TimeoutException or BrowserException)
{
    Console.Error.WriteLine(error is TimeoutException ? $"the page did not start within 30 s in {args[0]}" : error.Message);
    Console.Error.WriteLine(browser.Said);
    return 3;
}
