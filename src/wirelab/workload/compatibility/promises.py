"""The promises of a format's rules for a value that is read with another version of its schema."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from wirelab.model.findings.evolution import Outcome
from wirelab.schema.messages import is_map
from wirelab.workload.compatibility.changes import Rules
from wirelab.workload.compatibility.survival import Identity

TYPE_NAMES = {
    getattr(FieldDescriptor, name): name.removeprefix("TYPE_").lower()
    for name in dir(FieldDescriptor)
    if name.startswith("TYPE_")
}
"""The name of each type of field in a .proto file."""


def promise(written: Message, reader: Message, rules: Rules, identity: Identity) -> Outcome | None:
    """The promised outcome for a value by the rules of a format that knows fields by their numbers.

    Args:
        written: the value.
        reader: an empty message of the other version.
        rules: the format's.
        identity: which fields of the two are one.

    Returns:
        The worst of its fields; None where the rules promise nothing, such as for a type that may not become another.
    """
    seen = set(_of_fields(written, reader, rules, identity))
    worst: Iterable[Outcome | None] = (None, Outcome.CHANGED, Outcome.LOST)
    return next((each for each in worst if each in seen), Outcome.SAME)


def relayed(promised: Mapping[tuple[str, str], Outcome], rules: Mapping[str, Rules]) -> dict[tuple[str, str], Outcome]:
    """The promised outcome for a value that an older reader writes again, if there is one.

    Args:
        promised: the outcome at the reader, by its version and the format.
        rules: by format. Fields that the reader does not know, or whose type it does not, are written as they were
            read; nothing is said of others that it changed.
    """
    kept = (Outcome.SAME, Outcome.LOST)
    return {key: Outcome.SAME for key, says in promised.items() if rules[key[1]].keeps_unknown and says in kept}


def _of_fields(written: Message, reader: Message, rules: Rules, identity: Identity) -> Iterator[Outcome | None]:
    numbered = {each.number: each for each in cast("Sequence[FieldDescriptor]", reader.DESCRIPTOR.fields)}
    for own, value in written.ListFields():
        meant, found = identity.at_reader(own, written, reader), numbered.get(own.number)
        if found is None or _is_skipped(own, found, rules):
            if meant is not None:
                yield Outcome.LOST
        elif not _may_become(own, found, rules):
            yield None
        elif meant is not found:
            yield Outcome.CHANGED
        elif own.message_type is None or is_map(own):
            yield Outcome.SAME
        else:
            inner = _empty(reader, found)
            for each in value if own.is_repeated else [value]:
                yield from _of_fields(each, inner, rules, Identity(by_number=identity.by_number))


def _is_skipped(own: FieldDescriptor, other: FieldDescriptor, rules: Rules) -> bool:
    """Lists of numbers look different from library to library."""
    if own.is_repeated or other.is_repeated:
        return False
    wires = [[wire for wire in rules.wires if TYPE_NAMES[field.type] in wire] for field in (own, other)]
    return all(wires) and wires[0] != wires[1]


def _may_become(own: FieldDescriptor, other: FieldDescriptor, rules: Rules) -> bool:
    if own.is_repeated is not other.is_repeated or is_map(own) is not is_map(other):
        return False
    if is_map(own):
        (key, value), (other_key, other_value) = (_map_fields(each) for each in (own, other))
        plain = value.message_type is None and other_value.message_type is None
        return plain and _may_become(key, other_key, rules) and _may_become(value, other_value, rules)
    types = {TYPE_NAMES[own.type], TYPE_NAMES[other.type]}
    return len(types) == 1 or any(types <= alike for alike in rules.alike)


def _map_fields(field: FieldDescriptor) -> tuple[FieldDescriptor, FieldDescriptor]:
    fields = cast("Descriptor", field.message_type).fields_by_name
    return fields["key"], fields["value"]


def _empty(reader: Message, field: FieldDescriptor) -> Message:
    held = getattr(type(reader)(), field.name)
    return cast("Message", held.add() if field.is_repeated else held)
