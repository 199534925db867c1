using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Text;

namespace Wirelab.Types;

/// <summary>The libraries' source generators, each folder of them loaded once.</summary>
internal sealed class Generators : IAnalyzerAssemblyLoader
{
    private readonly ConcurrentDictionary<string, AssemblyLoadContext> folders = new();
    private readonly ConcurrentDictionary<string, AnalyzerFileReference> files = new();

    public ImmutableArray<ISourceGenerator> In(string path) =>
        files.GetOrAdd(path, file => new AnalyzerFileReference(file, this)).GetGenerators(LanguageNames.CSharp);

    public void AddDependencyLocation(string fullPath)
    {
        // What a generator needs lies beside it, or is the compiler's.
    }

    public Assembly LoadFromPath(string fullPath) =>
        folders.GetOrAdd(Path.GetDirectoryName(fullPath)!, folder => new Folder(folder)).LoadFromAssemblyPath(fullPath);

    private sealed class Folder(string path) : AssemblyLoadContext
    {
        protected override Assembly? Load(AssemblyName assemblyName) =>
            !assemblyName.Name!.StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal) && Path.Combine(path, $"{assemblyName.Name}.dll") is var file && File.Exists(file)
                ? LoadFromAssemblyPath(file)
                : null;
    }
}

/// <summary>What generators may ask of the project, as MSBuild wrote it down for them.</summary>
internal sealed class Options : AnalyzerConfigOptionsProvider
{
    private readonly Values values;

    public Options(ImmutableArray<string> files)
    {
        var set = AnalyzerConfigSet.Create(files.Select(file => AnalyzerConfig.Parse(SourceText.From(File.ReadAllText(file)), file)).ToList());
        values = new Values(set.GlobalConfigOptions.AnalyzerOptions);
    }

    public override AnalyzerConfigOptions GlobalOptions => values;

    public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => values;

    public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => values;

    private sealed class Values(ImmutableDictionary<string, string> all) : AnalyzerConfigOptions
    {
        public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) => all.TryGetValue(key, out value);
    }
}
