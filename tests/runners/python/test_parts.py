import gzip
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

import pytest
from wirelab_runner.announce import installed_versions, ready, why_unavailable
from wirelab_runner.codecs import CODECS
from wirelab_runner.compressors import COMPRESSORS
from wirelab_runner.faults import FaultError, Whose, blamed_on
from wirelab_runner.frames import read_frames, write_frames
from wirelab_runner.rendered import misfits
from wirelab_runner.values import instant_text

from tests.runners.python.processes import RUNNER
from wirelab.protocol.messages import Ready
from wirelab.schema import objects


class Colour(StrEnum):
    RED = "red"


@dataclass
class Leaf:
    value: object


@dataclass
class Tree:
    leaves: list[Leaf]
    names: dict[object, object]


NAN = float("nan")
FITTING = [
    (Leaf(NAN), Leaf(NAN)),
    (Leaf(-0.0), Leaf(-0.0)),
    (Leaf(1), Leaf(1.0)),  # another library writes 1.0 as 1; the core compares the value
    (Leaf(0.1), Leaf(0.10000000149011612)),
    (Tree([Leaf(1)], {1: "a", 2: NAN}), Tree([Leaf(1)], {2: NAN, 1: "a"})),
]
MISFITS = [
    (Leaf(True), Leaf(1), ".value is True, not of the type int"),
    (Leaf("red"), Leaf(Colour.RED), ".value is 'red', not of the type Colour"),
    (Leaf(b"a"), Leaf("a"), ".value is b'a', not of the type str"),
    (Leaf("a"), Leaf(None), ".value is 'a', not of the type NoneType"),
    (Tree([Leaf(1), Leaf(2.0)], {}), Tree([Leaf(1), Leaf(2)], {}), ".leaves[1].value is 2.0, not of the type int"),
    (Tree([], {1: 1}), Tree([], {True: 1}), ".names, a key, is 1, not of the type bool"),
    (Tree([], {"a": 1.0}), Tree([], {"a": 1}), ".names['a'] is 1.0, not of the type int"),
    ({"value": 1}, Leaf(1), "the object is {'value': 1}, not of the type Leaf"),
]


@pytest.mark.parametrize(("given", "kept"), FITTING)
def test_what_a_message_keeps_fits(given: object, kept: object) -> None:
    assert list(misfits(given, kept)) == []


@pytest.mark.parametrize(("given", "kept", "says"), MISFITS, ids=[says for *_, says in MISFITS])
def test_what_protobuf_would_convert_does_not_fit(given: object, kept: object, says: str) -> None:
    assert list(misfits(given, kept)) == [says]


def test_files_of_objects_are_the_labs(tmp_path: Path) -> None:
    frames = [(0, b""), (1, b"a"), (300, b"b" * 127), (2, b"c" * 128), (0, b"d" * 20_000)]
    file = tmp_path / "objects"
    write_frames(str(file), iter(frames))
    assert file.read_bytes() == objects.write_frames(frames)
    assert read_frames(str(file)) == frames


@pytest.mark.parametrize("data", [b"\x00\x05abc", b"\x80", b"\x00"])
def test_a_broken_file_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "objects"
    file.write_bytes(data)
    with pytest.raises((ValueError, IndexError)):
        read_frames(str(file))


@pytest.mark.parametrize(
    ("raised", "whose"),
    [
        (ValueError("no"), "codec"),
        (AssertionError("no"), "codec"),
        (OSError(28, "no space"), "host"),
        (gzip.BadGzipFile("no gzip"), "codec"),
        (MemoryError(), "host"),
        (FaultError("runner", "no"), "runner"),
    ],
)
def test_whatever_a_codec_raises_is_its_own_fault_but_the_hosts(raised: Exception, whose: Whose) -> None:
    with pytest.raises(FaultError) as caught, blamed_on("codec", "encoding"):
        raise raised
    assert caught.value.whose == whose


def test_a_message_is_one_line() -> None:
    with pytest.raises(FaultError) as caught, blamed_on("codec", "encoding"):
        raise ValueError("one\ntwo" * 1000)
    message = str(caught.value)
    assert message.startswith("encoding: ValueError: one two")
    assert ("\n" in message, len(message)) == (False, 500)


def test_versions_are_read_from_the_names_of_folders(tmp_path: Path) -> None:
    for name in ("orjson-3.13.0.dist-info", "Some_Thing-1.0rc1.dist-info", "orjson"):
        (tmp_path / name).mkdir()
    assert installed_versions(tmp_path) == {"orjson": "3.13.0", "some_thing": "1.0rc1"}


def test_a_codec_whose_package_is_not_there_says_so() -> None:
    assert why_unavailable(CODECS["pickle"]) == ""
    assert why_unavailable(CODECS["protobuf-python"]) == ""  # the lab has it, too
    missing = replace(CODECS["cbor2"], package="no_such_package==1.0")
    assert why_unavailable(missing).startswith("the package no_such_package is not installed in /")
    assert why_unavailable(replace(missing, module="no_such_package.inner")) == why_unavailable(missing)


def test_every_name_of_the_manifest_has_a_version_or_a_reason() -> None:
    names = [*RUNNER.manifest.codecs, *RUNNER.manifest.compressors]
    assert sorted([*CODECS, *COMPRESSORS]) == sorted(names)
    said = Ready.model_validate(ready())
    assert sorted([*said.versions, *said.unavailable]) == sorted(names)


INSTANTS = [
    (datetime(1, 1, 1, tzinfo=UTC), "0001-01-01T00:00:00Z"),
    (datetime(2026, 7, 1, 23, 59, 59, tzinfo=UTC), "2026-07-01T23:59:59Z"),
    (datetime(2026, 7, 1, 0, 0, 0, 70_000, tzinfo=UTC), "2026-07-01T00:00:00.070Z"),
]


@pytest.mark.parametrize(("instant", "text"), INSTANTS)
def test_instants_are_text_in_utc_with_no_more_digits_than_they_need(instant: datetime, text: str) -> None:
    assert instant_text(instant) == text
    assert datetime.fromisoformat(text) == instant
