using System.Reflection;
using System.Text.Json.Serialization;

namespace Wirelab.Runner.Libraries;

/// <summary>What libraries that know types by reflection have to be shown.</summary>
public static class UnionMembers
{
    /// <summary>The domain's classes.</summary>
    public static IEnumerable<Type> Classes(ITypes types) =>
        types.GetType().Assembly.GetTypes().Where(type => type is { Namespace: "Wirelab.Domain", IsClass: true, IsAbstract: false });

    /// <summary>The domain's enums.</summary>
    public static IEnumerable<Type> Enums(ITypes types) => types.GetType().Assembly.GetTypes().Where(type => type is { Namespace: "Wirelab.Domain", IsEnum: true });

    /// <summary>What other formats call a property whose name is not made of its own by the rule for the others; null for those.</summary>
    public static string? NameOf(MemberInfo property) => property.GetCustomAttribute<JsonPropertyNameAttribute>()?.Name;

    /// <summary>Whether classes are written as something else than objects.</summary>
    public static bool AreBare(ITypes types) => Classes(types).Any(type => type.IsDefined(typeof(Newtonsoft.Json.JsonConverterAttribute), inherit: false));

    /// <summary>Those classes that are members of a union of messages.</summary>
    public static IEnumerable<Type> Of(ITypes types)
    {
        var unions = types.GetType().Assembly.GetTypes().Where(type => type is { Namespace: "Wirelab.Domain", IsInterface: true }).ToArray();
        return Classes(types).Where(type => unions.Any(union => union.IsAssignableFrom(type)));
    }
}
