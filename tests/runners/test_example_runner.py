"""The example runner of docs/writing-a-runner.md, and the page itself: who follows it gets a runner that passes."""

import json
import re
import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab, require
from wirelab.app.resources import cache_folder
from wirelab.building.program import environment
from wirelab.building.programs import build_programs
from wirelab.building.runners import load_runner
from wirelab.building.tools import probe
from wirelab.execution.expected import CARRIED, Case, expectation_of, load_expected_failures
from wirelab.process.transport import ProcessTransport
from wirelab.protocol.lines import OURS, encode_request, parse_answer
from wirelab.protocol.messages import Answer, Hello, Load, SubjectSpec, Verify
from wirelab.schema.objects import objects_digest
from wirelab.workload.catalogue import Catalogue
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload

PAGE = ROOT / "docs" / "writing-a-runner.md"
EXAMPLE = ROOT / "docs" / "example-runner"
COPIED = "templates/wire.mjs.jinja"  # the page copies it, and does not show it
SHOWN = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODEC = SubjectSpec(codec="json-v8")


@pytest.fixture(scope="module")
def node() -> None:
    """Node, new enough for the example."""
    status = probe(load_runner(EXAMPLE).manifest.tools["node"])
    require("node", status.ok, status.why)


def files_on_the_page() -> dict[str, str]:
    """The text of each file: what the page shows of it, put together in order."""
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


def test_no_part_of_the_example_has_a_hundred_lines() -> None:
    lengths = {path.name: len(path.read_text().splitlines()) for path in EXAMPLE.glob("*.mjs")}

    assert "runner.mjs" in lengths
    assert {name: length for name, length in lengths.items() if length >= 100} == {}


@pytest.mark.timeout(300)
@pytest.mark.long
def test_who_follows_the_page_gets_a_runner_that_keeps_to_the_protocol(
    tmp_path: Path, wirelab: Wirelab, node: None
) -> None:
    folder = tmp_path / EXAMPLE.name
    (folder / "templates").mkdir(parents=True)
    for name, text in files_on_the_page().items():
        (folder / name).write_text(text)
    shutil.copy(EXAMPLE / COPIED, folder / COPIED)

    ended = wirelab("check-runner", str(folder), "--json", timeout=280)

    assert ended.returncode == 0, ended.stdout + ended.stderr
    outcomes = {check["name"]: check["outcome"] for check in json.loads(ended.stdout)}
    assert set(outcomes.values()) == {"passed"}
    transcripts = {path.stem for path in (ROOT / "protocol" / "v1" / "transcripts").glob("*.jsonl")}
    without_compressors = transcripts - {"compressors"}
    assert {name.partition("[")[0] for name in outcomes} == {"announcement", *without_compressors}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", Catalogue((ROOT / "workloads",)).names)
def test_it_carries_every_workload_but_for_expected_failures(name: str, tmp_path: Path, node: None) -> None:
    workload = Catalogue((ROOT / "workloads",)).find(name)
    types, cache = compile_workload(workload), cache_folder()
    corpus = make_corpus(workload, workload.sizes.values[0], workload.variants.default, None, cache, str)
    programs = build_programs(load_runner(EXAMPLE), "node", {types.schema.name: types}, cache, str)
    program = programs.typed[types.schema.name]
    process = ProcessTransport(program.command(), environment(program.platform))
    decoded = tmp_path / "decoded"

    def ask(request: Hello | Load | Verify) -> Answer:
        process.send(encode_request(request))
        return parse_answer(process.receive(60), strict=True)

    try:
        ask(Hello(protocol=OURS))
        loaded = ask(Load(workload=name, corpora=[str(corpus.path)]))
        verified = ask(Verify(subject=CODEC, decoded=str(decoded)))
    finally:
        process.kill()

    if expectation_of(load_expected_failures(EXAMPLE), Case(CARRIED, CODEC.codec, name)) is not None:
        assert verified.type in {"mismatch", "error"}
        return
    assert (loaded.type, verified.type) == ("loaded", "verified"), verified
    assert objects_digest(decoded, corpus.digest, types.descriptor_set, types.root) == corpus.digest
