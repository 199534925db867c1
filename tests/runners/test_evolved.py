"""Outcomes of changes of a schema stay as they were (`evolution/outcomes.csv`), on runtimes that build soon."""

import json

import pytest

from tests.conftest import ROOT, Wirelab
from tests.runners.evolved import agrees, outcomes_of, recorded
from wirelab.building.runners import load_runner

QUICK = ("jvm", "node", "python")


@pytest.mark.timeout(1800)
@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.builds
@pytest.mark.parametrize("name", QUICK)
def test_changes_have_the_outcomes_that_they_had(wirelab: Wirelab, name: str) -> None:
    manifest = load_runner(ROOT / "runners" / name).manifest
    platform = manifest.platforms[0].name
    codecs = [word for codec in manifest.codecs for word in ("--codec", codec)]
    ended = wirelab("evolve", "--platform", platform, *codecs, "--json", timeout=1700)
    if ended.returncode == 4:
        pytest.skip(f"{platform} cannot run here: {ended.stderr.splitlines()[0]}")
    found, before = outcomes_of(json.loads(ended.stdout)), recorded()
    assert [codec for codec, ways in found.items() if codec not in before or not agrees(ways, before[codec])] == []
    assert len(found) >= 8
