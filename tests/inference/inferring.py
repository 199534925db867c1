"""Documents through inference: the chosen schema, the messages they become, and the values that do not come back."""

from collections.abc import Collection, Set
from dataclasses import dataclass
from typing import Any

from wirelab.app.own_data.survey import survey
from wirelab.app.own_data.workload import carried_objects
from wirelab.inference.choice import Choice
from wirelab.inference.differences import NotCarried
from wirelab.inference.json_text import documents_of
from wirelab.inference.proto import proto_text
from wirelab.inference.seen import seen_in
from wirelab.inference.types import choose_types
from wirelab.inference.written import Written
from wirelab.schema.rendering.shapes import Means


@dataclass(frozen=True)
class Inferred:
    """The results for documents."""

    choice: Choice
    proto: str
    objects: tuple[bytes, ...]
    not_carried: tuple[str, ...]
    written: Written


def more_bytes(written: Written, means: Collection[Means] = ()) -> int:
    """Bytes that a codec with these means writes more; below 0: fewer."""
    return sum(more for lacking, more in written.more_by_means().items() if lacking not in means)


def inferred(text: str, *, as_one: bool | None = None, enums: Set[str] = frozenset()) -> Inferred:
    """The results for a text."""
    documents = documents_of(text.encode(), "data")
    one = documents.are_one if as_one is None else as_one
    found = of_values(documents.values, as_one=one, enums=enums)
    lost = survey(documents, as_one=one).not_carried.sentences()
    return Inferred(found.choice, found.proto, found.objects, (*lost, *found.not_carried), found.written)


def of_values(values: Collection[Any], *, as_one: bool, enums: Set[str] = frozenset()) -> Inferred:
    """The results for documents."""
    choice = choose_types(seen_in(values, as_one=as_one), "things", as_one=as_one, enums=enums)
    proto = proto_text(choice, "things_data", ())
    lost, written = NotCarried(), Written()
    objects = tuple(carried_objects("things", choice, proto, [list(values)] if as_one else values, lost, written))
    return Inferred(choice, proto, objects, lost.sentences(), written)
