using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Wirelab.References;

// Prints the assemblies of a framework that programs refer to, at whatever remove: their paths, one a line. The arguments are the
// folder of the framework, the paths of the programs, and behind `--` the names of further assemblies that are needed as a whole.
var split = Array.IndexOf(args, "--");
var closure = new Closure(args[0], args[1..split]);
foreach (var program in args[1..split])
{
    closure.AddProgram(program);
}
foreach (var name in args[(split + 1)..])
{
    closure.Add(name);
}
Console.WriteLine(string.Join('\n', closure.OfFramework));

namespace Wirelab.References
{
    /// <summary>
    /// What is referred to. An assembly that only says where a type has moved to leads to that type alone: `netstandard`
    /// knows all of the framework, and whoever refers to it needs little of that.
    /// </summary>
    internal sealed class Closure(string framework, IEnumerable<string> programs)
    {
        private readonly Dictionary<string, string> paths = Directory.GetFiles(framework, "*.dll").Concat(programs)
            .GroupBy(path => Path.GetFileNameWithoutExtension(path)).ToDictionary(group => group.Key, group => group.First());

        private readonly Dictionary<string, MetadataReader> readers = [];
        private readonly HashSet<string> named = [];
        private readonly HashSet<string> followed = [];

        public IEnumerable<string> OfFramework =>
            named.Select(name => paths[name]).Where(path => Path.GetDirectoryName(path) == framework.TrimEnd('/')).Order(StringComparer.Ordinal);

        /// <summary>What a program refers to; there may be others of its name, in other versions.</summary>
        public void AddProgram(string path) => AddTypes(new PEReader(File.OpenRead(path)).GetMetadataReader());

        /// <summary>An assembly, and every type that it refers to.</summary>
        public void Add(string name)
        {
            if (Reader(name) is { } reader && followed.Add(name))
            {
                AddTypes(reader);
            }
        }

        private void AddTypes(MetadataReader reader)
        {
            foreach (var type in reader.TypeReferences.Select(reader.GetTypeReference))
            {
                if (type.ResolutionScope.Kind == HandleKind.AssemblyReference)
                {
                    var from = reader.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name;
                    AddType(reader.GetString(from), (reader.GetString(type.Namespace), reader.GetString(type.Name)));
                }
            }
        }

        private void AddType(string assembly, (string Space, string Name) type)
        {
            if (Reader(assembly) is not { } reader)
            {
                return;
            }
            foreach (var moved in reader.ExportedTypes.Select(reader.GetExportedType).Where(one => one.IsForwarder))
            {
                if ((reader.GetString(moved.Namespace), reader.GetString(moved.Name)) == type)
                {
                    var to = reader.GetAssemblyReference((AssemblyReferenceHandle)moved.Implementation).Name;
                    AddType(reader.GetString(to), type);
                    return;
                }
            }
            Add(assembly);
        }

        private MetadataReader? Reader(string name)
        {
            if (!paths.TryGetValue(name, out var path))
            {
                return null; // of no part here: what asks for it can do without
            }
            named.Add(name);
            if (!readers.TryGetValue(name, out var reader))
            {
                readers[name] = reader = new PEReader(File.OpenRead(path)).GetMetadataReader();
            }
            return reader;
        }
    }
}
