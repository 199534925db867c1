"""A workload's `generate.py`: loaded and called, its faults reported by its own lines."""

import contextlib
import random
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from google.protobuf.message import Message

from wirelab.model.errors import DefinitionError, WirelabError
from wirelab.schema.fill import fill
from wirelab.schema.messages import message_class, serialize
from wirelab.workload.apart import run_apart
from wirelab.workload.definition import GENERATOR, Workload, compile_workload

_END = object()
_FIX = f"fix {GENERATOR} and try again"


def generate_messages(workload: Workload, size: str, variant: str, seed: int) -> Iterator[Message]:
    """The objects of a corpus, one by one.

    `generate.py` has `generate(size: str, variant: str, random: random.Random) -> Iterable[dict]`: a pure function
    whose dicts `fill` turns into messages. It draws only with `random.random()` and `random.getrandbits()`: their
    sequences stay the same over Python versions, but those of `choice`, `shuffle` or `randint` have changed.

    Raises:
        DefinitionError: `generate.py` cannot be loaded, raises, or gives values for which the schema has no place.
    """
    compiled = compile_workload(workload)
    message_type = message_class(compiled.descriptor_set, compiled.root)
    if workload.apart:
        given = (workload.model_copy(update={"apart": False}), size, variant, seed)
        yield from map(message_type.FromString, run_apart(_serialized, given, f"workload {workload.name}"))
        return
    path = workload.folder / GENERATOR
    part = f"workload {workload.name}"
    try:
        for at, values in enumerate(_unheard(_generated(path, size, variant, seed))):
            if not isinstance(values, Mapping):
                raise TypeError(f"object {at} is a {type(values).__name__}, not a dict")
            message = message_type()
            fill(message, values, f"[{at}]")
            yield message
    except WirelabError as error:
        what = f"its {GENERATOR} returned something that does not fit {workload.proto}"
        raise DefinitionError(part, what, why=str(error), remedy=error.remedy or _FIX) from error
    except (Exception, SystemExit) as error:  # the generator is its author's code, which may raise anything
        raise DefinitionError(part, f"its {GENERATOR} failed", why=_in_one_line(path, error), remedy=_FIX) from error


def _serialized(*given: Any) -> Iterator[bytes]:
    return map(serialize, generate_messages(*given))


def _generated(path: Path, size: str, variant: str, seed: int) -> Iterator[Any]:
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
