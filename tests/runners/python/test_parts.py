import gzip
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from wirelab_runner import announce
from wirelab_runner.announce import installed_versions, why_unavailable
from wirelab_runner.codecs import CODECS
from wirelab_runner.difference import first_difference
from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.framing import framed, frames
from wirelab_runner.requests import Load, Measure, Sink, Steady, Subject, Verify, WarmUp, request
from wirelab_runner.subjects import resolve
from wirelab_runner.values import instant_text

from wirelab.protocol.messages import Ready, Unavailable

LOAD = {"type": "load", "workload": "school", "corpora": ["c"]}
SUBJECT = {"codec": "json"}
MEASURE = {"type": "measure", "subject": SUBJECT, "operation": "write", "mode": {"kind": "cold"}}
MEMORY = {"kind": "memory"}
VERIFY = {"type": "verify", "subject": SUBJECT, "decoded": "d"}
STEADY = {"kind": "steady", "batch_ns": 1, "batches": 2, "warm_up": {"min_ns": 3, "max_ns": 4}}


def test_what_may_be_missing_has_the_protocols_default() -> None:
    assert request(LOAD) == Load("school", ["c"])
    assert request(VERIFY) == Verify(Subject("json", {}, None, None), "d", 0, None)
    subject = {"codec": "json", "compressor": None, "level": None}
    assert request({**MEASURE, "subject": subject, "mode": STEADY, "sink": MEMORY, "encoded": None}) == Measure(
        Subject("json"), "write", Steady(1, 2, WarmUp(3, 4, 5, 0.02), None), Sink("memory", None), None
    )


def test_keys_that_are_not_known_are_left_aside_at_every_depth() -> None:
    subject = {**SUBJECT, "colour": 1}
    mode = {**STEADY, "warm_up": {"min_ns": 3, "max_ns": 4, "new": []}, "new": None}
    asked = {**MEASURE, "subject": subject, "mode": mode, "sink": {**MEMORY, "new": 1}, "new": {}}
    assert request(asked) == request({**MEASURE, "mode": STEADY, "sink": MEMORY})


MALFORMED = [
    (["load"], "the request.type is not one of hello, load, "),
    ({}, "the request.type is not one of hello, load, "),
    ({"type": 7}, "the request.type is not one of"),
    ({"type": "lod"}, "bye: 'lod'"),
    ({"type": "hello"}, "hello.protocol is missing"),
    ({"type": "hello", "protocol": {"major": 1}}, "hello.protocol.minor is missing"),
    ({"type": "hello", "protocol": {"major": -1, "minor": 0}}, "hello.protocol.major is not a number of at least 0"),
    (LOAD | {"corpora": "c"}, "load.corpora is not a list of strings"),
    (LOAD | {"corpora": []}, "load.corpora is not a list of strings"),
    (LOAD | {"corpora": [None]}, "load.corpora is not a list of strings"),
    (LOAD | {"workload": None}, "load.workload is not a string"),
    (VERIFY | {"subject": "json"}, "verify.subject is not a JSON object"),
    (VERIFY | {"subject": {"codec": "json", "parameters": {"a": 1}}}, "parameters is not an object of strings"),
    (VERIFY | {"subject": {"codec": "json", "level": True}}, "verify.subject.level is not a whole number"),
    (VERIFY | {"copy_index": True}, "verify.copy_index is not a number of at least 0"),
    (VERIFY | {"copy_index": 1.5}, "verify.copy_index is not a number of at least 0"),
    (MEASURE, "measure.sink is missing"),
    (MEASURE | {"sink": MEMORY, "operation": "fly"}, "measure.operation is not one of serialize, "),
    (MEASURE | {"sink": MEMORY, "mode": {"kind": "warm"}}, "measure.mode.kind is not one of steady, cold, fixed"),
    (MEASURE | {"sink": MEMORY, "mode": {**STEADY, "warm_up": 0}}, "measure.mode.warm_up is not a JSON object"),
    (MEASURE | {"sink": {"kind": "tape"}}, "measure.sink.kind is not one of memory, file"),
]


@pytest.mark.parametrize(("value", "says"), MALFORMED, ids=[says for _, says in MALFORMED])
def test_a_malformed_request_says_where(value: Any, says: str) -> None:
    with pytest.raises(FaultError, match=r".") as caught:
        request(value)
    assert caught.value.whose == "request"
    assert says in caught.value.message


@dataclass
class Leaf:
    value: object


@dataclass
class Tree:
    leaves: list[Leaf]
    names: dict[object, object]


SAME = [
    (float("nan"), float("nan")),
    ({1: "a", 2: "b"}, {2: "b", 1: "a"}),
    (Tree([Leaf(0.0)], {"k": Leaf(None)}), Tree([Leaf(0.0)], {"k": Leaf(None)})),
]
DIFFERENT = [
    (Leaf(0.0), Leaf(-0.0), "x.value: 0.0 -> -0.0"),
    (Leaf(1), Leaf(True), "x.value: 1 -> True"),
    (Leaf(1), Leaf(1.0), "x.value: 1 -> 1.0"),
    (Leaf("a"), Leaf(None), "x.value: 'a' -> None"),
    (Tree([Leaf(1), Leaf(2)], {}), Tree([Leaf(1), Leaf(3)], {}), "x.leaves[1].value: 2 -> 3"),
    (Tree([Leaf(1)], {}), Tree([], {}), "x.leaves[0]: Leaf(value=1) -> absent"),
    (Tree([], {"a": 1}), Tree([], {}), "x.names['a']: 1 -> absent"),
    (Tree([], {}), Tree([], {"a": 1}), "x.names['a']: absent -> 1"),
    (Tree([], {1: 1}), Tree([], {True: 1}), "x.names[1]: 1 -> absent"),
    (Leaf("y" * 500), Leaf("z"), "x.value: '" + "y" * 198 + "… -> 'z'"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_equal_values_have_no_difference(one: object, other: object) -> None:
    assert first_difference(one, other, "x") is None


@pytest.mark.parametrize(("one", "other", "says"), DIFFERENT, ids=[says[:40] for *_, says in DIFFERENT])
def test_the_first_difference_is_named(one: object, other: object, says: str) -> None:
    found = first_difference(one, other, "x")
    assert found is not None
    assert f"{found.path}: {found.expected} -> {found.actual}" == says


@pytest.mark.parametrize("parts", [[], [b""], [b"a", b"", b"b" * 127, b"c" * 128, b"d" * 20_000]])
def test_framing_reads_what_it_wrote(parts: list[bytes]) -> None:
    assert frames(framed(parts)) == parts


def test_framing_is_protobufs() -> None:
    assert framed([b"x" * 300]) == b"\xac\x02" + b"x" * 300


@pytest.mark.parametrize("data", [b"\x05abc", b"\x80", b"\xff" * 11])
def test_a_broken_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"left|does not end"):
        frames(data)


@pytest.mark.parametrize(
    ("raised", "whose"),
    [
        (ValueError("no"), "codec"),
        (AssertionError("no"), "codec"),
        (OSError(28, "no space"), "host"),
        (gzip.BadGzipFile("no gzip"), "codec"),
        (MemoryError(), "host"),
        (FaultError("request", "no"), "request"),
    ],
)
def test_whatever_a_codec_raises_is_its_own_fault_but_the_hosts(raised: Exception, whose: str) -> None:
    with pytest.raises(FaultError) as caught, blamed_on("codec", "encoding"):
        raise raised
    assert caught.value.whose == whose


def test_a_message_is_one_line() -> None:
    with pytest.raises(FaultError) as caught, blamed_on("codec", "encoding"):
        raise ValueError("one\ntwo" * 1000)
    assert caught.value.message.startswith("encoding: ValueError: one two")
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 600


def test_versions_are_read_from_the_names_of_folders(tmp_path: Any) -> None:
    for name in ("orjson-3.13.0.dist-info", "Some_Thing-1.0rc1.dist-info", "orjson"):
        (tmp_path / name).mkdir()
    assert installed_versions(tmp_path) == {"orjson": "3.13.0", "some_thing": "1.0rc1"}


def test_a_codec_whose_package_is_not_there_says_so() -> None:
    assert why_unavailable(CODECS["pickle"]) == ""
    assert why_unavailable(CODECS["protobuf-python"]) == ""  # the lab has it, too
    missing = replace(CODECS["cbor2"], package="no_such_package")
    assert why_unavailable(missing).startswith("the package no_such_package is not installed in /")
    assert why_unavailable(replace(missing, module="no_such_package.inner")) == why_unavailable(missing)


def test_what_is_unavailable_is_announced_apart_from_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announce, "why_unavailable", lambda codec: "it is not" if codec.name == "cbor2" else "")
    ready = Ready.model_validate(announce.ready(1.0))
    assert {codec.name for codec in ready.codecs} == CODECS.keys() - {"cbor2"}
    assert ready.unavailable == [Unavailable(name="cbor2", reason="it is not")]


INSTANTS = [
    (datetime(1, 1, 1, tzinfo=UTC), "0001-01-01T00:00:00Z"),
    (datetime(2026, 7, 1, 23, 59, 59, tzinfo=UTC), "2026-07-01T23:59:59Z"),
    (datetime(2026, 7, 1, 0, 0, 0, 70_000, tzinfo=UTC), "2026-07-01T00:00:00.070Z"),
]


@pytest.mark.parametrize(("instant", "text"), INSTANTS)
def test_instants_are_text_in_utc_with_no_more_digits_than_they_need(instant: datetime, text: str) -> None:
    assert instant_text(instant) == text
    assert datetime.fromisoformat(text) == instant


UNKNOWN = [
    (Subject("jsno"), "there is no codec 'jsno'; there are cbor2, lxml"),
    (Subject("json", {"stile": "x"}), "there is no parameter of 'json' 'stile'; there are style"),
    (Subject("pickle", {"style": "x"}), "there is no parameter of 'pickle' 'style'; there are none"),
    (Subject("orjson", {"style": "x"}), "there is no parameter of 'orjson' 'style'; there are nulls"),
    (Subject("json", {"style": "x"}), "there is no value of 'json:style' 'x'; there are compact, default"),
    (Subject("json", {}, "zip"), "there is no compressor 'zip'; there are gzip, zstd"),
    (Subject("json", {}, "gzip", 10), "'gzip' has levels 1 to 9, not 10"),
    (Subject("json", {}, None, 1), "a level needs a compressor"),
]


@pytest.mark.parametrize(("subject", "says"), UNKNOWN, ids=[says for _, says in UNKNOWN])
def test_a_subject_that_is_not_there_says_what_is(subject: Subject, says: str) -> None:
    with pytest.raises(FaultError) as caught:
        resolve(subject)
    assert (caught.value.whose, caught.value.message[: len(says)]) == ("codec", says)
