"""Codecs of one format make bytes of one size of the same objects, whatever their runners.

Nothing here names a codec: pairs come from the announcements, with default parameters, and sizes that may differ are
data, with reasons (`runners/expected-sizes.toml`). Every library writes floating-point numbers as text in its own way:
types that have such are left out.
"""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.runners.carry import kept_file
from tests.runners.expected import PairCase, load_expected_pairs, mistakes
from tests.runners.formats import available, by_format, known_to_fail
from tests.runners.places import REAL, WORKLOADS, Bench
from wirelab.execution.check.expected import stale
from wirelab.schema.kinds import Scalar
from wirelab.schema.objects import frames_of
from wirelab.schema.types import Schema
from wirelab.workload.definition import Workload

EXPECTED = ROOT / "runners" / "expected-sizes.toml"
FLOATS = {Scalar.DOUBLE, Scalar.FLOAT}
CASES = [(workload, variant) for workload in WORKLOADS.values() for variant in workload.variants.values]

pytestmark = [pytest.mark.timeout(2700), pytest.mark.builds, pytest.mark.all_runners]


@pytest.mark.parametrize(
    ("workload", "variant"),
    [
        pytest.param(
            *case, id="-".join((case[0].name, case[1])), marks=[pytest.mark.exhaustive] * (case[0].name != "school")
        )
        for case in CASES
    ],
)
def test_codecs_of_one_format_agree_on_sizes(bench: Bench, workload: Workload, variant: str) -> None:
    schema = bench.compiled(workload).schema
    comparable = without_floats(schema)
    copy, outcomes = bench.smallest(workload, variant), dict[PairCase, str]()
    able = {
        name: [(place, one.name) for place, one in each if not known_to_fail(place, one.name, workload.name, variant)]
        for name, each in by_format(bench).items()
    }
    wanted = [one for each in able.values() for one in each if comparable and len(each) > 1]
    # One runner after the other: more processes than may live at a time would be started again for each format.
    files = {
        codec: kept_file(bench, place, codec, copy) for place, codec in sorted(wanted, key=lambda one: str(one[0]))
    }
    for name, each in able.items():
        found = {codec: sizes_in_bytes(files[codec], schema, comparable) for _, codec in each if codec in files}
        for one, other in combinations(sorted(codec for codec, sizes in found.items() if sizes), 2):
            outcomes[PairCase(one, other, name, workload.name, variant)] = difference(found[one], found[other])
    if not outcomes:
        pytest.skip("all objects have floating-point numbers")
    assert mistakes(load_expected_pairs(EXPECTED), outcomes) == []


@pytest.mark.exhaustive
def test_what_may_differ_is_there(bench: Bench) -> None:
    for place in REAL:
        bench.require(place)
    tried = [
        PairCase(one, other, name, workload.name, variant)
        for workload, variant in CASES
        for name, one, other in named_pairs(bench)
    ]
    assert list(stale(load_expected_pairs(EXPECTED), tried)) == []


def named_pairs(bench: Bench) -> Iterator[tuple[str, str, str]]:
    """A format and two codecs of it; those that are not there today could be of any."""
    missing = {codec.name for place in available(bench) for codec in bench.ready(place).unavailable}
    for name, codecs in by_format(bench).items():
        for one, other in combinations(sorted({codec.name for _, codec in codecs} | missing), 2):
            yield name, one, other


def without_floats(schema: Schema) -> frozenset[str]:
    """The members of the payload's union whose types have no floating-point numbers; the root's is the empty name."""
    messages = {message.name: message for message in schema.messages}

    def floats(name: str, within: frozenset[str] = frozenset()) -> bool:
        types = [field.type for field in messages[name].fields]
        below = {one.message for one in types if one.message and one.message not in within}
        return any(one.scalar in FLOATS for one in types) or any(floats(each, within | {name}) for each in below)

    return frozenset(one.member for one in schema.payload_types if not floats(one.name))


def sizes_in_bytes(file: Path, schema: Schema, comparable: frozenset[str]) -> dict[str, int]:
    """The size of each object in a file of encoded ones, by its place and its member in the payload's union."""
    members = [one.member for one in schema.payload_types]
    found = ((at, members[kind], len(data)) for at, (kind, data) in enumerate(frames_of(file.read_bytes())))
    return {f"{at} {member}".rstrip(): size for at, member, size in found if member in comparable}


def difference(one: dict[str, int], other: dict[str, int]) -> str:
    """The first object whose sizes differ, or nothing."""
    assert one.keys() == other.keys()
    found = ((each, size, other[each]) for each, size in one.items() if size != other[each])
    return next((f"object {each}: {size} and {theirs} bytes" for each, size, theirs in found), "")
