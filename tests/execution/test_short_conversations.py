"""An announcement repeats the manifest, with versions; a name is announced once, with a version or a reason."""

import shutil
from pathlib import Path

import pytest

from tests.execution.conftest import FAKE, opened
from wirelab.building.build import BuiltRunner, build_runner
from wirelab.building.program import open_process
from wirelab.building.runners import load_runner
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Talk, announced, handshake, undeclared
from wirelab.model.cell import Operation, Sink
from wirelab.model.errors import MeasurementError
from wirelab.model.measurement import Loss, LossKind
from wirelab.protocol.messages import Ready

MANIFEST = load_runner(FAKE).manifest
PLATFORM = MANIFEST.platforms[0]
VERSIONS = dict.fromkeys([*MANIFEST.codecs, *MANIFEST.compressors], "1")


def ready(**changes: object) -> Ready:
    values = {"protocol": 2, "runner": "fake", "runtime": "none", "timer_resolution_ns": 1, "versions": VERSIONS}
    return Ready.model_validate(values | changes)


def but(*names: str) -> dict[str, str]:
    return {name: version for name, version in VERSIONS.items() if name not in names}


def test_every_name_has_a_version_or_a_reason() -> None:
    assert list(undeclared(MANIFEST, ready())) == []
    reasons = {"steady": "it is not here", "gzip": "nor is it"}
    assert list(undeclared(MANIFEST, ready(versions=but(*reasons), unavailable=reasons))) == []


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"versions": but("steady")}, "codec 'steady' is in the manifest but is not announced"),
        ({"versions": but("gzip")}, "compressor 'gzip' is in the manifest but is not announced"),
        ({"versions": VERSIONS | {"more": "1"}}, "name 'more' is announced but is not in the manifest"),
        ({"unavailable": {"more": "why"}}, "name 'more' is announced but is not in the manifest"),
        ({"unavailable": {"steady": "why"}}, "codec 'steady' is announced with a version and as unavailable"),
        ({"runner": "real"}, "it calls itself 'real', not 'fake'"),
    ],
)
def test_where_an_announcement_differs(changes: dict[str, object], says: str) -> None:
    assert list(undeclared(MANIFEST, ready(**changes))) == [says]


def test_an_announcement_is_what_the_manifest_says_of_what_is_here() -> None:
    offered = announced(MANIFEST, PLATFORM, ready(versions=but("steady"), unavailable={"steady": "it is not here"}))
    assert {each.name for each in offered.codecs} == {*MANIFEST.codecs} - {"steady"}
    assert [(each.name, each.reason) for each in offered.unavailable] == [("steady", "it is not here")]
    assert [each.name for each in offered.compressors] == ["gzip", "zlib-dictionary"]
    assert offered.sinks == [Sink.MEMORY, Sink.FILE]
    assert all(Operation.REPLAY not in each.operations for each in offered.codecs)


def test_extensions_add_operations_and_sinks() -> None:
    extended = PLATFORM.model_copy(update={"extensions": ("replay", "table", "exchange")})
    offered = announced(MANIFEST, extended, ready())
    assert offered.sinks == [Sink.MEMORY, Sink.FILE, Sink.TABLE]
    assert all(each.operations[-2:] == [Operation.REPLAY, Operation.EXCHANGE] for each in offered.codecs)


@pytest.mark.parametrize(
    ("platform", "says"),
    [
        ("fake-undeclared", "its announcement does not match its manifest"),
        ("fake-protocol-3", "it speaks version 3 of the runner protocol, this lab speaks 2"),
        ("fake-garbage-at-start", "something else was written to stdout"),
    ],
)
def test_a_handshake_that_fails_says_why(fake: BuiltRunner, platform: str, says: str) -> None:
    with pytest.raises(MeasurementError, match=says):
        handshake(MANIFEST, PLATFORM, lambda: open_process(fake.program(platform)))
    assert handshake(MANIFEST, PLATFORM, lambda: open_process(fake.program("fake"))).codec("steady") is not None


@pytest.mark.parametrize(
    ("cut", "says"),
    [
        (3, "object 0 is not framed: it ends 4 bytes before its last object does"),
        (8, "object 1 is not framed: "),
    ],
)
def test_a_file_that_is_badly_framed_is_the_loss_of_its_codec(tmp_path: Path, data: Data, cut: int, says: str) -> None:
    """Each codec has its own answer, and whoever asks knows which codec that is."""
    folder = shutil.copytree(FAKE, tmp_path / "fake", ignore=shutil.ignore_patterns("__pycache__"))
    runner = folder / "fake_runner.py"
    for answer in ("encoded", "relayed"):
        spoiled = f'self._codec.name != "steady" or os.truncate(request["file"], {cut})'
        text, line = runner.read_text(), f'        yield _line("{answer}"'
        assert text.count(line) == 1
        runner.write_text(text.replace(line, f"        {spoiled}\n{line}"))
    fake = build_runner(load_runner(folder), tmp_path / "cache", lambda _: None)
    talk = Talk(lambda: open_process(fake.program("fake")), tmp_path, 20.0)
    codecs = [opened("steady"), opened("tunable")]
    (_, whole) = written = talk.written(data, codecs)
    assert isinstance(whole, Path)
    relayed = talk.relayed([(codec, whole) for codec in codecs])
    for lost, kept in (written, relayed, talk.survived(data, codecs, lambda _: None)):
        assert isinstance(lost, Loss)
        assert lost.kind is LossKind.GARBAGE
        assert lost.what.startswith(f"it wrote no file of encoded objects: {says}")
        assert isinstance(kept, Path)
