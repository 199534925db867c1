"""The part of a root that codecs encode, if it also has columns."""

from collections.abc import Iterator, Sequence

from wirelab.model.errors import DefinitionError
from wirelab.schema.kinds import Cardinality
from wirelab.schema.types import Message, Payload


def find_payload(part: str, root: str, messages: Sequence[Message], name: str) -> Payload:
    """The payload in the field `name` of the message `root`; `part` names the schema in errors.

    Raises:
        DefinitionError: there is no such field, or it does not hold one union of distinct messages and nothing else.
    """
    by_name = {message.name: message for message in messages}
    fields = {field.name: field for field in by_name[root].fields}
    field = fields.get(name)
    if field is None:
        remedy = f"it has {', '.join(fields) or 'none'}"
        raise DefinitionError(part, f"{root} has no field '{name}' to be the payload", remedy=remedy)
    held = by_name.get(field.type.message or "")
    faults = list(_faults(field.cardinality, held))
    if held is None or faults:
        what = f"{root}.{name} cannot be the payload"
        remedy = "choose a field whose message contains one oneof of distinct messages and nothing else"
        raise DefinitionError(part, what, why="; ".join(faults), remedy=remedy)
    return Payload(field, held.oneofs[0])


def _faults(cardinality: Cardinality, held: Message | None) -> Iterator[str]:
    if held is None:
        yield "it is not a message"
        return
    if cardinality is not Cardinality.OPTIONAL:
        yield f"it is {cardinality}"
    if len(held.oneofs) != 1 or len(held.fields) != len(held.oneofs[0].fields):
        yield f"{held.name} does not consist of a single oneof"
    names = [field.type.message for field in held.fields]
    if None in names or len(set(names)) < len(names):
        yield f"the members of {held.name} are not distinct messages"
