using System.Reflection;
using System.Runtime.InteropServices.JavaScript;
using Wirelab.Runner;

namespace Wirelab.Wasm;

/// <summary>The runtime for WebAssembly: files and the rendered types come by way of JavaScript.</summary>
internal sealed partial class WasmHost : Host
{
    public override IReadOnlyDictionary<string, object?> Details { get; } = new Dictionary<string, object?>
    {
        ["engine"] = Engine(),
        ["execution"] = "interpreter with jiterpreter, as without ahead-of-time compilation",
    };

    public WasmHost()
    {
        for (var run = 0; run < 50; run++)
        {
            Canary(); // until the jiterpreter has compiled it: its time must not change later
        }
    }

    // Interpreted, it takes about twelve times as long as compiled.
    public override void Canary() => Machine.Canary(1 << 15, 1);

    public override string WhyMissing(string name) =>
        Missing(name) is { } why ? why.Trim() : $"{name}.dll was not there when the runner was built";

    protected override byte[] ReadFile(string path) => ReadByHost(path);

    protected override void WriteFile(string path, byte[] data) => WriteByHost(path, data);

    protected override Assembly? Find(string name) => Types($"{name}.dll") is { } bytes ? Assembly.Load(bytes) : null;

    [JSImport("engine", "host")]
    private static partial string Engine();

    [JSImport("read", "host")]
    private static partial byte[] ReadByHost(string path);

    [JSImport("write", "host")]
    private static partial void WriteByHost(string path, byte[] data);

    [JSImport("types", "host")]
    private static partial byte[]? Types(string file);

    [JSImport("missing", "host")]
    private static partial string? Missing(string name);
}
