"""Files of objects, which runners load and write (protocol/v2, Data), made of corpora."""

from collections.abc import Iterable

from google.protobuf.message import Message

from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.messages import message_class, read_delimited, serialize
from wirelab.schema.varint import read_varint, varint

Frame = tuple[int, bytes]  # an object's type, and its bytes
_LONG = 0x80  # from here on a varint has more than one byte


def frames_of(data: bytes, part: str = "file of objects") -> list[Frame]:
    """The frames of a file of objects, or of encoded objects; `part` names it in errors.

    Raises:
        DefinitionError: the file ends in the middle of a frame, or a number is no varint.
    """
    frames: list[Frame] = []
    at, end = 0, len(data)
    try:
        while at < end:
            kind, length = data[at], data[at + 1] if at + 1 < end else _LONG
            at += 2
            if kind >= _LONG or length >= _LONG:
                kind, at = read_varint(data, at - 2)
                length, at = read_varint(data, at)
            if at + length > end:
                raise ValueError(f"it ends {at + length - end} bytes before its last object does")
            frames.append((kind, data[at : at + length]))
            at += length
    except ValueError as error:
        raise DefinitionError(part, f"object {len(frames)} is not framed: {error}") from None
    return frames


def write_frames(frames: Iterable[Frame]) -> bytes:
    """The bytes of a file of objects, or of encoded objects."""
    parts: list[bytes] = []
    for kind, data in frames:
        parts += (varint(kind), varint(len(data)), data)
    return b"".join(parts)


def take_apart(corpus: bytes, types: CompiledSchema) -> tuple[bytes, bytes | None]:
    """The files of objects that a corpus makes: the objects that codecs encode, and the columns.

    Columns are the roots with the payload's member set but empty. Without a payload codecs encode the roots, and there
    are no columns.

    Raises:
        DefinitionError: the corpus is damaged, or an object has no payload.
    """
    payload = types.schema.payload
    if payload is None:
        return write_frames((0, root) for root in read_delimited(corpus)), None
    objects, columns = list[Frame](), list[Frame]()
    root_class = message_class(types.descriptor_set, types.root)
    kinds = {type_.member: kind for kind, type_ in enumerate(types.schema.payload_types)}
    for place, root in enumerate(map(root_class.FromString, read_delimited(corpus))):
        holder: Message = getattr(root, payload.field.name)
        member = holder.WhichOneof(payload.union.name)
        if member is None:
            what = f"object {place} has no payload in its field '{payload.field.name}'"
            raise DefinitionError("corpus", what, remedy="set a member there, or leave out `payload` in workload.toml")
        held: Message = getattr(holder, member)
        objects.append((kinds[member], serialize(held)))
        held.Clear()
        columns.append((0, serialize(root)))
    return write_frames(objects), write_frames(columns)
