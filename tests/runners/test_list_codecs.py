"""The list of all codecs, as users see it."""

import json

import pytest

from tests.conftest import Wirelab
from tests.runners.places import PLACES, RUNNERS, Bench


@pytest.mark.timeout(2700)
@pytest.mark.builds
@pytest.mark.all_runners
def test_every_codec_is_listed_with_version_and_contract_once_it_is_built(
    wirelab: Wirelab, bench: Bench, jdk: None
) -> None:
    ended = wirelab("list", "codecs", "--build", "--json", timeout=2400)

    assert ended.returncode == 0, ended.stderr
    rows = {row["codec"]: row for row in json.loads(ended.stdout)["codecs"]}
    manifests = [runner.manifest for runner in RUNNERS.values() if not runner.manifest.hidden]
    assert rows.keys() == {name for each in manifests for name in each.codecs}
    without_tools = {name for place in PLACES if bench.state(place).missing for name in place.found.manifest.codecs}
    for name, row in rows.items():
        not_built = row["version"] == "not built yet"
        assert not not_built or name in without_tools, row
        # One that is not available has a reason instead of a version.
        assert not_built or "not in the configured sources" in row["version"] or row["format"], row
        assert not row["format"] or (row["library"] and row["contract"]), row
        assert row["parameters"].count("=") == row["parameters"].count("(default)"), row
