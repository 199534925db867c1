"""Names for definitions: generators make accessors and constants of one name, so names differ by more than case."""

from collections.abc import Collection, Sequence

from wirelab.schema.names import camel

_BEHIND = "Field"  # not an underscore: generators that make camel case of names would drop it


def member_names(names: Sequence[tuple[str, int]], reserved: Collection[str]) -> dict[str, str]:
    """Each name in camel case, none reserved, no two alike whatever a generator does to case and underscores.

    Args:
        names: pairs of a name and its number, all of one scope, in order; the first of those that would be alike keeps
            its name, later ones get their number behind it.
        reserved: names that the language or its targets do not allow: `Field` goes behind them.
    """
    natural = {name: _allowed(camel(name), reserved) for name, _ in names}
    taken = {_folded(name) for name in natural.values()}
    given: dict[str, str] = {}
    used: set[str] = set()
    for name, number in names:
        wish = natural[name]
        if _folded(wish) in used:
            wish = f"{wish}{number}"
            while _folded(wish) in taken | used or wish in reserved:
                wish += _BEHIND
        used.add(_folded(wish))
        given[name] = wish
    return given


def _allowed(name: str, reserved: Collection[str]) -> str:
    while name in reserved:
        name += _BEHIND
    return name


def _folded(name: str) -> str:
    return name.replace("_", "").lower()
