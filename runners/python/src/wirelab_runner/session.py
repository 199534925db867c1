"""What the runner knows between two requests, and how it answers each."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from wirelab_runner import announce, requests
from wirelab_runner.corpus import Copy, Corpus, read_encoded, write_corpus, write_encoded
from wirelab_runner.difference import first_difference
from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.measuring import Clock, Measured, Work, measure, resolution_ns
from wirelab_runner.rendered import Types
from wirelab_runner.requests import Request, Subject
from wirelab_runner.subjects import Opened, Resolved, resolve
from wirelab_runner.work import READS_ENCODED, first_call, in_memory, inputs, through_files

Answer = dict[str, object]


class Session:
    """One process's state: the loaded corpora, and the subjects that are ready."""

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
            yield self._hello(request.protocol)
            return
        if not self._resolution_ns:
            raise FaultError("request", "'hello' comes first")
        match request:
            case requests.Load():
                yield self._load(request)
            case requests.Verify():
                yield self._verify(request)
            case requests.Measure():
                yield from _measured(self._measure(request))
            case requests.Encode():
                yield self._encode(request)
            case requests.Decode():
                yield self._decode(request)

    def _hello(self, theirs: requests.Version) -> Answer:
        if theirs.major != announce.MAJOR:
            ours = f"this runner speaks version {announce.MAJOR}.{announce.MINOR} of the protocol"
            raise FaultError("request", f"{ours}, not {theirs.major}.{theirs.minor}")
        self._resolution_ns = resolution_ns()
        return announce.ready(self._resolution_ns)

    def _load(self, request: requests.Load) -> Answer:
        self._types.check(request.workload)
        self._corpus = None
        self._corpus = Corpus(request.corpora, self._types)
        return {"type": "loaded", "objects": len(self._corpus.copies[0])}

    def _verify(self, request: requests.Verify) -> Answer:
        copy, objects, resolved = self._one_copy(request)
        codec, opened = resolved.codec, self._opened(request.subject)
        with blamed_on("codec", f"'{codec.name}' on its round trip"):
            plain = _each("plain", opened, copy, objects)
            encoded = _each("compress", opened, copy, plain) if resolved.compressor else plain
            decoded = _each("deserialize", opened, copy, encoded)
        for index, (expected, actual) in enumerate(zip(objects, decoded, strict=True)):
            found = first_difference(expected, actual, f"[{index}]")
            if found:
                return {"type": "mismatch", **dataclasses.asdict(found)}
        write_corpus(request.decoded, self._types.family(resolved.kind), copy, decoded)
        sizes = {"encoded_bytes": sum(map(len, plain))}
        if resolved.compressor:
            sizes["compressed_bytes"] = sum(map(len, encoded))
        return {"type": "verified", **sizes}

    def _measure(self, request: requests.Measure) -> Measured:
        corpus, resolved = self._loaded(), resolve(request.subject)
        resolved.check_operation(request.operation)
        if (request.sink.kind == "file") != (request.sink.folder is not None):
            raise FaultError("request", "measure.sink has a folder if, and only if, its kind is file")
        doing = f"'{resolved.codec.name}' on {request.operation}"
        with blamed_on("codec", f"{doing}, making what it takes"):
            cold = isinstance(request.mode, requests.Cold)
            made = self._cold_work(request, resolved, corpus) if cold else self._warm_work(request, resolved, corpus)
        with blamed_on("codec", doing):
            return measure(made, request.mode, self._resolution_ns, Clock())

    def _warm_work(self, request: requests.Measure, resolved: Resolved, corpus: Corpus) -> Work:
        operation, opened = request.operation, self._opened(request.subject)
        graphs = corpus.graphs(resolved.kind)
        items = [inputs(operation, lambda: opened, *one) for one in zip(corpus.copies, graphs, strict=True)]
        if request.sink.folder is None:
            return in_memory(operation, opened, corpus.copies, items)
        return through_files(operation, opened, corpus.copies, items, Path(request.sink.folder))

    def _cold_work(self, request: requests.Measure, resolved: Resolved, corpus: Corpus) -> Work:
        """The first call of all, within which the subject is opened.

        What reads takes its input from a file. What `write`, `unbuild` and `compress` take is made by the codec itself,
        so that of these the rest alone is cold.
        """
        if self._used:
            raise FaultError("request", "mode 'cold' comes before any other use of a codec in a process")
        if request.sink.folder is not None:
            raise FaultError("request", "mode 'cold' has the sink 'memory' alone")
        operation, copy = request.operation, corpus.copies[0]
        opened = self._opening(request.subject)
        if operation not in READS_ENCODED:
            items = inputs(operation, opened, copy, corpus.graphs(resolved.kind)[0])
        elif request.encoded is None:
            raise FaultError("request", f"{operation} in mode 'cold' needs 'encoded'")
        else:
            copy, items = read_encoded(request.encoded, self._types)
            squeeze = resolved.open_squeeze() if operation == "parse" else None
            items = [squeeze.decompress(data) for data in items] if squeeze else items
        return first_call(operation, opened, self._types.payloads, copy, items)

    def _encode(self, request: requests.Encode) -> Answer:
        copy, objects, resolved = self._one_copy(request)
        opened = self._opened(request.subject)
        with blamed_on("codec", f"'{resolved.codec.name}' on serialize"):
            encoded = _each("serialize", opened, copy, objects)
        write_encoded(request.file, copy, encoded)
        return {"type": "encoded", "bytes": sum(map(len, encoded))}

    def _decode(self, request: requests.Decode) -> Answer:
        self._types.check(request.workload)
        resolved, opened = resolve(request.subject), self._opened(request.subject)
        copy, encoded = read_encoded(request.file, self._types)
        with blamed_on("codec", f"'{resolved.codec.name}' on deserialize"):
            objects = _each("deserialize", opened, copy, encoded)
        write_corpus(request.corpus, self._types.family(resolved.kind), copy, objects)
        return {"type": "decoded", "objects": len(objects)}

    def _loaded(self) -> Corpus:
        if self._corpus is None:
            raise FaultError("request", "'load' comes first")
        return self._corpus

    def _one_copy(self, request: requests.Verify | requests.Encode) -> tuple[Copy, list[Any], Resolved]:
        """The copy that is asked for, its objects as the subject takes them, and the subject."""
        corpus, resolved, index = self._loaded(), resolve(request.subject), request.copy_index
        corpus.check_copy(index)
        return corpus.copies[index], corpus.graphs(resolved.kind)[index], resolved

    def _opened(self, subject: Subject) -> Opened:
        """What was set up once serves every request that names the subject."""
        key = (subject.codec, tuple(sorted(subject.parameters.items())), subject.compressor, subject.level)
        if key not in self._ready:
            self._used = True
            self._ready[key] = resolve(subject).open(self._types)
        return self._ready[key]

    def _opening(self, subject: Subject) -> Callable[[], Opened]:
        return lambda: self._opened(subject)


def _each(operation: str, opened: Opened, copy: Copy, items: Sequence[Any]) -> list[Any]:
    """What an operation makes of each item, by the function of its payload type."""
    return [opened[beside.payload][operation](item) for beside, item in zip(copy, items, strict=True)]


def _measured(measured: Measured) -> Iterable[Answer]:
    for batch in measured.batches:
        yield {"type": "batch", **dataclasses.asdict(batch)}
    yield {
        "type": "done",
        "batches": len(measured.batches),
        "steady": measured.steady,
        "canary_ns": measured.canary_ns,
        "loop_ns": measured.loop_ns,
        "checksums": measured.checksums,
        "sink": str(measured.sink),
    }
