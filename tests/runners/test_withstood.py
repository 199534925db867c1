"""Inputs that ended no process still end none (`hostile/outcomes.csv`), on a runtime that builds soon."""

import json

import pytest

from tests.conftest import Wirelab
from tests.runners.withstood import outcomes_of, recorded
from wirelab.model.findings.withstood import Outcome

CODECS = ("json", "orjson", "msgspec-msgpack", "pydantic-json")
FATAL = [[*Outcome].index(each) for each in Outcome if each.harmful]


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.long
@pytest.mark.builds
def test_hostile_bytes_are_survived_as_they_were(wirelab: Wirelab) -> None:
    words = [word for codec in CODECS for word in ("--codec", codec)]
    ended = wirelab("withstand", "school", "--size", "110", "--platform", "python", *words, "--json", timeout=1700)
    if ended.returncode == 4:
        pytest.skip(f"python cannot run here: {ended.stderr.splitlines()[0]}")
    found, before = outcomes_of(json.loads(ended.stdout)), recorded()
    fatal = {codec: any(numbers[at] for at in FATAL) for codec, numbers in found.items()}
    assert fatal == {codec: any(before[codec][at] for at in FATAL) for codec in found}
    assert {*found} == {*CODECS}
