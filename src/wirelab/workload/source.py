"""Where a workload's objects come from: a seeded generator, or files."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from google.protobuf.message import DecodeError, Message

from wirelab.model.errors import DefinitionError, HostError
from wirelab.schema.messages import message_class, read_delimited
from wirelab.workload.definition import GENERATOR, Files, Workload, compile_workload
from wirelab.workload.generator import generate_messages


def messages(workload: Workload, size: str, variant: str, seed: int) -> Iterator[Message]:
    """The objects of a corpus, one by one.

    Objects in files are in their files' order for the source's own seed (0). Every other seed has an order of its own,
    in which no object is at its old place, unless it is the only one.

    Raises:
        DefinitionError: the generator fails, or the file does not match the schema.
        HostError: the file cannot be read.
    """
    if isinstance(workload.source, Files):
        read = _read(workload, workload.folder / workload.source.of(size, variant))
        return read if seed == workload.source.seed else _reordered(list(read), Random(seed))
    return generate_messages(workload, size, variant, seed)


def inputs(workload: Workload) -> tuple[Path, ...]:
    """The files that decide the objects, the types aside; a HostError if one with objects is not there."""
    if isinstance(workload.source, Files):
        named = (workload.source.of(s, v) for s in workload.sizes.values for v in workload.variants.values)
        files = tuple(sorted(workload.folder / name for name in set(named)))
        if missing := [file.name for file in files if not file.is_file()]:
            what = f"its files {', '.join(missing)} are not there"
            raise HostError(f"workload {workload.name}", what, remedy=f"put them below {workload.folder}")
        return files
    folders = (workload.folder, *(workload.folder.parent / name for name in workload.source.draws_on))
    return tuple(sorted(folder / GENERATOR for folder in folders))


def _read(workload: Workload, path: Path) -> Iterator[Message]:
    part = f"workload {workload.name}"
    compiled = compile_workload(workload)
    message_type = message_class(compiled.descriptor_set, compiled.root)
    try:
        data = path.read_bytes()
    except OSError as error:
        what = f"its file {path.name} cannot be read"
        raise HostError(part, what, why=str(error), remedy="check the path") from error
    for at, frame in enumerate(read_delimited(data)):
        try:
            yield message_type.FromString(frame)
        except DecodeError as error:
            what = f"object {at} of {path.name} does not fit {workload.proto}"
            raise DefinitionError(part, what, why=str(error), remedy="check the file and the schema") from error


def _reordered(objects: list[Message], random: Random) -> Iterator[Message]:
    """All in one cycle (S. Sattolo, 1986), only by `random.random()`, whose sequence Python promises to keep."""
    for at in range(len(objects) - 1, 0, -1):
        other = int(random.random() * at)
        objects[at], objects[other] = objects[other], objects[at]
    yield from objects
