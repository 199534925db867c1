"""Cells that are measured alone until the first look, those that join, and the twin."""

from dataclasses import replace

import pytest

from tests.statistics.scripted import cell_named
from wirelab.design.design import Design, design_with_twin, early_cells, with_late_cells
from wirelab.model.errors import DefinitionError
from wirelab.study.definition import Study, parse_study

TOML = """
name = "a"
question = "Which?"
[factors]
workload = ["w"]
codec = ["reference", "one", "two", "three"]
[measure]
rounds = {rounds}
early = ["two"]
"""
REFERENCE, ONE, TWO, THREE = (cell_named(name) for name in ("reference", "one", "two", "three"))


def study(rounds: int = 10, more: str = "") -> Study:
    return parse_study(TOML.format(rounds=rounds) + more, "study a.toml")


def design(own: Study) -> Design:
    return design_with_twin(own, (REFERENCE, ONE, TWO, THREE))


def test_the_twin_of_the_reference_is_behind_the_cells_under_its_own_key() -> None:
    cells = design(study()).cells
    assert cells == (REFERENCE, ONE, TWO, THREE, replace(REFERENCE, twin=True))
    assert len({cell.key for cell in cells}) == len(cells)
    assert design_with_twin(study(), (TWO, ONE)).cells == (TWO, ONE, replace(TWO, twin=True)), "no reference is there"


def test_early_cells_come_with_the_reference_but_no_twin() -> None:
    assert early_cells(study(), design(study())) == (REFERENCE, TWO)


@pytest.mark.parametrize(
    ("own", "why"),
    [
        (study(5), "others would have two rounds"),
        (study(10, '[analysis]\nuntil = "rounds"'), "all rounds are wanted"),
        (study(10, "budget_s = 60"), "it may end before the others begin"),
        (study().model_copy(update={"measure": study().measure.model_copy(update={"early": ()})}), "none are named"),
    ],
)
def test_all_cells_are_measured_from_the_first_round(own: Study, why: str) -> None:
    assert early_cells(own, design(own)) == (), why


def test_others_join_with_what_they_are_compared_with() -> None:
    own = design(study())
    begun = early_cells(study(), own)
    assert with_late_cells(own, begun, (TWO,)) == own.cells
    others = tuple(cell for cell in own.cells if cell != TWO)
    assert with_late_cells(own, begun, ()) == others, "the reference continues though all is decided"
    assert with_late_cells(own, own.cells, (ONE,)) == (ONE,), "all have begun"


def test_early_subjects_are_among_the_codecs() -> None:
    with pytest.raises(DefinitionError) as caught:
        parse_study(TOML.format(rounds=10).replace('["two"]', '["two", "four"]'), "study a.toml")
    assert "'four' is not among factors.codec" in f"{caught.value} {caught.value.why}"
