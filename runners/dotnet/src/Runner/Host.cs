using System.Reflection;

namespace Wirelab.Runner;

/// <summary>Where the runner runs: a console program, a server, a page. What differs between the platforms is here.</summary>
public abstract class Host
{
    private readonly Dictionary<string, Assembly?> found = [];

    /// <summary>What else a reader should know of the platform.</summary>
    public abstract IReadOnlyDictionary<string, object?> Details { get; }

    /// <summary>
    /// Offers bytes to clients over loopback and gives the function by which one fetches them, for the operation
    /// `exchange`; null: nothing is served here.
    /// </summary>
    public virtual Func<byte[], Func<byte[]>>? Offer => null;

    /// <summary>How much of the canary takes about 0.2 ms here.</summary>
    public abstract void Canary();

    /// <summary>The bytes of a file; anything thrown is the host's fault.</summary>
    protected abstract byte[] ReadFile(string path);

    protected abstract void WriteFile(string path, byte[] data);

    /// <summary>An assembly of the rendered types, or of a codec that may be missing, or null.</summary>
    protected abstract Assembly? Find(string name);

    /// <summary>Why an assembly of the runner's own is not there: what its build wrote in its place.</summary>
    public abstract string WhyMissing(string name);

    /// <summary>Such an assembly, loaded once, or null where there is none.</summary>
    public static Assembly? Load(string name)
    {
        try
        {
            return Assembly.Load(new AssemblyName(name));
        }
        catch (FileNotFoundException)
        {
            return null;
        }
    }

    public byte[] Read(string path) => FaultException.Blamed(Whose.Host, $"reading {path}", () => ReadFile(path));

    public void Write(string path, byte[] data)
    {
        try
        {
            WriteFile(path, data);
        }
        catch (Exception error)
        {
            throw Unwritten(path, error);
        }
    }

    /// <summary>A file, made anew; what is thrown while it is written is <see cref="Unwritten"/>.</summary>
    public Stream Create(string path) => FaultException.Blamed(Whose.Host, $"writing {path}", () => CreateFile(path));

    public static FaultException Unwritten(string path, Exception error) =>
        new(Whose.Host, $"writing {path}: {FaultException.Describe(error)}", error);

    /// <summary>Where no file stays open, it is written when it is closed.</summary>
    protected virtual Stream CreateFile(string path) => new WholeFile(data => WriteFile(path, data));

    protected Host() => AppDomain.CurrentDomain.AssemblyResolve += (_, asked) =>
    {
        // Once: loaded from bytes, a second time would make other types of the same names.
        var name = new AssemblyName(asked.Name).Name!;
        return found.TryGetValue(name, out var known) ? known : found[name] = Find(name);
    };
}

/// <summary>A file that is written at once, when it is first closed.</summary>
internal sealed class WholeFile(Action<byte[]> write) : MemoryStream
{
    protected override void Dispose(bool disposing)
    {
        var data = disposing && CanRead ? ToArray() : null;
        base.Dispose(disposing);
        if (data is not null)
        {
            write(data);
        }
    }
}

/// <summary>An ordinary process on this machine.</summary>
/// <param name="types">The folder of the rendered types.</param>
public class ProcessHost(string types) : Host
{
    public override IReadOnlyDictionary<string, object?> Details { get; } = new Dictionary<string, object?>
    {
        ["gc"] = $"{(System.Runtime.GCSettings.IsServerGC ? "server" : "workstation")}, {System.Runtime.GCSettings.LatencyMode}",
        ["tiered compilation"] = "as shipped, with dynamic PGO",
        ["os"] = System.Runtime.InteropServices.RuntimeInformation.OSDescription,
        ["architecture"] = System.Runtime.InteropServices.RuntimeInformation.ProcessArchitecture.ToString(),
    };

    public override void Canary() => Machine.Canary(1 << 16, 7);

    public override string WhyMissing(string name)
    {
        var written = Path.Combine(AppContext.BaseDirectory, $"{name}.missing");
        return File.Exists(written) ? File.ReadAllText(written).Trim() : $"{name}.dll is not in {AppContext.BaseDirectory}";
    }

    protected override byte[] ReadFile(string path) => File.ReadAllBytes(path);

    protected override void WriteFile(string path, byte[] data) => File.WriteAllBytes(path, data);

    protected override Stream CreateFile(string path) => File.Create(path);

    protected override Assembly? Find(string name) =>
        new[] { types, AppContext.BaseDirectory }
            .Select(folder => Path.Combine(Path.GetFullPath(folder), $"{name}.dll"))
            .Where(File.Exists)
            .Select(Assembly.LoadFrom)
            .FirstOrDefault();
}
