"""Names in the styles of languages, without two ever becoming one."""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

# Beside those that JSON escapes: no line of a C# source may hold some of them.
_UNPRINTED = re.compile(r"[\x7f-\x9f\u2028\u2029]")
_WORD = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+")


def words(name: str) -> list[str]:
    """The words of an identifier in lower case: `HTTPServer2_port` gives http, server2, port."""
    return [word.lower() for word in _WORD.findall(name)]


def _identifier(text: str) -> str:
    return text if text and not text[0].isdigit() else f"_{text}"


def snake(name: str) -> str:
    """`fooBar` as `foo_bar`."""
    return _identifier("_".join(words(name)))


def upper_snake(name: str) -> str:
    """`fooBar` as `FOO_BAR`."""
    return snake(name).upper()


def pascal(name: str) -> str:
    """`foo_bar` as `FooBar`."""
    return _identifier("".join(word.capitalize() for word in words(name)))


def camel(name: str) -> str:
    """`foo_bar` as `fooBar`."""
    first, *rest = words(name) or [""]
    return _identifier(first + "".join(word.capitalize() for word in rest))


def same(name: str) -> str:
    """The name as the .proto has it."""
    return name


def protobuf_camel(name: str) -> str:
    """The UpperCamelCase that protobuf's own generators make: the rest of each word keeps its case.

    Letters after an underscore or a digit become upper-case, underscores go; `foo_bar1baz_URL` gives `FooBar1BazURL`
    (UnderscoresToCamelCase in protobuf's compilers).
    """
    made, upper = "", True
    for letter in name:
        if letter.isalnum():
            made += letter.upper() if upper else letter
        upper = not letter.isalpha()
    return made


def json_name(name: str) -> str:
    """Protobuf's name of a field in JSON unless its `json_name` says otherwise (ToJsonName in protobuf's compiler)."""
    return re.sub(r"_+(.?)", lambda match: match[1].upper(), name)


def quoted(text: str) -> str:
    """A string literal that Java, Scala, C#, Python and JavaScript read alike, in a source of UTF-8."""
    return _UNPRINTED.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False))


def capital(name: str) -> str:
    """The name with a capital first letter."""
    return name[:1].upper() + name[1:]


def accessor_names(
    fields: Sequence[tuple[str, int, bool]], taken: Collection[str], further: Sequence[str] = ("Count", "List")
) -> dict[str, str]:
    """The name of each field in the accessors of protobuf's generators: with its number where names would collide.

    `fields` have a name, a number, and whether they are repeated or a map: those have `further` accessors, `NameCount`
    and `NameList` in Java. All messages have accessors of the names `taken`: an underscore goes behind these.
    """
    natural = {number: escaped(protobuf_camel(name), taken) for name, number, _ in fields}
    often = Counter(natural.values())
    single = {natural[number] for _, number, many in fields if not many}
    of_many = {f"{natural[number]}{end}" for _, number, many in fields if many for end in further}

    def wants_number(name: str, many: bool) -> bool:
        meets = any(f"{name}{end}" in single for end in further) if many else name in of_many
        return meets or often[name] > 1

    return {
        name: f"{natural[number]}{number if wants_number(natural[number], many) else ''}"
        for name, number, many in fields
    }


STYLES: Mapping[str, Callable[[str], str]] = {
    style.__name__: style for style in (snake, upper_snake, pascal, camel, same, protobuf_camel)
}


def folded(name: str) -> str:
    """A name without case and underscores."""
    return name.replace("_", "").lower()


def distinct(
    names: Sequence[tuple[str, int]],
    style: str,
    reserved: Collection[str],
    *,
    behind: str = "_",
    fold: Callable[[str], str] = same,
) -> dict[str, str]:
    """Each name in `style`, one of `STYLES`, escaped, and no two alike: names of which `fold` makes one.

    `names` are pairs of a name and its number, all of one scope, in order; the first of those that would be alike keeps
    its name, later ones get their number behind it. `behind` goes behind names that the language does not allow.
    """
    natural = {name: escaped(STYLES[style](name), reserved, behind) for name, _ in names}
    taken = set(map(fold, natural.values()))
    given: dict[str, str] = {}
    used: set[str] = set()
    for name, number in names:
        wish = natural[name]
        if fold(wish) in used:
            wish = f"{wish}{number}"
            while fold(wish) in taken | used or wish in reserved:
                wish += behind
        used.add(fold(wish))
        given[name] = wish
    return given


def escaped(name: str, reserved: Collection[str], behind: str = "_") -> str:
    """`name`, with `behind` behind it if the language does not allow it (twice if not that either)."""
    while name in reserved:
        name += behind
    return name


def without_prefix(enum: str, values: Sequence[str]) -> list[str]:
    """Names of an enum's values without the enum's name in front, if all have it and differ by the rest."""
    prefix = f"{upper_snake(enum)}_"
    rests = [value.removeprefix(prefix) for value in values if value.startswith(prefix)]
    usable = all(rest[:1].isalpha() for rest in rests) and len(set(rests)) == len(values)
    return rests if usable else list(values)
