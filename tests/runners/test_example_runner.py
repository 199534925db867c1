"""The example runner of docs/writing-a-runner.md, and the page itself: whoever follows it gets a runner that passes."""

import json
import re
import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab, require
from wirelab.app.resources import cache_folder
from wirelab.building.build import build_programs
from wirelab.building.program import open_process
from wirelab.building.runners import load_runner
from wirelab.building.tools import probe
from wirelab.execution.check.conformance import HardData, carrying
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import handshake
from wirelab.model.conformance import Outcome
from wirelab.workload.catalogue import Catalogue
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload
from wirelab.workload.objects import taken_apart

PAGE = ROOT / "docs" / "writing-a-runner.md"
EXAMPLE = ROOT / "docs" / "example-runner"
COPIED = "wire.mjs"  # the page copies it, and does not show it
SHOWN = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def node() -> None:
    """Node, new enough for the example."""
    status = probe(load_runner(EXAMPLE).manifest.tools["node"])
    require("node", status.ok, status.why)


def files_on_the_page() -> dict[str, str]:
    """The text of each file: its parts on the page, put together in order."""
    parts = defaultdict(list)
    for name, text in SHOWN.findall(PAGE.read_text()):
        parts[name].append(text)
    return {name: "".join(texts) for name, texts in parts.items()}


def test_the_page_shows_every_line_of_the_example() -> None:
    shown = files_on_the_page()

    assert {*shown, COPIED} == {str(path.relative_to(EXAMPLE)) for path in EXAMPLE.rglob("*") if path.is_file()}
    for name, text in shown.items():
        assert without_blank_lines(text) == without_blank_lines((EXAMPLE / name).read_text()), name


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_example_stays_small() -> None:
    sources = [*EXAMPLE.glob("*.mjs"), *(EXAMPLE / "templates").iterdir()]

    assert sum(len(path.read_text().splitlines()) for path in sources) < 350


@pytest.mark.timeout(1800)
@pytest.mark.long
def test_who_follows_the_page_gets_a_runner_that_keeps_to_the_protocol(
    tmp_path: Path, wirelab: Wirelab, node: None
) -> None:
    folder = tmp_path / EXAMPLE.name
    (folder / "templates").mkdir(parents=True)
    for name, text in files_on_the_page().items():
        (folder / name).write_text(text)
    shutil.copy(EXAMPLE / COPIED, folder / COPIED)

    ended = wirelab("check-runner", str(folder), "--trust", "--codec", "json-v8", "--json", timeout=280)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    outcomes = {check["name"]: check["outcome"] for check in json.loads(ended.stdout)}
    failed = {name for name, outcome in outcomes.items() if outcome != "passed"}
    assert {name.partition("/")[0] for name in failed} == {"carried[json-v8, torture"}
    assert "loop[json-v8, serialize]" in outcomes


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", Catalogue(ROOT / "workloads").names)
def test_it_carries_every_workload(name: str, tmp_path: Path, node: None) -> None:
    workload = Catalogue(ROOT / "workloads").find(name)
    types, cache = compile_workload(workload), cache_folder()
    corpus = make_corpus(workload, workload.sizes.values[0], workload.variants.default, None, cache, str)
    runner = load_runner(EXAMPLE)
    program = build_programs(runner, "node", {name: types}, cache, str).typed[name]
    offered = handshake(runner.manifest, program.platform, lambda: open_process(program))
    hard = HardData(program, (Data((taken_apart(corpus, types),), types),))

    ((_, check),) = carrying(offered, ("json-v8",), hard, tmp_path, answer_s=60)

    assert check.outcome is Outcome.PASSED, check
