using Wirelab.Runner;

// Speaks the protocol on stdin and stdout. The argument is the folder of the rendered types.
var session = new Session(new ProcessHost(args[0]));
await Lines.Converse(line => Task.FromResult(session.Answer(line)));
