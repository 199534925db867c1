"""The parts of a report besides findings: how processes warmed up, bounded where there are very many cells."""

import json
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from tests.publish.labs import ROUNDS, USUAL, add
from tests.store.records import INFO
from wirelab.app.lab import prices, results
from wirelab.model.errors import DefinitionError, HostError
from wirelab.model.run import Run
from wirelab.report.as_json import results_json


def test_one_warm_up_a_cell_is_shown_and_is_no_part_of_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = tmp_path / "wirelab.duckdb"
    add(lab)
    found = results.results_in(lab, None)
    assert set(found.warm_ups) == {each.cell for each in found.findings.cells}
    for cell, times in found.warm_ups.items():
        assert times == pytest.approx([3 * USUAL[cell.subject.codec][0]] * 2, rel=0.01)
    assert "warm_ups" not in results_json(found)
    monkeypatch.setattr(results, "_WARM_UP_VALUES", 7 * len(found.findings.cells))
    assert results.results_in(lab, None) == found
    assert results.results_in(lab, None).warm_ups == {}, "fewer batches than a line needs"


def test_times_are_of_the_rounds_in_which_they_were_measured(tmp_path: Path) -> None:
    path = tmp_path / "wirelab.duckdb"
    add(path, ended=False)
    first, second, *others = (each.cell for each in results.results_in(path, None).findings.cells)
    with duckdb.connect(path) as lab:
        of_cell = "cell = (SELECT id FROM cell WHERE key = ?)"
        lab.execute(
            f"UPDATE process SET loss = 'crash', loss_what = 'it ended' WHERE round = 2 AND {of_cell}", [first.key]
        )
        lab.execute(f"UPDATE process SET round = round + 3 WHERE {of_cell}", [second.key])
    found = results.results_in(path, None)
    rounds = {each.cell: [*found.times_by_round(each)] for each in found.findings.cells}
    every = [*range(ROUNDS)]
    assert rounds == {first: [0, 1, 3, 4, 5], second: [at + 3 for at in every], **dict.fromkeys(others, every)}
    assert "rounds" not in results_json(found)


def test_references_are_compared_with_that_of_the_runs_own_first_platform(tmp_path: Path) -> None:
    """A lab keeps each cell once, in the order of its earlier runs."""
    path = tmp_path / "wirelab.duckdb"
    add(path, platforms=("here", "there"))
    add(path, platforms=("there", "here"), ended=False)
    found = results.results_in(path, None).findings.comparisons
    across = [each.comparison for each in found if each.comparison.cell.platform != each.comparison.against.platform]
    assert [(each.cell.platform, each.against.platform) for each in across] == [("here", "there")] * 2


def test_a_run_is_shown_without_prices_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, part: str) -> str:
        raise HostError(part, f"{path} cannot be read")

    monkeypatch.setattr(prices, "read_text", refused)
    assert prices.prices_if_any() is None


@pytest.mark.parametrize(
    ("measure", "problem"),
    [
        ({"rounds": 4, "batches": 9}, None),
        ({"rounds": 4, "published": {"compression": "second pass", "runs": 20}}, None),
        ({"rounds": "many"}, "cannot read it"),
        ([], "cannot read it"),
        ({"published": []}, "cannot read it"),
    ],
)
def test_settings_that_a_study_no_longer_has_are_left_out(measure: object, problem: str | None) -> None:
    factors = {"workload": ["school"], "codec": ["gson"]}
    text = json.dumps({"name": "s", "question": "?", "factors": factors, "measure": measure})
    run = Run(1, replace(INFO, study_json=text), None, "", 0, 0)
    if problem is None:
        assert results.study_of(run).measure.rounds == 4
    else:
        with pytest.raises(DefinitionError, match=problem):
            results.study_of(run)
