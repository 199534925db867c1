using Wirelab;
using Wirelab.Runner;
using Wirelab.Server;

// Speaks the protocol on stdin and stdout; the answers are made within requests to an application on loopback, so that
// everything that is timed runs in one of its handlers. The argument is the folder of the rendered types.
await using var host = new ServerHost(args[0], Loopback.NewSecret());
await Lines.Converse(host.Ask);
