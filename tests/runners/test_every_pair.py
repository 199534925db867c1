"""Codecs of one format read each other's bytes, whatever their runners, and so do compressors of one name.

Nothing here names a codec: pairs come from the announcements, and known failures are data
(`runners/expected-pairs.toml`, and each runner's `expected-failures.toml`).
"""

import hashlib
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.runners.carry import kept_file, read, written
from tests.runners.expected import PairCase, load_expected_pairs, mistakes
from tests.runners.formats import available, by_format, known_to_fail
from tests.runners.places import REAL, WORKLOADS, Bench, Place
from tests.runners.talk import LostProcessError
from wirelab.execution.check.expected import expectation_of, stale
from wirelab.model.subject import Subject
from wirelab.workload.definition import Workload
from wirelab.workload.objects import Copy

EXPECTED = ROOT / "runners" / "expected-pairs.toml"
TORTURE, SCHOOL = WORKLOADS["torture"], WORKLOADS["school"]
# On these the codecs of one format read each other: types that all know, everything in proto3, and payloads.
CROSSED = (SCHOOL, TORTURE, WORKLOADS["site-events"])
# Each runner on the first of its platforms.
READERS = {place.runner: place for place in reversed(REAL)}.values()

pytestmark = [pytest.mark.timeout(2700), pytest.mark.builds, pytest.mark.all_runners]


@pytest.mark.parametrize(
    ("place", "workload"),
    [place.param(each, name=each.name, exhaustive=each is not SCHOOL) for place in READERS for each in CROSSED],
)
def test_codecs_read_what_others_of_their_format_write(
    bench: Bench, tmp_path: Path, place: Place, workload: Workload
) -> None:
    bench.require(place)
    copies = {variant: bench.smallest(workload, variant) for variant in workload.variants.values}
    tried = [
        (case, writer)
        for variant in workload.variants.values
        for case, writer, reader in pairs(bench, workload, variant)
        if reader == place
    ]
    seen: dict[tuple[str, str, str], str] = {}  # many write the same bytes: those are read once by each
    outcomes = {}
    for case, writer in sorted(tried, key=lambda one: one[0].reader):
        copy = copies[case.variant]
        own = kept_file(bench, place, case.reader, copy)
        file = kept_file(bench, writer, case.writer, copy)
        key = case.reader, case.variant, digest(file)
        if key not in seen:  # that it reads its own is known when it carries
            alike = key[2] == digest(own)
            seen[key] = "" if alike else read_by(bench, place, Subject(case.reader), file, copy, tmp_path)
        outcomes[case] = seen[key]
    assert mistakes(load_expected_pairs(EXPECTED), outcomes) == []


@pytest.mark.exhaustive
def test_pairs_that_are_known_to_fail_are_tried(bench: Bench) -> None:
    for place in REAL:
        bench.require(place)
    corpora = [(workload, variant) for workload in CROSSED for variant in workload.variants.values]
    tried = [case for workload, variant in corpora for case, _, _ in pairs(bench, workload, variant)]
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
    """The cases of codecs that are not there today, whatever their format."""
    corpora = [(workload, variant) for workload in CROSSED for variant in workload.variants.values]
    for missing in {codec.name for place in available(bench) for codec in bench.ready(place).unavailable}:
        for name, codecs in by_format(bench).items():
            for (_, other), (workload, variant) in product(codecs, corpora):
                yield PairCase(missing, other.name, name, workload.name, variant)
                yield PairCase(other.name, missing, name, workload.name, variant)


@pytest.mark.exhaustive
def test_compressors_of_one_name_read_each_other(bench: Bench, tmp_path: Path) -> None:
    """On the first two codecs of two runners that read each other without any."""
    copy, known = bench.smallest(SCHOOL), load_expected_pairs(EXPECTED)
    tried = dict[tuple[Place, Place, str], tuple[str, str]]()
    for case, one, other in pairs(bench, SCHOOL, SCHOOL.variants.default):
        if one == other or expectation_of(known, case) is not None:
            continue
        theirs = {each.name for each in bench.ready(other).compressors}
        for compressor in [each.name for each in bench.ready(one).compressors if each.name in theirs]:
            tried.setdefault((one, other, compressor), case.codecs)
    # One runner after the other: more processes than may live at a time would be started again for each pair.
    for writer, compressor, codec in dict.fromkeys((one, name, codec) for (one, _, name), (codec, _) in tried.items()):
        subject = Subject(codec, compressor=compressor)
        assert written(bench, writer, subject, copy, tmp_path / str(subject))[1] == "", subject
    for (_, other, compressor), (writer_codec, reader_codec) in sorted(tried.items(), key=lambda one: str(one[0][1])):
        file = tmp_path / str(Subject(writer_codec, compressor=compressor))
        reader = Subject(reader_codec, compressor=compressor)
        assert read_by(bench, other, reader, file, copy, tmp_path) == "", (file.name, reader)
    assert tried or len(available(bench)) < 2


def read_by(bench: Bench, place: Place, subject: Subject, file: Path, copy: Copy, folder: Path) -> str:
    """The fault of a subject's reading of a file, or nothing."""
    try:
        talk, wrong = bench.take(place, subject, copy)
        wrong = wrong or read(talk, file, folder / "read")
    except LostProcessError as error:
        return str(error)
    return wrong or bench.difference(folder / "read", copy)


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
