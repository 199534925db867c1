using System.Collections.Concurrent;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Wirelab.Types;

/// <summary>Each family of a workload's types becomes an assembly, as `csc @FILE` would make it.</summary>
internal static class Families
{
    private const string Plain = "Wirelab.Types.rsp"; // the others refer to it

    private static readonly ConcurrentDictionary<string, MetadataReference> References = new();
    private static readonly Generators Loader = new();

    /// <summary>What fails takes away its family alone; without the first, there is nothing. Gives the program's status.</summary>
    public static int Compile(string folder)
    {
        if (!Compiled(Path.Combine(folder, Plain)))
        {
            return 1;
        }
        Parallel.ForEach(Directory.GetFiles(folder, "*.rsp").Where(file => Path.GetFileName(file) != Plain), file => Compiled(file));
        return 0;
    }

    private static bool Compiled(string file)
    {
        if (File.ReadLines(file).First() is ['#', '!', _, ..] before && !Ran(before[2..], Path.GetDirectoryName(file)!))
        {
            return false;
        }
        var errors = Errors(CSharpCommandLineParser.Default.Parse([$"@{file}"], Directory.GetCurrentDirectory(), sdkDirectory: null));
        foreach (var error in errors)
        {
            Console.WriteLine($"{Path.GetFileNameWithoutExtension(file)}: {error}");
        }
        return errors.Length == 0;
    }

    /// <summary>A command that makes sources: what it says is the build's. With a folder before it, it is found from there.</summary>
    private static bool Ran(string command, string from)
    {
        var words = command.Split(' ');
        using var process = Process.Start(words[0].Contains('/', StringComparison.Ordinal) ? Path.GetFullPath(words[0], Path.GetFullPath(from)) : words[0], words[1..]);
        process.WaitForExit();
        return process.ExitCode == 0;
    }

    private static Diagnostic[] Errors(CSharpCommandLineArguments arguments)
    {
        var found = new List<Diagnostic>(arguments.Errors);
        var sources = arguments.SourceFiles.Select(source => CSharpSyntaxTree.ParseText(Text(source.Path), arguments.ParseOptions, source.Path));
        var references = arguments.MetadataReferences.Select(one => References.GetOrAdd(Path.GetFullPath(one.Reference), path => MetadataReference.CreateFromFile(path)));
        var compilation = CSharpCompilation.Create(arguments.CompilationName, sources, references, arguments.CompilationOptions);

        var generators = arguments.AnalyzerReferences.SelectMany(one => Loader.In(one.FilePath));
        CSharpGeneratorDriver.Create(generators, parseOptions: arguments.ParseOptions, optionsProvider: new Options(arguments.AnalyzerConfigPaths))
            .RunGeneratorsAndUpdateCompilation(compilation, out var whole, out var said);
        found.AddRange(said);

        using var assembly = new MemoryStream();
        var emitted = whole.Emit(assembly, options: arguments.EmitOptions.WithDebugInformationFormat(Microsoft.CodeAnalysis.Emit.DebugInformationFormat.Embedded));
        found.AddRange(emitted.Diagnostics);
        if (emitted.Success)
        {
            File.WriteAllBytes(Path.Combine(arguments.OutputDirectory, arguments.OutputFileName!), assembly.ToArray());
        }
        return [.. found.Where(one => one.Severity == DiagnosticSeverity.Error)];
    }

    private static SourceText Text(string path)
    {
        using var file = File.OpenRead(path);
        return SourceText.From(file);
    }
}
