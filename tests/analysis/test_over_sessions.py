"""Numbers over sessions: their reach, when they say nothing, and how verdicts share an error."""

import math

import numpy as np
import pytest
from scipy.stats import t as student

from wirelab.analysis.sessions.estimates import FROM_UNITS, Estimate, Repeated, bootstrapped, estimated
from wirelab.analysis.sessions.verdicts import judged, known
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import Reach


def sessions(*layout: tuple[str, tuple[float, ...]]) -> list[Repeated]:
    return [Repeated(at, machine, logs) for at, (machine, logs) in enumerate(layout)]


def of_means(*means: float, machine: str = "A") -> list[Repeated]:
    """Sessions of four rounds each, that scatter little."""
    parts = (-0.001, 0.001, -0.0005, 0.0005)
    return [Repeated(at, machine, tuple(mean + part for part in parts)) for at, mean in enumerate(means)]


@pytest.mark.parametrize(
    ("given", "reach", "units"),
    [
        ([("A", (0.1, 0.2, 0.3))], Reach.SESSION, 3),
        ([("A", (0.1, 0.2)), ("A", (0.3, 0.1))], Reach.SESSIONS, 2),
        ([("A", (0.1,)), ("A", (0.3,)), ("A", (0.2,))], Reach.SESSIONS, 3),
        ([("A", (0.1, 0.2)), ("B", (0.3, 0.1))], Reach.MACHINES, 2),
        ([("A", (0.1, 0.2)), ("A", (0.2, 0.1)), ("B", (0.3, 0.1))], Reach.MACHINES, 2),
        ([("A", (0.1,)), ("A", (0.2,)), ("B", (0.3,))], Reach.MACHINES, 2),
        ([("A", (0.1,)), ("B", (0.2,))], Reach.MACHINES, 2),
        ([("A", ()), ("B", (0.2, 0.3))], Reach.SESSION, 2),
    ],
)
def test_how_far_a_number_reaches(given, reach: Reach, units: int) -> None:
    found = estimated(sessions(*given))
    assert found is not None
    assert (found.reach, found.units) == (reach, units)
    assert found.freedom <= units - 1 + 1e-9
    assert found.variance > 0


@pytest.mark.parametrize("given", [[], [("A", ())], [("A", (0.1,))], [("A", (0.1,)), ("B", ())]])
def test_one_round_says_nothing(given) -> None:
    assert estimated(sessions(*given)) is None


def test_balanced_sessions_have_the_t_interval_of_their_means() -> None:
    means = [0.10, 0.14, 0.09, 0.13, 0.11]
    found = estimated(of_means(*means))
    assert found is not None
    half = student.ppf(0.975, 4) * np.std(means, ddof=1) / math.sqrt(5)
    interval = known(found, 0.95).value
    assert (math.log(interval.low), math.log(interval.high)) == pytest.approx((0.114 - half, 0.114 + half), rel=1e-6)
    assert found.spread.sessions == pytest.approx(np.std(means, ddof=1), rel=1e-3)
    assert found.spread.machines is None


def test_sessions_that_agree_too_well_do_not_make_rounds_witnesses() -> None:
    logs = (-0.2, 0.2, -0.1, 0.1)
    found = estimated([Repeated(at, "A", own) for at, own in enumerate((logs, logs[::-1], (-0.2, 0.2, -0.1, 0.13)))])
    assert found is not None
    assert found.spread.sessions == 0.0, "REML finds none"
    assert found.freedom == 2, "and still only sessions are counted"


def test_machines_with_more_rounds_do_not_rule() -> None:
    many = [Repeated(0, "A", tuple(0.3 + 0.01 * at for at in range(-20, 21)))]
    found = estimated([*many, *of_means(0.0, machine="B"), *of_means(0.1, machine="C")])
    assert found is not None
    assert found.mean == pytest.approx(0.4 / 3, abs=0.01)
    assert found.machines == 3


def _of(mean: float, error: float, freedom: float = 4, reach: Reach = Reach.SESSIONS) -> Estimate:
    base = estimated(of_means(*[mean + part for part in (-0.01, 0.01, 0.0, 0.005, -0.005)]))
    assert base is not None
    fields = {name: getattr(base, name) for name in ("units", "means", "spread", "sessions", "machines", "rounds")}
    return Estimate(mean, error**2, freedom, reach, **fields)


def test_what_differs_leaves_its_error_to_the_others() -> None:
    close = _of(0.05, 0.0155)
    assert judged([close], alpha=0.05, band=0.02)[0].verdict is Verdict.DIFFERENT
    equal = [_of(0.0, 0.0155) for _ in range(6)]
    assert judged([close, *equal], alpha=0.05, band=0.02)[0].verdict is Verdict.UNRESOLVED
    plain = [_of(2.0, 0.0155) for _ in range(6)]
    assert judged([close, *plain], alpha=0.05, band=0.02)[0].verdict is Verdict.DIFFERENT


@pytest.mark.parametrize(
    ("mean", "error", "verdict"),
    [
        (0.5, 0.01, Verdict.DIFFERENT),
        (0.0, 0.002, Verdict.EQUIVALENT),
        (0.01, 0.001, Verdict.NEGLIGIBLE),
        (0.0, 0.1, Verdict.UNRESOLVED),
    ],
)
def test_verdicts(mean: float, error: float, verdict: Verdict) -> None:
    (found,) = judged([_of(mean, error)], alpha=0.05, band=0.02)
    assert found.verdict is verdict
    interval = found.pooled.value
    assert (interval.low > 1 or interval.high < 1) == verdict.differs, "the interval agrees with the verdict"


def test_sessions_learn_of_each_other_but_not_of_single_sessions() -> None:
    few = [_of(0.0, 0.01 * (1 + at / 10), freedom=2) for at in range(7)]
    together = judged(few, alpha=0.05, band=0.02)
    assert all(each.pooled.freedom == pytest.approx(4) for each in together), "as many degrees of freedom again"
    apart = judged([few[0], _of(0.0, 0.01, freedom=9, reach=Reach.SESSION)], alpha=0.05, band=0.02)
    assert apart[0].pooled.freedom == 2


def test_nothing_is_judged_of_nothing() -> None:
    assert judged([], alpha=0.05, band=0.02) == ()


def test_drawing_sessions_needs_some() -> None:
    few, enough = (estimated(of_means(*np.linspace(0, 0.1, n))) for n in (FROM_UNITS - 1, FROM_UNITS))
    assert few is not None
    assert enough is not None
    assert bootstrapped(few, 0.95) is None
    limits = bootstrapped(enough, 0.95)
    assert limits is not None
    assert limits[0] < 0.05 < limits[1]
    assert limits == bootstrapped(enough, 0.95), "the same each time"
