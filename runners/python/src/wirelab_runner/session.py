"""What the runner knows between two requests, and how it answers each."""

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from wirelab_runner import announce, requests
from wirelab_runner.canary import time_canary
from wirelab_runner.clock import Clock, resolution_ns
from wirelab_runner.cold import cold_work
from wirelab_runner.corpus import Corpus, corpus_bytes, encoded_bytes, load_corpus, read_encoded, write_file
from wirelab_runner.difference import first_difference
from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.framing import sha256
from wirelab_runner.measuring import Measured, Work, measure
from wirelab_runner.rendered import Columns, Types
from wirelab_runner.requests import Request, Subject
from wirelab_runner.subjects import Resolved, resolve
from wirelab_runner.work import Opened, Ready, in_memory, inputs, through_files

Answer = dict[str, object]
T = TypeVar("T")


class Session:
    """One process's state: the loaded corpus, and the subjects that are ready."""

    def __init__(self, types_folder: Path) -> None:
        self._types = Types(types_folder)
        self._resolution_ns = 0
        self._corpus: Corpus | None = None
        self._ready: dict[tuple[object, ...], Opened] = {}
        self._used = False

    def answers(self, request: Request) -> Iterator[Answer]:
        """The answers to a request, in order.

        Raises:
            FaultError: instead of any answer.
        """
        if isinstance(request, requests.Hello):
            yield self._hello(request)
            return
        if not self._resolution_ns:
            raise FaultError("request", "'hello' comes first")
        match request:
            case requests.Load():
                yield self._load(request)
            case requests.Verify():
                yield self._verify(request.subject)
            case requests.Canary():
                yield {"type": "canary-timed", "ns": time_canary(request.repetitions)}
            case requests.Measure():
                yield from _measured(self._measure(request))
            case requests.Encode():
                yield self._encode(request)
            case requests.Decode():
                yield self._decode(request)

    def _hello(self, request: requests.Hello) -> Answer:
        if request.major != announce.MAJOR:
            raise FaultError(
                "request",
                f"this runner speaks version {announce.MAJOR}.{announce.MINOR} of the protocol, not "
                f"{request.major}.{request.minor}",
            )
        self._resolution_ns = resolution_ns()
        return announce.ready(self._resolution_ns)

    def _load(self, request: requests.Load) -> Answer:
        self._types.check(request.workload)
        self._corpus = None
        corpus = load_corpus(request.corpus, request.digest, request.copies, self._types)
        with blamed_on("workload", "writing the corpus again"):
            again = corpus_bytes(self._types.family("classes"), corpus.columns, corpus.graphs("classes")[0])
        self._corpus = corpus
        return {"type": "loaded", "objects": len(corpus.columns), "digest": sha256(again)}

    def _verify(self, subject: Subject) -> Answer:
        corpus, codec, opened = self._loaded(), resolve(subject).codec, self._opened(subject)
        objects, squeeze = corpus.graphs(codec.family)[0], opened[0].squeeze
        with blamed_on("codec", f"'{codec.name}' on its round trip"):
            encoded = [ready.calls.serialize(one) for ready, one in _each(opened, corpus.columns, objects)]
            squeezed = [squeeze.compress(data) for data in encoded] if squeeze else encoded
            decoded = [ready.decode(data) for ready, data in _each(opened, corpus.columns, squeezed)]
        for index, (expected, actual) in enumerate(zip(objects, decoded, strict=True)):
            found = first_difference(expected, actual, f"[{index}]")
            if found:
                return {"type": "mismatch", "path": found.path, "expected": found.expected, "actual": found.actual}
        sizes = {"encoded_bytes": sum(map(len, encoded))}
        if squeeze:
            sizes["compressed_bytes"] = sum(map(len, squeezed))
        again = corpus_bytes(self._types.family(codec.family), corpus.columns, decoded)
        return {"type": "verified", **sizes, "digest": sha256(again)}

    def _measure(self, request: requests.Measure) -> Measured:
        corpus, resolved = self._loaded(), resolve(request.subject)
        resolved.check_operation(request.operation)
        doing = f"'{resolved.codec.name}' on {request.operation}"
        if isinstance(request.mode, requests.Cold):
            work = self._cold_work(request, resolved, corpus)
        else:
            opened, payloads = self._opened(request.subject), _payloads(corpus)
            with blamed_on("codec", f"{doing}, making what it takes"):
                items = inputs(request.operation, opened, payloads, corpus.graphs(resolved.codec.family))
            folder = request.folder
            work = (
                in_memory(request.operation, opened, payloads, items)
                if folder is None
                else through_files(request.operation, opened, payloads, items, Path(folder))
            )
        with blamed_on("codec", doing):
            return measure(work, request.mode, self._resolution_ns, Clock())

    def _cold_work(self, request: requests.Measure, resolved: Resolved, corpus: Corpus) -> Work:
        if self._used:
            raise FaultError("request", "mode 'cold' comes before any other use of a codec in a process")
        if request.folder is not None:
            raise FaultError("request", "mode 'cold' has the sink 'memory' alone")
        self._used = True
        graphs = corpus.graphs(resolved.codec.family)
        encoded = None if request.encoded is None else self._read_encoded(request.encoded)[1]
        return cold_work(request.operation, resolved, self._types, _payloads(corpus), graphs, encoded)

    def _encode(self, request: requests.Encode) -> Answer:
        corpus, codec, opened = self._loaded(), resolve(request.subject).codec, self._opened(request.subject)
        objects = corpus.graphs(codec.family)[0]
        with blamed_on("codec", f"'{codec.name}' on serialize"):
            encoded = [ready.encode(one) for ready, one in _each(opened, corpus.columns, objects)]
        data = encoded_bytes(corpus.columns, encoded)
        write_file(request.file, data)
        return {"type": "encoded", "bytes": sum(map(len, encoded)), "digest": sha256(data)}

    def _decode(self, request: requests.Decode) -> Answer:
        self._types.check(request.workload)
        codec, opened = resolve(request.subject).codec, self._opened(request.subject)
        columns, encoded = self._read_encoded(request.file)
        with blamed_on("codec", f"'{codec.name}' on deserialize"):
            objects: list[Any] = [ready.decode(data) for ready, data in _each(opened, columns, encoded)]
            data = corpus_bytes(self._types.family(codec.family), columns, objects)
        write_file(request.corpus, data)
        return {"type": "decoded", "objects": len(objects), "digest": sha256(data)}

    def _loaded(self) -> Corpus:
        if self._corpus is None:
            raise FaultError("request", "'load' comes first")
        return self._corpus

    def _read_encoded(self, file: str) -> tuple[list[Columns], list[bytes]]:
        return read_encoded(file, lambda: self._types.family("classes"))

    def _opened(self, subject: Subject) -> Opened:
        key = _key(subject)
        if key not in self._ready:
            self._ready[key] = resolve(subject).open(self._types)
            self._used = True
        return self._ready[key]


def _key(subject: Subject) -> tuple[object, ...]:
    return subject.codec, tuple(sorted(subject.parameters.items())), subject.compressor, subject.level


def _payloads(corpus: Corpus) -> list[int]:
    """The payload type of each object."""
    return [columns.payload for columns in corpus.columns]


def _each(opened: Opened, columns: Sequence[Columns], items: Sequence[T]) -> Iterator[tuple[Ready, T]]:
    """Each item with what is ready for its payload type."""
    return ((opened[beside.payload], item) for beside, item in zip(columns, items, strict=True))


def _measured(measured: Measured) -> Iterator[Answer]:
    for batch in measured.batches:
        yield {"type": "batch", **dataclasses.asdict(batch)}
    yield {
        "type": "done",
        "batches": len(measured.batches),
        "steady": measured.steady,
        "sink": str(measured.sink),
    }
