"""Processes of the Python runner and the files that they read: each is built or made when it is first asked for."""

from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.runners.workloads import workload_named
from wirelab.app.resources import cache_folder
from wirelab.building.build import build_programs
from wirelab.building.program import Program, open_process
from wirelab.building.runners import load_runner
from wirelab.protocol.lines import encode_request, parse_answer
from wirelab.protocol.messages import REQUEST, Answer, Encoded, Fault, Opened, Timed
from wirelab.schema.compile import CompiledSchema
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload
from wirelab.workload.objects import taken_apart

RUNNER = load_runner(ROOT / "runners" / "python")
CODECS = tuple(RUNNER.manifest.codecs)


@cache
def types_of(workload: str) -> CompiledSchema:
    return compile_workload(workload_named(workload))


@cache
def program(workload: str) -> Program:
    types = {workload: types_of(workload)}
    return build_programs(RUNNER, "python", types, cache_folder(), lambda _: None).typed[workload]


@cache
def objects(workload: str, size: str, variant: str = "random") -> str:
    """The path of a file of objects."""
    corpus = make_corpus(workload_named(workload), size, variant, None, cache_folder(), lambda _: None)
    return str(taken_apart(corpus, types_of(workload)).objects)


def subject(codec: str, compressor: str | None = None, **parameters: str) -> dict[str, Any]:
    """The fields of `open` and `cold` for a subject."""
    known = RUNNER.manifest.codecs[codec].info(codec, "")
    level = RUNNER.manifest.compressors[compressor].default_level if compressor else None
    values = known.all_parameters(parameters)
    return {"codec": codec, "parameters": values, "compressor": compressor, "level": level}


class Talk:
    """A process that is asked, strictly: an answer has nothing that the schemas do not name."""

    def __init__(self, started: Program) -> None:
        self.transport = open_process(started)

    def ask(self, kind: str, **given: Any) -> Answer:
        """The answer to a request."""
        self.transport.send(encode_request(REQUEST.validate_python({"type": kind, **given})))
        return parse_answer(self.transport.receive(60.0), strict=True)

    def open(self, codec: str, compressor: str | None = None, **parameters: str) -> None:
        """Open a codec."""
        assert isinstance(self.ask("open", **subject(codec, compressor, **parameters)), Opened)

    def time(self, operation: str, calls: int = 3, batches: int = 2, **given: Any) -> Timed:
        """Time batches."""
        timed = self.ask("time", operation=operation, calls=calls, batches=batches, **given)
        assert isinstance(timed, Timed), timed
        return timed

    def encode(self, file: Path, copy_index: int = 0) -> bytes:
        """Write a copy's encoded objects, and read them."""
        assert isinstance(self.ask("encode", copy_index=copy_index, file=str(file)), Encoded)
        return file.read_bytes()

    def fault(self, kind: str, **given: Any) -> str:
        """Who is at fault, and the message."""
        answer = self.ask(kind, **given)
        assert isinstance(answer, Fault), answer
        return f"{answer.whose}: {answer.message}"
