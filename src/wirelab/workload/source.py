"""A workload's objects: made by its `generate.py`, whose faults are reported by its own lines, or read from files."""

import contextlib
import random
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from google.protobuf.message import DecodeError, Message

from wirelab.model.errors import DefinitionError, HostError, WirelabError
from wirelab.schema.fill import fill
from wirelab.schema.messages import message_class, read_delimited, serialize
from wirelab.workload.apart import run_apart
from wirelab.workload.definition import GENERATOR, Files, Workload, compile_workload

_END = object()
_FIX = f"fix {GENERATOR} and try again"


def messages(workload: Workload, size: str, variant: str, seed: int) -> Iterator[Message]:
    """The objects of a corpus, one by one.

    `generate.py` has `generate(size: str, variant: str, random: random.Random) -> Iterable[dict]`: a pure function
    whose dicts `fill` turns into messages. It draws only with `random.random()` and `random.getrandbits()`: their
    sequences stay the same over Python versions, but those of `choice`, `shuffle` or `randint` have changed.

    Objects in files are in their files' order for the source's own seed (0). Every other seed has an order of its own,
    in which no object is at its old place, unless it is the only one.

    Raises:
        DefinitionError: `generate.py` cannot be loaded, raises, or gives values for which the schema has no place; or
            the file does not match the schema.
        HostError: the file cannot be read.
    """
    compiled = compile_workload(workload)
    made = message_class(compiled.descriptor_set, compiled.root)
    if isinstance(workload.source, Files):
        read = _read(workload, workload.folder / workload.source.of(size, variant), made)
        yield from read if seed == workload.source.seed else _reordered(list(read), random.Random(seed))
    elif workload.apart:
        given = (workload.model_copy(update={"apart": False}), size, variant, seed)
        yield from map(made.FromString, run_apart(_serialized, given, f"workload {workload.name}"))
    else:
        yield from _generated(workload, size, variant, seed, made)


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


def _read(workload: Workload, path: Path, made: type[Message]) -> Iterator[Message]:
    part = f"workload {workload.name}"
    try:
        data = path.read_bytes()
    except OSError as error:
        what = f"its file {path.name} cannot be read"
        raise HostError(part, what, why=str(error), remedy="check the path") from error
    for at, frame in enumerate(read_delimited(data)):
        try:
            yield made.FromString(frame)
        except DecodeError as error:
            what = f"object {at} of {path.name} does not fit {workload.proto}"
            raise DefinitionError(part, what, why=str(error), remedy="check the file and the schema") from error


def _reordered(objects: list[Message], chance: random.Random) -> Iterator[Message]:
    """All in one cycle (S. Sattolo, 1986), only by `random.random()`, whose sequence Python promises to keep."""
    for at in range(len(objects) - 1, 0, -1):
        other = int(chance.random() * at)
        objects[at], objects[other] = objects[other], objects[at]
    yield from objects


def _generated(workload: Workload, size: str, variant: str, seed: int, made: type[Message]) -> Iterator[Message]:
    path, part = workload.folder / GENERATOR, f"workload {workload.name}"
    try:
        for at, values in enumerate(_unheard(_called(path, size, variant, seed))):
            if not isinstance(values, Mapping):
                raise TypeError(f"object {at} is a {type(values).__name__}, not a dict")
            message = made()
            fill(message, values, f"[{at}]")
            yield message
    except WirelabError as error:
        what = f"its {GENERATOR} returned something that does not fit {workload.proto}"
        raise DefinitionError(part, what, why=str(error), remedy=error.remedy or _FIX) from error
    except (Exception, SystemExit) as error:  # the generator is its author's code, which may raise anything
        raise DefinitionError(part, f"its {GENERATOR} failed", why=_in_one_line(path, error), remedy=_FIX) from error


def _serialized(*given: Any) -> Iterator[bytes]:
    return map(serialize, messages(*given))


def _called(path: Path, size: str, variant: str, seed: int) -> Iterator[Any]:
    yield from _load(path).generate(size, variant, random.Random(seed))


def _unheard(objects: Iterator[Any]) -> Iterator[Any]:
    """`objects`, with prints of their generator sent to standard error: standard output may be somebody's JSON."""
    while True:
        with contextlib.redirect_stdout(sys.stderr):
            values = next(objects, _END)
        if values is _END:
            return
        yield values


def _load(path: Path) -> Any:
    """The module, without leaving compiled files beside it."""
    module = ModuleType(f"wirelab_workload_{path.parent.name.replace('-', '_')}")
    module.__file__ = str(path)
    exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    return module


def _in_one_line(path: Path, error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return f"{path.name}: it ends the program" + ("" if error.code is None else f" (exit {error.code})")
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    return f"{path.name}{f':{line}' if line else ''}: {type(error).__name__}: {error}"
