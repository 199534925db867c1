using Wirelab.Page;
using Wirelab.Runner;

// Speaks the protocol on stdin and stdout; a page in a browser answers, which a server on loopback brings and asks.
if (args.Length != 4)
{
    Console.Error.WriteLine("usage: dotnet Wirelab.Page.dll BROWSER PAGE RUNNER TYPES");
    return 2;
}
return await Lines.OrFault(async () =>
{
    await using var server = await PageServer.Start(new Folders(args[1], args[2], args[3]));
    using var browser = Browser.Open(args[0], server.Address);
    await browser.StartsWithin(TimeSpan.FromSeconds(50), server.Ready);
    await Lines.Converse(async line => await server.Ask(line).Or(browser.Ended));
});
