"""What the runner holds between two requests, and how it answers each."""

from collections.abc import Iterator, Mapping
from itertools import repeat
from pathlib import Path
from typing import Any

from wirelab_runner.announce import ready
from wirelab_runner.corpus import Corpus
from wirelab_runner.faults import blamed_on
from wirelab_runner.frames import read_frames, write_frames
from wirelab_runner.measuring import Part, canary, collect, one_of_two, time_batches
from wirelab_runner.rendered import CLASSES, Types
from wirelab_runner.subject import Subject, kind_of, open_subject
from wirelab_runner.work import Work, loop_for

Request = Mapping[str, Any]
Answer = dict[str, Any]


class Session:
    """One process's state: the loaded objects, the open codec, and the inputs made with it. A method per request."""

    _corpus: Corpus
    _subject: Subject
    _work: Work | None = None

    def __init__(self, types_folder: Path) -> None:
        self._types = Types(types_folder)

    def hello(self, _: Request) -> Answer:
        """State the runtime and its libraries."""
        return ready()

    def load(self, request: Request) -> Answer:
        """Load the copies."""
        self._work = None
        vars(self).pop("_corpus", None)  # before more is loaded
        self._corpus = Corpus(request["copies"], self._types)
        return {"type": "loaded", "objects": len(self._corpus.types[0])}

    def open(self, request: Request) -> Answer:
        """Set up a codec."""
        self._work = None
        self._subject = open_subject(request, self._types)
        return {"type": "opened"}

    def encode(self, request: Request) -> Answer:
        """Write what the open codec makes of a copy."""
        subject, at = self._subject, request["copy_index"]
        types, objects = self._corpus.types[at], self._corpus.graphs(subject.kind)[at]
        with blamed_on("codec", f"'{subject.name}' on serialize"):
            calls = zip(types, subject.each("serialize", types), objects, strict=True)
            frames = ((kind, serialize(item)) for kind, serialize, item in calls)
            write_frames(request["file"], frames)
        return {"type": "encoded", "objects": len(types)}

    def decode(self, request: Request) -> Answer:
        """Write the objects that the open codec reads."""
        subject, encoded = self._subject, read_frames(request["encoded"])
        family = self._types.family(subject.kind)
        with blamed_on("codec", f"'{subject.name}' on deserialize"):
            calls = zip(encoded, subject.each("deserialize", (kind for kind, _ in encoded)), strict=True)
            frames = ((kind, family[kind].write(deserialize(data))) for (kind, data), deserialize in calls)
            write_frames(request["file"], frames)
        return {"type": "decoded", "objects": len(encoded)}

    def relay(self, request: Request) -> Answer:
        """Write again what the open codec reads."""
        subject, encoded = self._subject, read_frames(request["encoded"])
        with blamed_on("codec", f"'{subject.name}' on what it read"):
            calls = zip(encoded, subject.each("relay", (kind for kind, _ in encoded)), strict=True)
            write_frames(request["file"], ((kind, relay(data)) for (kind, data), relay in calls))
        return {"type": "relayed", "objects": len(encoded)}

    def time(self, request: Request) -> Answer:
        """Time batches."""
        operation, calls, batches = request["operation"], request["calls"], request["batches"]
        if operation == "canary":
            return time_batches(canary, repeat(()), calls, batches)
        with blamed_on("codec", f"'{self._subject.name}' on {operation}"):
            return self.work().time(operation, calls, batches, request.get("collect", False), request.get("files"))

    def work(self) -> Work:
        """What is timed of the loaded copies and the open codec."""
        self._work = self._work or Work(self._corpus, self._subject)
        return self._work

    def cold(self, request: Request) -> Answer:
        """Time one call that opens the codec first.

        Objects of a library's own classes are made between the two, untimed: they are there only once it is loaded.
        """
        operation, kind = request["operation"], kind_of(request)
        loop, doing = loop_for(operation), f"'{request['codec']}' on its first call"
        if operation == "serialize":
            types, items = self._corpus.types[0], None
        else:
            types, items = map(list, zip(*read_frames(request["encoded"]), strict=True))

        def opening() -> Iterator[Part]:
            self.open(request)
            yield from ()

        with blamed_on("codec", doing):
            collect()
            opened = time_batches(loop, iter((opening(),)), calls=1, batches=1)
        if items is None:
            items = self._corpus.graphs(kind)[0]
            if kind != CLASSES:
                collect()
        calls = zip(self._subject.each(operation, types), items, strict=True)
        with blamed_on("codec", doing):
            return one_of_two(opened, time_batches(loop, iter((calls,)), calls=1, batches=1))
