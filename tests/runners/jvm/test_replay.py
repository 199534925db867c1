"""The operation `replay` on the JVM: events to the site that they add up to."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, require
from tests.runners.test_across import Talk, assert_holds
from tests.site_events import EVENTS, UNFIT, ending_unfit
from wirelab.app.resources import cache_folder
from wirelab.execution.build import BuiltRunner, build_runner, build_types
from wirelab.execution.runners import load_runner
from wirelab.execution.tools import probe
from wirelab.protocol.messages import BatchTimed, Done, Encoded, Fault, Loaded, Verified
from wirelab.schema.messages import write_corpus
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import Workload, compile_workload, load_workload

SITE, SCHOOL = (load_workload(ROOT / "workloads" / name) for name in ("site", "school"))
HOME = load_runner(ROOT / "runners" / "jvm-scala")
FIXED = {"kind": "fixed", "warm_up_runs": 0, "runs": 2, "calls": 1}
MEMORY = {"kind": "memory"}

pytestmark = [pytest.mark.usefixtures("jdk"), pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def built() -> BuiltRunner:
    cache = cache_folder()
    for tool in HOME.tools((*HOME.manifest.build.runner.requires, *HOME.manifest.build.types.requires)):
        require(tool.command, probe(tool, cache).ok, f"no {tool.command} for runner {HOME.name}")
    return build_runner(HOME, cache, lambda _: None)


def talk_about(built: BuiltRunner, workload: Workload) -> Talk:
    types = build_types(built, compile_workload(workload), cache_folder(), lambda _: None)
    return Talk(built.program(HOME.manifest.platforms[0].name, types))


@pytest.fixture(scope="module")
def talk(built: BuiltRunner) -> Iterator[Talk]:
    started = talk_about(built, EVENTS)
    yield started
    started.end()


def load(talk: Talk, workload: Workload, size: str, folder: Path) -> None:
    made = make_corpus(workload, size, "random", None, folder, lambda _: None)
    loaded = talk.ask(type="load", workload=workload.name, corpora=[str(made.path)])
    assert isinstance(loaded, Loaded), loaded


def verify(talk: Talk, subject: dict[str, Any], folder: Path) -> Any:
    files = {"decoded": str(folder / "decoded"), "replayed": str(folder / "replayed")}
    return talk.ask(type="verify", subject=subject, **files)


def replay(talk: Talk, codec: str, mode: dict[str, Any], **more: str) -> Any:
    asked: dict[str, Any] = {"subject": {"codec": codec}, "operation": "replay", "mode": mode, "sink": MEMORY}
    return talk.ask(type="measure", **asked, **more)


@pytest.mark.parametrize("size", EVENTS.sizes.values)
def test_events_add_up_to_the_very_site_with_every_codec(talk: Talk, tmp_path: Path, size: str) -> None:
    site = make_corpus(SITE, size, "random", None, tmp_path, lambda _: None)
    load(talk, EVENTS, size, tmp_path)
    for codec in HOME.manifest.codecs:
        for compressor in (None, "gzip"):
            verified = verify(talk, {"codec": codec, "compressor": compressor}, tmp_path)
            assert isinstance(verified, Verified), (codec, verified)
            assert verified.replayed
            assert_holds(tmp_path / "replayed", site, SITE)


def test_it_is_measured_warm_and_cold(built: BuiltRunner, talk: Talk, tmp_path: Path) -> None:
    load(talk, EVENTS, "1k", tmp_path)
    for codec in HOME.manifest.codecs:
        answers = [replay(talk, codec, FIXED), talk.answer(), talk.answer()]
        assert [type(answer) for answer in answers] == [BatchTimed, BatchTimed, Done], answers
        file = str(tmp_path / codec)
        assert isinstance(talk.ask(type="encode", subject={"codec": codec}, file=file), Encoded)
        fresh = talk_about(built, EVENTS)
        try:
            load(fresh, EVENTS, "1k", tmp_path)
            first = replay(fresh, codec, {"kind": "cold"}, encoded=file)
            assert isinstance(first, BatchTimed), first
            assert first.calls == 1
            assert isinstance(fresh.answer(), Done)
        finally:
            fresh.end()


@pytest.mark.parametrize(("kind", "fields", "says"), UNFIT)
def test_an_event_that_does_not_fit_is_told(
    talk: Talk, tmp_path: Path, kind: str, fields: dict[str, Any], says: str
) -> None:
    corpus = tmp_path / "unfit.corpus"
    unfit = ending_unfit(kind, fields)
    with corpus.open("wb") as file:
        write_corpus(file, unfit)
    loaded = talk.ask(type="load", workload=EVENTS.name, corpora=[str(corpus)])
    assert isinstance(loaded, Loaded), loaded
    fault = verify(talk, {"codec": "boopickle"}, tmp_path)
    assert isinstance(fault, Fault), fault
    assert (fault.fault, f"object {len(unfit) - 1} cannot be replayed" in fault.message) == ("workload", True)
    assert says in fault.message
    measured = replay(talk, "boopickle", FIXED)
    assert isinstance(measured, Fault), measured
    assert says in measured.message


def test_a_workload_without_one_is_the_requests_fault(built: BuiltRunner, tmp_path: Path) -> None:
    talk = talk_about(built, SCHOOL)
    try:
        load(talk, SCHOOL, "110", tmp_path)
        fault = replay(talk, "boopickle", FIXED)
        assert isinstance(fault, Fault), fault
        assert (fault.fault, "'school' has no 'replay'" in fault.message) == ("request", True)
        verified = verify(talk, {"codec": "boopickle"}, tmp_path)
        assert isinstance(verified, Verified), verified
        assert not verified.replayed
    finally:
        talk.end()
