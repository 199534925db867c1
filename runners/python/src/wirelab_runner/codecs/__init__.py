"""The codecs: every `Codec` in a file of this folder."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from wirelab_runner.codec import Codec


def _found() -> Iterator[Codec]:
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        module = import_module(f"{__name__}.{path.stem}")
        yield from (value for value in vars(module).values() if isinstance(value, Codec))


CODECS = {codec.name: codec for codec in _found()}
