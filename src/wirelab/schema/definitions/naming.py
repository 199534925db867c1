"""Names for definitions: generators make accessors and constants of one name, so names differ by more than case."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from wirelab.schema.names import STYLES, distinct, folded, pascal
from wirelab.schema.types import Field, Message


@dataclass(frozen=True, slots=True)
class Wording:
    """How the language that a definition is compiled to writes names.

    Attributes:
        style: of members, one of `wirelab.schema.names.STYLES`.
        reserved: names, in that style, that it does not allow.
    """

    style: str = "camel"
    reserved: frozenset[str] = frozenset()


def member_names(names: Sequence[tuple[str, int]], wording: Wording, kept: Collection[str] = ()) -> dict[str, str]:
    """Each name in a style, none reserved, no two alike whatever a generator does to case and underscores.

    Args:
        names: pairs of a name and its number, all of one scope, in order.
        wording: the style, and names that are not allowed: the word `field` goes behind them, not an underscore, which
            generators that make camel case of names would drop.
        kept: further ones, which the definition's own language does not allow.
    """
    behind = STYLES[wording.style]("x_field")[1:]
    return distinct(names, wording.style, wording.reserved | set(kept), behind=behind, fold=folded)


def entry_name(message: Message, field: Field) -> str:
    """Name of the type for the entries of a map, where a language has no such map."""
    return f"{message.name}{pascal(field.name)}Entry"
