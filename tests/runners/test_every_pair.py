"""Codecs of one format read each other's bytes, whatever their runners, and so do compressors of one name.

Nothing here names a codec: pairs come of what is announced, and what is known to fail is data
(`runners/expected-pairs.toml`, and each runner's `expected-failures.toml`).
"""

from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.runners.expected import PairCase, load_expected_pairs, mistakes
from tests.runners.formats import available, by_format, encoded_file, known_to_fail
from tests.runners.places import REAL, WORKLOADS, Bench, LostProcessError, Place
from wirelab.execution.check.expected import expectation_of, stale
from wirelab.execution.data import open_request
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Decode, Decoded
from wirelab.workload.definition import Workload
from wirelab.workload.objects import Copy

EXPECTED = ROOT / "runners" / "expected-pairs.toml"
TORTURE, SCHOOL = WORKLOADS["torture"], WORKLOADS["school"]
# On these the codecs of one format read each other: what all know, all that proto3 can say, and payloads.
CROSSED = [(w, variant) for w in (SCHOOL, TORTURE, WORKLOADS["site-events"]) for variant in w.variants.values]

pytestmark = [pytest.mark.timeout(2700), pytest.mark.builds]


@pytest.mark.parametrize(("workload", "variant"), CROSSED, ids=[f"{w.name}-{variant}" for w, variant in CROSSED])
def test_codecs_of_one_format_read_each_other(bench: Bench, tmp_path: Path, workload: Workload, variant: str) -> None:
    copy = bench.copy(workload, workload.sizes.values[0], variant)
    tried = list(pairs(bench, workload, variant))
    # One runner after the other: more processes than may live at a time would be started again for each pair.
    writers = {case.writer: place for case, place, _ in tried}
    files = {
        writer: encoded_file(bench, place, Subject(writer), copy, tmp_path)
        for writer, place in sorted(writers.items(), key=lambda item: item[1].runner)
    }
    read: dict[tuple[str, bytes], str] = {}  # many write the same bytes: those are read once by each
    outcomes = {}
    for case, _, place in sorted(tried, key=lambda pair: (pair[2].runner, pair[0].reader)):
        file = files[case.writer]
        key = case.reader, file.read_bytes()
        if key not in read:
            read[key] = read_by(bench, place, Subject(case.reader), file, copy)
        outcomes[case] = read[key]
    assert mistakes(load_expected_pairs(EXPECTED), outcomes) == []


def test_pairs_that_are_known_to_fail_are_tried(bench: Bench) -> None:
    for place in REAL:
        bench.require(place)
    tried = [case for workload, variant in CROSSED for case, _, _ in pairs(bench, workload, variant)]
    assert list(stale(load_expected_pairs(EXPECTED), [*tried, *untried(bench)])) == []


def pairs(bench: Bench, workload: Workload, variant: str) -> Iterator[tuple[PairCase, Place, Place]]:
    """Two codecs of a format that carry the corpus, each with where it runs."""
    for name, codecs in by_format(bench).items():
        able = [
            (place, codec) for place, codec in codecs if not known_to_fail(place, codec.name, workload.name, variant)
        ]
        for (one, writer), (other, reader) in permutations(able, 2):
            yield PairCase(writer.name, reader.name, name, workload.name, variant), one, other


def untried(bench: Bench) -> Iterator[PairCase]:
    """What codecs that are not there today would be tried on, whatever their format."""
    for missing in {codec.name for place in available(bench) for codec in bench.ready(place).unavailable}:
        for name, codecs in by_format(bench).items():
            for (_, other), (workload, variant) in product(codecs, CROSSED):
                yield PairCase(missing, other.name, name, workload.name, variant)
                yield PairCase(other.name, missing, name, workload.name, variant)


def test_compressors_of_one_name_read_each_other(bench: Bench, tmp_path: Path) -> None:
    """On the first two codecs of two runners that read each other without any."""
    copy, known = bench.smallest(SCHOOL), load_expected_pairs(EXPECTED)
    tried = set()
    for case, one, other in pairs(bench, SCHOOL, SCHOOL.variants.default):
        if one == other or expectation_of(known, case) is not None:
            continue
        theirs = {each.name for each in bench.ready(other).compressors}
        for compressor in [each.name for each in bench.ready(one).compressors if each.name in theirs]:
            if (one, other, compressor) in tried:
                continue
            tried.add((one, other, compressor))
            writer = Subject(case.writer, compressor=compressor)
            reader = Subject(case.reader, compressor=compressor)
            file = encoded_file(bench, one, writer, copy, tmp_path)
            assert read_by(bench, other, reader, file, copy) == "", (writer, reader)
    assert tried or len(available(bench)) < 2


def read_by(bench: Bench, place: Place, subject: Subject, file: Path, copy: Copy) -> str:
    """What is wrong with what a subject makes of a file, or nothing."""
    read = file.with_name("read")
    try:
        talk = bench.talk(place, WORKLOADS[copy.corpus.name.workload])
        if wrong := talk.open(open_request(subject, bench.ready(place))):
            return wrong
        answer = talk.ask(Decode(encoded=str(file), file=str(read)))
    except LostProcessError as error:
        return str(error)
    return bench.difference(read, copy) if isinstance(answer, Decoded) else str(answer)
