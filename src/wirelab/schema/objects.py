"""What stands in a corpus file that a runner wrote, whatever order its library gave to fields and map entries."""

import hashlib
from pathlib import Path
from typing import Any

from wirelab.model.errors import DefinitionError
from wirelab.schema.messages import corpus_digest, message_class, read_delimited


def objects_digest(file: Path, expected: str, descriptor_set: bytes, root: str) -> str:
    """The digest of the objects in `file` (protocol/v1, Data).

    A file that is as it should be to the byte is not read any further: that is nearly every one, since libraries write
    fields in ascending order, and only maps have none.

    Args:
        file: a corpus file.
        expected: the digest that it should have.
        descriptor_set: of `CompiledSchema`.
        root: protobuf's full name of the message that the file holds; empty: its bytes alone count.

    Returns:
        SHA-256 of the corpus file that its objects make when written deterministically; of the file's own bytes where
        they are no such objects.

    Raises:
        OSError: it cannot be read.
    """
    data = file.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest == expected or not root:
        return digest
    from google.protobuf.message import DecodeError

    message_type = message_class(descriptor_set, root)
    try:
        return corpus_digest(message_type.FromString(frame) for frame in read_delimited(data))
    except (DecodeError, DefinitionError):
        return digest


def documents_of(data: bytes, descriptor_set: bytes, root: str) -> list[Any]:
    """The objects of a corpus file as protobuf's JSON has them, for people who look for a difference.

    Args:
        data: the file's bytes.
        descriptor_set: of `CompiledSchema`.
        root: as for `objects_digest`; empty: each object is its bytes.

    Raises:
        DefinitionError: it holds no such objects.
    """
    frames = list(read_delimited(data))
    if not root:
        return list(frames)
    from google.protobuf.json_format import MessageToDict
    from google.protobuf.message import DecodeError

    message_type = message_class(descriptor_set, root)
    try:
        return [MessageToDict(message_type.FromString(frame), preserving_proto_field_name=True) for frame in frames]
    except DecodeError as error:
        raise DefinitionError("corpus", f"it holds other messages: {error}") from None
