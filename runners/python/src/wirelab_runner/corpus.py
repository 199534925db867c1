"""The loaded objects: their bytes, and the domain objects of one kind made from them."""

from collections.abc import Sequence
from typing import Any

from wirelab_runner.frames import read_frames
from wirelab_runner.rendered import CLASSES, Kind, Types


class Corpus:
    """The copies that calls rotate over.

    Only the graphs of one kind are held at a time: unused objects in memory would still cost the garbage collector.

    Attributes:
        types: the type of each object, copy by copy.
    """

    def __init__(self, files: Sequence[str], types: Types) -> None:
        """Read files of objects, and make dataclasses of them: what they cannot hold is known at once."""
        self._rendered, self._frames = types, [read_frames(file) for file in files]
        self.types = [[kind for kind, _ in copy] for copy in self._frames]
        self._held: tuple[Kind | None, list[list[Any]]] = (None, [])
        self.graphs(CLASSES)

    def graphs(self, kind: Kind) -> list[list[Any]]:
        """The domain objects of each copy; no two copies share an object graph."""
        if self._held[0] != kind:
            self._held = (None, [])
            family = self._rendered.family(kind)
            self._held = (kind, [[family[at].read(data) for at, data in copy] for copy in self._frames])
        return self._held[1]
