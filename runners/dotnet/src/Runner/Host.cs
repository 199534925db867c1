using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

namespace Wirelab.Runner;

/// <summary>Where the runner runs: a console program, a server, a page. What differs between the platforms is here.</summary>
public abstract class Host
{
    private readonly Dictionary<string, AssemblyLoadContext> parts = [];
    private readonly Dictionary<string, Assembly?> found = [];

    protected Host() => AppDomain.CurrentDomain.AssemblyResolve += (_, asked) =>
    {
        // Once: loaded from bytes, a second time would make other types of the same names.
        var name = new AssemblyName(asked.Name).Name!;
        return found.TryGetValue(name, out var known) ? known : found[name] = Find(name, null, AssemblyLoadContext.Default);
    };

    /// <summary>What else a reader should know of the platform.</summary>
    public abstract IReadOnlyDictionary<string, string> Details { get; }

    /// <summary>The codecs whose libraries are always there.</summary>
    public virtual IReadOnlyList<Codec> Codecs => Runner.Codecs.Always;

    /// <summary>The codecs and compressors that do not work here, whatever was built, by name: why.</summary>
    public virtual IReadOnlyDictionary<string, string> Unavailable { get; } = new Dictionary<string, string>();

    /// <summary>Why an assembly of the runner's own is not there: what its build wrote in its place.</summary>
    public abstract string WhyMissing(string name);

    /// <summary>Serve bytes over loopback, for the operation `exchange`; gives the function by which a client fetches them.</summary>
    public virtual Func<byte[]> Offer(byte[] data) => throw new FaultException(Whose.Runner, "nothing is served here");

    /// <summary>A file, made anew. Where no file stays open, it is written when it is closed.</summary>
    public virtual Stream Create(string path) => new WholeFile(data => WriteFile(path, data));

    public byte[] Read(string path) => FaultException.Blamed(Whose.Host, () => ReadFile(path));

    public void Write(string path, byte[] data) => FaultException.Blamed(Whose.Host, () =>
    {
        WriteFile(path, data);
        return path;
    });

    /// <summary>An assembly of the rendered types, or of a part that may be missing: loaded once, or null where there is none.</summary>
    public virtual Assembly? Load(string name)
    {
        try
        {
            return ContextOf(Optionals.PartOf(name)).LoadFromAssemblyName(new AssemblyName(name));
        }
        catch (FileNotFoundException)
        {
            return null;
        }
    }

    /// <summary>Load an assembly that is the runner's own, a workload's or, with <paramref name="part"/>, that part's; null where there is none.</summary>
    protected abstract Assembly? Find(string name, string? part, AssemblyLoadContext into);

    private AssemblyLoadContext ContextOf(string? part)
    {
        if (part is null)
        {
            return AssemblyLoadContext.Default;
        }
        return parts.TryGetValue(part, out var context) ? context : parts[part] = new Part(part, this);
    }

    protected abstract byte[] ReadFile(string path);

    protected abstract void WriteFile(string path, byte[] data);

    /// <summary>What a part brings: its own packages, and types with their attributes. Everything else is shared.</summary>
    private sealed class Part(string name, Host host) : AssemblyLoadContext(name)
    {
        protected override Assembly? Load(AssemblyName assemblyName) => host.Find(assemblyName.Name!, Name, this);
    }

    private sealed class WholeFile(Action<byte[]> write) : MemoryStream
    {
        protected override void Dispose(bool disposing)
        {
            var data = ToArray();
            base.Dispose(disposing);
            write(data);
        }
    }
}

/// <summary>An ordinary process on this machine.</summary>
/// <param name="types">The folder of the rendered types.</param>
/// <param name="home">The folder of the runner's own assemblies; null: the program's.</param>
public class ProcessHost(string types, string? home = null) : Host
{
    public override IReadOnlyDictionary<string, string> Details => new Dictionary<string, string>
    {
        ["gc"] = $"{(GCSettings.IsServerGC ? "server" : "workstation")}, {GCSettings.LatencyMode}",
        ["compilation"] = Compilation,
        ["globalization"] = "invariant: without ICU",
        ["os"] = RuntimeInformation.OSDescription,
        ["architecture"] = RuntimeInformation.ProcessArchitecture.ToString(),
    };

    protected virtual string Compilation => "as shipped: tiered, with dynamic PGO";

    public override string WhyMissing(string name)
    {
        var written = Path.Combine(FolderOf(Optionals.PartOf(name)), $"{name}.missing");
        return File.Exists(written) ? File.ReadAllText(written).Trim() : $"{name}.dll was not there when the runner was built";
    }

    public override Stream Create(string path) => File.Create(path);

    protected override Assembly? Find(string name, string? part, AssemblyLoadContext into) =>
        new[] { Optionals.PartOf(name) == part ? types : null, FolderOf(part) }
            .OfType<string>()
            .Select(folder => Path.Combine(Path.GetFullPath(folder), $"{name}.dll"))
            .Where(File.Exists)
            .Select(into.LoadFromAssemblyPath)
            .FirstOrDefault();

    private string FolderOf(string? part) =>
        part is null ? home ?? AppContext.BaseDirectory : Path.Combine(home ?? AppContext.BaseDirectory, "..", "parts", part);

    protected override byte[] ReadFile(string path) => File.ReadAllBytes(path);

    protected override void WriteFile(string path, byte[] data) => File.WriteAllBytes(path, data);
}
