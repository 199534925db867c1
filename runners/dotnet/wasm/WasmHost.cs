using System.Reflection;
using System.Runtime.InteropServices.JavaScript;
using System.Runtime.Loader;
using System.Text;
using Wirelab.Runner;

namespace Wirelab.Wasm;

/// <summary>The runtime for WebAssembly: files and the rendered types come by way of JavaScript.</summary>
internal sealed partial class WasmHost : Host
{
    public override IReadOnlyDictionary<string, string> Details { get; } = new Dictionary<string, string>
    {
        ["engine"] = Engine(),
        ["execution"] = "interpreter with jiterpreter, as without ahead-of-time compilation",
        ["globalization"] = "invariant: without ICU",
    };

    public override IReadOnlyDictionary<string, string> Unavailable { get; } =
        new Dictionary<string, string> { ["brotli"] = "Brotli is no part of .NET's runtime for WebAssembly" };

    public override string WhyMissing(string name) =>
        Found(FolderOf(Optionals.PartOf(name)), $"{name}.missing") is { } why
            ? Encoding.UTF8.GetString(why).Trim()
            : $"{name}.dll was not there when the runner was built";

    protected override Assembly? Find(string name, string? part, AssemblyLoadContext into)
    {
        var found = (Optionals.PartOf(name) == part ? Found("types", $"{name}.dll") : null) ?? Found(FolderOf(part), $"{name}.dll");
        return found is null ? null : into.LoadFromStream(new MemoryStream(found));
    }

    protected override byte[] ReadFile(string path) => ReadByHost(path);

    protected override void WriteFile(string path, byte[] data) => WriteByHost(path, data);

    [JSImport("engine", "host")]
    private static partial string Engine();

    private static string FolderOf(string? part) => part ?? "bin";

    /// <summary>A file of the rendered types (`types`), of the runner (`bin`), or of a part.</summary>
    [JSImport("found", "host")]
    private static partial byte[]? Found(string folder, string file);

    [JSImport("read", "host")]
    private static partial byte[] ReadByHost(string path);

    [JSImport("write", "host")]
    private static partial void WriteByHost(string path, byte[] data);
}
