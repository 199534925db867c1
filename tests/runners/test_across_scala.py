"""Bytes that Scala's libraries write are read by those of Java and Python, and the other way round."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, require
from tests.runners.test_across import Talk
from wirelab.app.resources import cache_folder
from wirelab.building.build import build_runner, build_types
from wirelab.building.runners import load_expected_failures, load_runner
from wirelab.building.tools import probe
from wirelab.protocol.messages import Decoded, Encoded, Loaded, Verified
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import Workload, compile_workload, load_workload

TORTURE = load_workload(ROOT / "tests" / "workloads" / "torture")
SUMS = load_workload(ROOT / "tests" / "workloads" / "sums")
STUDIED = [
    (load_workload(ROOT / "workloads" / name), size)
    for name, size in (
        ("school", "110"), ("schools", "100"), ("microblog", "20"), ("records", "100"), ("site", "1k"),
        ("site-events", "1k"), ("messages", "10"),
    )
]  # fmt: skip
HOMES = [load_runner(ROOT / "runners" / name) for name in ("jvm", "jvm-scala", "jvm-thrift", "python")]
RUNNERS = {codec: home for home in HOMES for codec in home.manifest.codecs}
PROTOBUF = [("scalapb", "protobuf-java"), ("scalapb", "protobuf-python")]
JSON = [("jsoniter-scala", "gson"), ("jackson-scala", "gson"), ("jackson-scala", "jsoniter-scala")]
THRIFT = [("scrooge-binary", "thrift-java-binary"), ("scrooge-compact", "thrift-java-compact")]
FAILING = {
    failure.variant
    for failure in load_expected_failures(RUNNERS["scalapb"].folder)
    if (failure.codec, failure.workload) == ("scalapb", TORTURE.name)
}
EVERYTHING = [variant for variant in TORTURE.variants.values if variant not in {"instant-extremes", *FAILING}]
TalkOf = Callable[[str, Workload], Talk]

pytestmark = [pytest.mark.usefixtures("jdk"), pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def talk_of() -> Iterator[TalkOf]:
    """A process that has the codec and a workload's types; one for each runner and workload."""
    cache = cache_folder()
    talks: dict[tuple[str, str], Talk] = {}

    def talk(codec: str, workload: Workload) -> Talk:
        home = RUNNERS[codec]
        if (home.name, workload.name) not in talks:
            build = home.manifest.build
            for tool in home.tools((*build.runner.requires, *build.types.requires)):
                require(tool.command, probe(tool, cache).ok, f"no {tool.command} for runner {home.name}")
            built = build_runner(home, cache, lambda _: None)
            types = build_types(built, compile_workload(workload), cache, lambda _: None)
            talks[home.name, workload.name] = Talk(built.program(home.manifest.platforms[0].name, types))
        return talks[home.name, workload.name]

    yield talk
    for each in talks.values():
        each.end()


def assert_crosses(talk_of: TalkOf, folder: Path, workload: Workload, made: Corpus, pair: tuple[str, str]) -> None:
    """What one writes the other reads, in both directions."""
    for writer, reader in (pair, pair[::-1]):
        file, read = folder / "written", folder / "read"
        talk = talk_of(writer, workload)
        loaded = talk.ask(type="load", workload=workload.name, corpus=str(made.path), digest=made.digest)
        assert isinstance(loaded, Loaded), loaded
        written = talk.ask(type="encode", subject={"codec": writer}, file=str(file))
        assert isinstance(written, Encoded), (writer, written)
        subject = {"codec": reader}
        decoded = talk_of(reader, workload).ask(
            type="decode", workload=workload.name, subject=subject, file=str(file), corpus=str(read)
        )
        assert isinstance(decoded, Decoded), (reader, decoded)
        assert decoded.digest == made.digest, (writer, reader)


@pytest.mark.parametrize(("one", "other"), [*PROTOBUF, *JSON, *THRIFT])
@pytest.mark.parametrize(("workload", "size"), STUDIED, ids=[workload.name for workload, _ in STUDIED])
def test_the_studied_workloads_cross_both_ways(
    talk_of: TalkOf, tmp_path: Path, workload: Workload, size: str, one: str, other: str
) -> None:
    made = make_corpus(workload, size, workload.variants.default, None, tmp_path, lambda _: None)
    assert_crosses(talk_of, tmp_path, workload, made, (one, other))


@pytest.mark.parametrize(("one", "other"), PROTOBUF)
@pytest.mark.parametrize("variant", EVERYTHING)
def test_all_that_proto3_can_say_crosses_both_ways(
    talk_of: TalkOf, tmp_path: Path, variant: str, one: str, other: str
) -> None:
    made = make_corpus(TORTURE, "1", variant, None, tmp_path, lambda _: None)
    assert_crosses(talk_of, tmp_path, TORTURE, made, (one, other))


@pytest.mark.parametrize("variant", SUMS.variants.values)
def test_messages_that_are_unions_are_carried_but_for_expected_failures(
    talk_of: TalkOf, tmp_path: Path, variant: str
) -> None:
    made = make_corpus(SUMS, "1", variant, None, tmp_path, lambda _: None)
    home = RUNNERS["scalapb"]
    talk = talk_of("scalapb", SUMS)
    loaded = talk.ask(type="load", workload=SUMS.name, corpus=str(made.path), digest=made.digest)
    assert isinstance(loaded, Loaded), loaded
    answers = {codec: talk.ask(type="verify", subject={"codec": codec}) for codec in home.manifest.codecs}
    failed = {codec for codec, answer in answers.items() if not isinstance(answer, Verified)}
    expected = {
        failure.codec
        for failure in load_expected_failures(home.folder)
        if failure.workload == SUMS.name and failure.variant == variant
    }
    assert failed == expected, answers
    assert {answer.digest for answer in answers.values() if isinstance(answer, Verified)} == {made.digest}
