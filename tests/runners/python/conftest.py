import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from pydantic import TypeAdapter

from wirelab.building.build import BuiltRunner, build_runner, build_types
from wirelab.building.program import Program, environment
from wirelab.building.runners import load_runner
from wirelab.process.transport import ProcessTransport
from wirelab.protocol.messages import ANSWER, Answer
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import Workload, compile_workload, load_workload

ROOT = Path(__file__).parents[3]
RUNNER = ROOT / "runners" / "python"
WORKLOADS = {path.parent.name: path.parent for path in (ROOT / "workloads").glob("*/workload.toml")}
WORKLOADS |= {"torture": ROOT / "tests" / "workloads" / "torture"}
HELLO = {"type": "hello", "protocol": {"major": 1, "minor": 0}}

sys.path.insert(0, str(RUNNER / "src"))  # the runner's own modules, for the tests of its parts


class Talk:
    """A process of the runner, asked line by line."""

    def __init__(self, program: Program, *options: str) -> None:
        interpreter, *rest = program.command()
        self._transport = ProcessTransport([interpreter, *options, *rest], environment(program.platform))

    def ask(self, request: Mapping[str, Any] | bytes) -> Answer:
        line = request if isinstance(request, bytes) else TypeAdapter(dict[str, Any]).dump_json(dict(request))
        self._transport.send(line + b"\n")
        return self.answer()

    def answer(self) -> Answer:
        return ANSWER.validate_json(self._transport.receive(60))

    def end(self) -> int | None:
        """Close stdin and wait for the exit status."""
        self._transport.close_input()
        return self._transport.wait(10)

    def stderr(self) -> str:
        return self._transport.stderr_tail()

    def kill(self) -> None:
        self._transport.kill()


@pytest.fixture(scope="session")
def cache() -> Path:
    """The lab's cache, so that the runner is built once for all tests and for later runs."""
    return Path(os.environ.get("WIRELAB_CACHE") or platformdirs.user_cache_dir("wirelab"))


@pytest.fixture(scope="session")
def built(cache: Path) -> BuiltRunner:
    return build_runner(load_runner(RUNNER), cache, lambda _: None)


@pytest.fixture(scope="session")
def workloads() -> dict[str, Workload]:
    return {name: load_workload(folder) for name, folder in WORKLOADS.items()}


@pytest.fixture(scope="session")
def programs(built: BuiltRunner, workloads: dict[str, Workload], cache: Path) -> dict[str, Program]:
    return {
        name: built.program("python", build_types(built, compile_workload(workload), cache, lambda _: None))
        for name, workload in workloads.items()
    }


@pytest.fixture(scope="session")
def corpus(workloads: dict[str, Workload], cache: Path) -> Callable[..., Corpus]:
    def make(workload: str, size: str, variant: str) -> Corpus:
        return make_corpus(workloads[workload], size, variant, None, cache, lambda _: None)

    return make


@pytest.fixture
def talk(programs: dict[str, Program], request: pytest.FixtureRequest) -> Callable[..., Talk]:
    """Start a process with the types of a workload."""

    def start(workload: str = "school", *options: str, greeted: bool = True) -> Talk:
        process = Talk(programs[workload], *options)
        request.addfinalizer(process.kill)
        if greeted:
            process.ask(HELLO)
        return process

    return start


def load_of(corpus: Corpus) -> dict[str, Any]:
    return {
        "type": "load",
        "workload": corpus.name.workload,
        "corpus": str(corpus.path),
        "digest": corpus.digest,
        "copies": 2,
    }
