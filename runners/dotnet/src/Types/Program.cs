using System.Reflection;
using System.Runtime.Loader;
using Wirelab.Types;

// Compiles a workload's types in the current folder. The argument is the folder with the compiler's arguments, a file for each family.
var compiler = typeof(Families).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(one => one.Key == "compiler").Value!;
AssemblyLoadContext.Default.Resolving += (context, name) =>
    Path.Combine(compiler, $"{name.Name}.dll") is var path && File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
return Families.Compile(args[0]);
