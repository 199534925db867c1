using Wirelab.Runner;

// Speaks the protocol on stdin and stdout until `bye` or the end of stdin. The argument is the folder of the rendered types.
if (args.Length != 1)
{
    Console.Error.WriteLine("usage: dotnet Wirelab.Console.dll TYPES");
    return 2;
}
var session = new Session(new ProcessHost(args[0]));
await Lines.Converse(line => ValueTask.FromResult(session.Answer(line)));
return 0;
