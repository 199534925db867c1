"""Names for definitions: generators make accessors and constants of one name, so names differ by more than case."""

from collections.abc import Callable, Collection, Sequence

from wirelab.schema.names import camel, pascal
from wirelab.schema.types import Field, Message


def member_names(
    names: Sequence[tuple[str, int]], reserved: Collection[str], style: Callable[[str], str] = camel
) -> dict[str, str]:
    """Each name in a style, none reserved, no two alike whatever a generator does to case and underscores.

    Args:
        names: pairs of a name and its number, all of one scope, in order; the first of those that would be alike keeps
            its name, later ones get their number behind it.
        reserved: names that the language or its targets do not allow, in `style`: the word `field` goes behind them,
            not an underscore, which generators that make camel case of names would drop.
        style: makes the name: camel case unless the language wants another.
    """
    natural = {name: _allowed(style(name), reserved, style) for name, _ in names}
    taken = {_folded(name) for name in natural.values()}
    given: dict[str, str] = {}
    used: set[str] = set()
    for name, number in names:
        wish = natural[name]
        if _folded(wish) in used:
            wish = f"{wish}{number}"
            while _folded(wish) in taken | used or wish in reserved:
                wish += style("x_field")[1:]
        used.add(_folded(wish))
        given[name] = wish
    return given


def entry_name(message: Message, field: Field) -> str:
    """Name of the type for the entries of a map, where a language has no such map."""
    return f"{message.name}{pascal(field.name)}Entry"


def _allowed(name: str, reserved: Collection[str], style: Callable[[str], str]) -> str:
    while name in reserved:
        name += style("x_field")[1:]
    return name


def _folded(name: str) -> str:
    return name.replace("_", "").lower()
