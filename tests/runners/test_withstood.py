"""What ended no process still ends none (`hostile/outcomes.csv`), on a runtime that builds soon."""

import json

import pytest

from tests.conftest import ROOT, Wirelab
from tests.runners.withstood import outcomes_of, recorded
from wirelab.building.runners import load_runner
from wirelab.model.findings.withstood import Outcome

FATAL = [[*Outcome].index(each) for each in Outcome if each.harmful]


@pytest.mark.timeout(1800)
@pytest.mark.long
@pytest.mark.builds
def test_hostile_bytes_are_survived_as_they_were(wirelab: Wirelab) -> None:
    codecs = [word for codec in load_runner(ROOT / "runners" / "python").manifest.codecs for word in ("--codec", codec)]
    ended = wirelab("withstand", "school", "--size", "110", "--platform", "python", *codecs, "--json", timeout=1700)
    if ended.returncode == 4:
        pytest.skip(f"python cannot run here: {ended.stderr.splitlines()[0]}")
    found, before = outcomes_of(json.loads(ended.stdout)), recorded()
    fatal = {codec: any(numbers[at] for at in FATAL) for codec, numbers in found.items()}
    assert fatal == {codec: any(before[codec][at] for at in FATAL) for codec in found}
    assert len(found) >= 8
