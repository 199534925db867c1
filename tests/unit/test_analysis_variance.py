"""Variance components against textbooks, against lme4, and against the projections they are defined by."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.analysis.variance import (
    MOST_ROUNDS,
    batch_advice,
    batches_for_all,
    components,
    nested_components,
    study_components,
)
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.measurement import Spread
from wirelab.model.subject import Subject

# Davies and Goldsmith (1972), Statistical Methods in Research and Production: yield of 6 batches, 5 preparations each.
DYESTUFF = """1545 1440 1440 1520 1580 1540 1555 1490 1560 1495 1595 1550 1605 1510 1560
    1445 1440 1595 1465 1545 1595 1630 1515 1635 1625 1520 1455 1450 1480 1445"""
# The same: strength of paste, 10 batches, 3 casks of each, 2 assays of each.
PASTES = """62.8 62.6 60.1 62.3 62.7 63.1 60.0 61.4 57.5 56.9 61.1 58.9 58.7 57.5 63.9 63.1 65.4 63.7 57.1 56.4
    56.9 58.6 64.7 64.5 55.1 55.1 54.7 54.2 58.8 57.5 63.4 64.9 59.3 58.1 60.5 60.0 62.5 62.6 61.0 58.7
    56.9 57.7 59.2 59.4 65.2 66.0 64.8 64.1 54.8 54.8 64.0 64.0 57.7 56.8 58.3 59.3 59.2 59.2 58.9 56.6"""
CELLS = [Cell(CorpusName("some", "1", "random"), "platform", Subject(f"c{i}"), Operation.SERIALIZE) for i in range(6)]


def numbers(text: str, *shape: int) -> np.ndarray:
    return np.array([float(word) for word in text.split()]).reshape(shape)


@pytest.mark.parametrize(
    ("values", "textbook", "lme4"),
    [
        (numbers(DYESTUFF, 6, 5), [2451.25, 1764.05], [2451.25, 1764.05]),
        (numbers(PASTES, 10, 3, 2), [0.678, 8.434, 1.657], [0.67799995, 8.43366593, 1.65731091]),
    ],
    ids=["dyestuff", "pastes"],
)
def test_textbook_examples(values, textbook, lme4):
    """lme4 1.1-31, `lmer(Yield ~ 1 + (1|Batch))` and `lmer(strength ~ 1 + (1|batch/cask))`: REML, to its tolerance."""
    found = nested_components(values)
    assert found == pytest.approx(textbook, abs=5e-4)
    assert found == pytest.approx(lme4, rel=1e-5)


def test_fitting_constants_gives_the_same_on_balanced_data():
    values = numbers(PASTES, 10, 3, 2)
    chain = {"batch": np.repeat(np.arange(10), 6), "cask": np.repeat(np.arange(30), 2)}
    found = components(values.ravel(), np.zeros(60, dtype=np.intp), chain)
    assert [part.source for part in found] == ["batch", "cask", "process"]
    assert [part.freedom for part in found] == [9, 20, 30]
    assert [part.variance for part in reversed(found)] == pytest.approx(nested_components(values))


def by_projections(values, fixed, chain):
    """Henderson's method 3 as it is written: dense projections, all traces."""
    columns, projection = [np.eye(fixed.max() + 1)[fixed]], None
    projection = columns[0] @ np.linalg.pinv(columns[0])
    steps, incidences = [], [np.eye(codes.max() + 1)[codes] for codes in chain]
    for incidence in incidences:
        columns.append(incidence)
        whole = np.hstack(columns)
        wider = whole @ np.linalg.pinv(whole)
        steps.append(wider - projection)
        projection = wider
    steps.append(np.eye(len(values)) - projection)
    incidences.append(np.eye(len(values)))
    expected = np.array([[np.trace(step @ z @ z.T) for z in incidences] for step in steps])
    return np.linalg.solve(expected, [values @ step @ values for step in steps])


@given(st.integers(0, 2**32))
def test_unbalanced_data_agree_with_dense_projections(seed):
    random = np.random.default_rng(seed)
    n = 60
    fixed = random.integers(0, 4, n)
    session = random.integers(0, 4, n)
    round_ = session * 3 + random.integers(0, 3, n)
    fixed, session, round_ = (np.unique(codes, return_inverse=True)[1] for codes in (fixed, session, round_))
    values = random.standard_normal(n) + random.standard_normal(4)[session] + random.standard_normal(12)[round_]
    found = components(values, fixed, {"session": session, "round": round_})
    if len(found) == 3:
        expected = by_projections(values, fixed, [session, round_])
        assert [part.variance for part in found] == pytest.approx(expected, rel=1e-7, abs=1e-9)


def spreads(seed: int, rounds: int, batches: int = 5, sessions: int = 1, **sd: float) -> tuple[list[Spread], list[int]]:
    """Processes of all cells with known standard deviations of session, round, process and batch."""
    random = np.random.default_rng(seed)
    made, codes = [], []
    for session in range(sessions):
        day = sd.get("session", 0) * random.standard_normal()
        for number in range(rounds):
            common = day + sd["round"] * random.standard_normal()
            for place, cell in enumerate(CELLS):
                own = 10 + place + common + sd["process"] * random.standard_normal()
                values = own + sd["batch"] * random.standard_normal(batches)
                variance = float(values.var(ddof=1)) if batches > 1 else None
                made.append(Spread(cell, number, batches, float(values.mean()), variance, 10**8, 10**9))
                codes.append(session)
    return made, codes


def test_known_standard_deviations_are_found_in_the_mean():
    truth = {"round": 0.1, "process": 0.03, "batch": 0.02, "session": 0.2}
    totals = dict.fromkeys(("session", "round", "process", "batch"), 0.0)
    for seed in range(200):
        made, sessions = spreads(seed, rounds=6, sessions=5, **truth)
        del made[3::17], sessions[3::17]  # losses
        for part in study_components(made, sessions):
            totals[part.source] += part.variance / 200
    assert {source: math.sqrt(total) for source, total in totals.items()} == pytest.approx(truth, rel=0.08)


@pytest.mark.parametrize(
    ("own", "sources"),
    [
        (spreads(1, 4, round=0.1, process=0.1, batch=0.1)[0], ["round", "process", "batch"]),
        (spreads(1, 4, batches=1, round=0.1, process=0.1, batch=0.1)[0], ["round", "process"]),
        (spreads(1, 4, round=0.1, process=0.1, batch=0.1)[0][::6], []),  # one cell: its rounds are its processes
        (spreads(1, 1, round=0.1, process=0.1, batch=0.1)[0], []),
        ([], []),
    ],
)
def test_levels_that_cannot_be_told_are_left_out(own, sources):
    assert [part.source for part in study_components(own)] == sources


def test_the_best_number_of_batches_follows_the_formula():
    means, variance = (10.0, 10.1, 10.3, 10.2), 0.04
    own = [Spread(CELLS[0], i, 4, mean, variance, 4 * 10**8, 2 * 10**9) for i, mean in enumerate(means)]
    advice = batch_advice(own)
    process = np.var(means, ddof=1) - variance / 4
    assert advice.process_variance == pytest.approx(process)
    assert (advice.batch_s, advice.process_s) == pytest.approx((0.1, 1.6))
    assert advice.batches == math.ceil(math.sqrt(1.6 / 0.1 * variance / process))


@pytest.mark.parametrize(
    ("means", "variance", "batches"),
    [((10.0, 10.0), 0.04, 100), ((10.0, 10.0), 0.0, 1), ((10.0, 11.0), 1e-9, 1)],
)
def test_where_processes_or_batches_do_not_scatter(means, variance, batches):
    own = [Spread(CELLS[0], i, 5, mean, variance, 10**8, 10**9) for i, mean in enumerate(means)]
    assert batch_advice(own).batches == batches


def test_no_advice_without_scatter_within_or_between():
    alone = Spread(CELLS[0], 0, 5, 10.0, 0.1, 10**8, 10**9)
    single = [Spread(CELLS[0], i, 1, 10.0 + i, None, 10**8, 10**9) for i in range(3)]
    assert batch_advice([alone]) is None
    assert batch_advice(single) is None
    assert batches_for_all([]) is None


def test_a_level_of_one_unit_is_refused():
    with pytest.raises(ValueError, match="two units"):
        nested_components(np.ones((3, 1)))


def test_very_many_rounds_are_thinned_evenly():
    truth = {"round": 0.1, "process": 0.03, "batch": 0.02}
    made, _ = spreads(1, rounds=1000, **truth)
    found = {part.source: part for part in study_components(made)}
    assert found["round"].freedom == MOST_ROUNDS - 1
    assert {source: part.sd for source, part in found.items()} == pytest.approx(truth, rel=0.15)
