using Wirelab.Runner;
using Wirelab.Server;

// Speaks the protocol on stdin and stdout; the answers are made within requests to an application on loopback, so that
// what is measured runs in one of its handlers. Nothing of the exchange is timed.
if (args.Length != 1)
{
    Console.Error.WriteLine("usage: dotnet Wirelab.Server.dll TYPES");
    return 2;
}
return await Lines.OrFault(async () =>
{
    var host = new ServerHost(args[0]);
    await using var application = await Application.Start(new Session(host).Answer, host.Offered);
    host.Client = application.Client;
    await Lines.Converse(application.Ask);
});
