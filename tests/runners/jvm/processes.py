"""Processes of the JVM's runners and the files that they read: each is built or made when it is first asked for."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.runners.workloads import workload_named
from wirelab.app.resources import cache_folder
from wirelab.building.build import Programs, build_programs
from wirelab.building.program import Program, environment, open_process
from wirelab.building.runners import Runner, load_runner
from wirelab.model.cell import ModeKind
from wirelab.protocol.lines import encode_request, parse_answer
from wirelab.protocol.messages import REQUEST, Answer, Fault, Opened, Timed
from wirelab.schema.compile import CompiledSchema
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload
from wirelab.workload.objects import Copy, taken_apart

RUNNERS = ("jvm", "jvm-scala", "jvm-schemas", "jvm-thrift", "jvm-kotlin", "jvm-scala-2016")
# Options that make measuring even cost a short process more than they give: here nobody looks at times.
_UNMEASURED = "-Xms32m -XX:-AlwaysPreTouch -XX:TieredStopAtLevel=1"


@cache
def runner(name: str) -> Runner:
    return load_runner(ROOT / "runners" / name)


@cache
def types_of(workload: str) -> CompiledSchema:
    return compile_workload(workload_named(workload))


@cache
def programs(name: str, workload: str) -> Programs:
    return build_programs(runner(name), "jvm", {workload: types_of(workload)}, cache_folder(), lambda _: None)


def program(name: str, workload: str) -> Program:
    """The program that starts a runner with a workload's types, quickly."""
    made = programs(name, workload).typed[workload]
    variables = {**made.platform.environment, "_JAVA_OPTIONS": _UNMEASURED}
    return replace(made, platform=made.platform.model_copy(update={"environment": variables}))


@cache
def copy(workload: str, size: str, variant: str = "random") -> Copy:
    """A corpus, taken apart."""
    corpus = make_corpus(workload_named(workload), size, variant, None, cache_folder(), lambda _: None)
    return taken_apart(corpus, types_of(workload))


def load(*copies: Copy) -> dict[str, Any]:
    """The request to load copies, with their columns where they have any."""
    columns = [str(each.columns) for each in copies if each.columns is not None]
    return {"type": "load", "copies": [str(each.objects) for each in copies], "columns": columns or None}


def subject(name: str, codec: str, compressor: str | None = None, **parameters: str) -> dict[str, Any]:
    """The fields of `open` and `cold` for a subject."""
    known = runner(name).manifest.codecs[codec].info(codec, "")
    level = runner(name).manifest.compressors[compressor].default_level if compressor else None
    return {"codec": codec, "parameters": known.all_parameters(parameters), "compressor": compressor, "level": level}


def converse(started: Program, *requests: dict[str, Any], options: Sequence[str] = (), cold: bool = False) -> Any:
    """The answers to all requests up to the end of stdin, and the output to stderr."""
    *before, main = started.command(ModeKind.COLD if cold else None)
    ended = subprocess.run(
        [*before, *options, main],
        input=b"".join(encode_request(REQUEST.validate_python(each)) for each in requests),
        env={**os.environ, **environment(started.platform)},
        capture_output=True,
        check=True,
        timeout=120,
    )
    return [parse_answer(line, strict=True) for line in ended.stdout.splitlines()], ended.stderr.decode()


class Talk:
    """A process of one runner that is asked, strictly: an answer has nothing that the schemas do not name."""

    def __init__(self, name: str, workload: str) -> None:
        self._name = name
        self.transport = open_process(program(name, workload))

    def ask(self, request: dict[str, Any]) -> Answer:
        """The answer to a request."""
        self.transport.send(encode_request(REQUEST.validate_python(request)))
        return parse_answer(self.transport.receive(120.0), strict=True)

    def open(self, codec: str, compressor: str | None = None, **parameters: str) -> None:
        """Open a codec."""
        opened = self.ask({"type": "open", **subject(self._name, codec, compressor, **parameters)})
        assert isinstance(opened, Opened), opened

    def time(self, operation: str, calls: int = 3, batches: int = 2, **given: Any) -> Timed:
        """Time batches."""
        asked = {"type": "time", "operation": operation, "calls": calls, "batches": batches, **given}
        timed = self.ask(asked)
        assert isinstance(timed, Timed), timed
        return timed

    def fault(self, **request: Any) -> str:
        """Who is at fault, and the message."""
        answer = self.ask(request)
        assert isinstance(answer, Fault), answer
        return f"{answer.whose}: {answer.message}"


def written(folder: Path, data: bytes) -> str:
    """The path of a file that holds `data`."""
    file = folder / "written"
    file.write_bytes(data)
    return str(file)
