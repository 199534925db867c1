"""The lab and JMH measure the same operations: whether their times agree, a quiet machine tells, not a test."""

import json

import pytest

from tests.conftest import Wirelab

CELLS = {f"school/{size}/random/jvm/gson" for size in ("110", "1100", "11000")}


@pytest.mark.timeout(1500)
@pytest.mark.builds
def test_a_short_cross_check_measures_both_sides(wirelab: Wirelab, jdk: None) -> None:
    ended = wirelab("crosscheck", "jvm", "--short", "--codec", "gson", "--json", timeout=1400)
    assert ended.returncode in (0, 5), ended.stderr
    found = json.loads(ended.stdout)
    assert found["losses"] == []
    assert found["harness"].startswith("JMH ")
    assert (found["ok"], ended.returncode) in {(True, 0), (False, 5)}
    assert {each["cell"]["key"].rsplit("/", 3)[0] for each in found["agreements"]} == CELLS
    for each in found["agreements"]:
        assert each["ratio"]["processes"] == found["rounds"] == 2
        # The same work on both sides: wide enough for a machine that is busy with other tests.
        assert 0.02 < each["ratio"]["estimate"] < 50, each


def test_a_platform_without_a_harness_says_so(wirelab: Wirelab) -> None:
    ended = wirelab("crosscheck", "python")
    assert ended.returncode == 2
    assert "none of its runners has a harness" in ended.stderr


@pytest.mark.builds
def test_a_subject_that_is_not_among_its_cells_is_refused(wirelab: Wirelab, jdk: None) -> None:
    ended = wirelab("crosscheck", "jvm", "--codec", "gson+zstd")
    assert ended.returncode == 2
    assert "There are: protobuf-java, gson, jaxb-moxy" in ended.stderr
