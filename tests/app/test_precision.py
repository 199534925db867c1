"""A run continues until its ratios are known as well as asked, over scripted subjects."""

import json
from pathlib import Path

import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab
from wirelab.model.measurement import Phase
from wirelab.store.lab import Lab


def turns_of(lab: Path) -> set[int]:
    """How many turns the processes of the first run took."""
    with Lab.open(lab, create=False, read_only=True) as opened:
        processes = [opened.batches(1, planned) for planned in opened.planned(1)]
    return {sum(batch.phase is Phase.MEASURED for batch in batches) for batches in processes}


@pytest.mark.long
def test_a_number_of_turns_and_a_precision_may_be_asked_for(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=12)
    ended = wirelab("run", study, "--seed", "1", "--turns", "3", "--precision", "0.9", "--json")
    assert ended.returncode == 0, ended.stderr
    assert turns_of(tmp_path / "wirelab.duckdb") == {3}
    assert json.loads(ended.stdout)["run"]["rounds"] == 3, "an interval of ±90 % is narrow enough at the first look"


@pytest.mark.long
def test_what_differs_plainly_is_measured_on_until_it_is_known(wirelab: Wirelab, tmp_path: Path) -> None:
    # Twice as fast for sure, but in every second process slower by 30 %: three rounds do not know it to 5 %.
    study = write_study(tmp_path, "steady", "tunable:speed=high", "bimodal", rounds=12)
    ended = wirelab("run", study, "--seed", "1", "--json")
    assert ended.returncode == 0, ended.stderr
    results = json.loads(ended.stdout)
    processes = {each["cell"]["subject"]: len(each["process_times_ns"]) for each in results["findings"]}
    assert processes["tunable:speed=high"] < processes["bimodal"] == 12
    (known,) = [each["ratio"] for each in results["findings"] if each["cell"]["subject"] == "tunable:speed=high"]
    interval = known["ratio"]
    assert interval["high"] - interval["low"] < 2 * 0.05 * interval["estimate"]
    assert min(turns_of(tmp_path / "wirelab.duckdb")) >= 15
