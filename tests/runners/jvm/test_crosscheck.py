"""The lab and JMH measure the same operations: whether their times agree, a quiet machine tells, not a test."""

import json
import re

import pytest

from tests.conftest import ROOT, Wirelab

USER = ROOT / "runners" / "jvm" / "src" / "main" / "java" / "wirelab" / "harness" / "user"
CANARY = "wirelab.harness.BesideCanaries"


@pytest.mark.timeout(1500)
@pytest.mark.builds
def test_a_cross_check_measures_both_sides(wirelab: Wirelab, jdk: None) -> None:
    ended = wirelab("crosscheck", "jvm", "--codec", "java-serialization", "--rounds", "2", "--json", timeout=1400)
    assert ended.returncode in (0, 5), ended.stderr
    found = json.loads(ended.stdout)
    assert found["losses"] == []
    assert found["harness"].startswith("JMH ")
    assert (found["ok"], ended.returncode) in {(True, 0), (False, 5)}
    assert [each["benchmark"] for each in found["agreements"]] == ["JavaRecords"]
    assert found["machine"]["canaries"] > 100
    for each in found["agreements"]:
        assert [each["processes"]] == found["looks"] == [2]
        assert each["verdict"] in {"within", "outside", "unresolved"}
        # The same work on both sides: wide enough for a machine that is busy with other tests.
        assert each["lab_ns"] is None or 0.02 < each["lab_ns"] / each["harness_ns"] < 50, each


def test_benchmarks_by_users_share_no_code_with_the_runner_but_for_the_canary() -> None:
    sources = [path.read_text() for path in USER.glob("*.java")]
    assert sum("extends OverCopies<" in source for source in sources) >= 5
    for source in sources:
        assert source.startswith("package wirelab.harness.user;")
        assert set(re.findall(r"wirelab\.[\w.]+", source)) <= {"wirelab.harness.user", CANARY}


@pytest.mark.builds
def test_a_subject_that_is_not_among_its_cells_is_refused(wirelab: Wirelab, jdk: None) -> None:
    ended = wirelab("crosscheck", "jvm", "--codec", "gson+zstd")
    assert ended.returncode == 2
    assert "There are: protobuf-java, gson, jackson-json" in ended.stderr
