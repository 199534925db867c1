"""What a report says where rounds or processes are not independent, judged by simulation with known truth."""

import math

import numpy as np

from tests.certification.noise import TIME_NS, Noise, drawn
from tests.certification.operating import BAND, CONFIDENCE, heading
from tests.certification.printed import CELLS, Share, contains, percent, session_of, table
from wirelab.analysis.dependence import dependence
from wirelab.analysis.intervals import ratio_interval
from wirelab.analysis.place import place_effect
from wirelab.analysis.session import session_fit
from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import ComparisonFinding, Verdict
from wirelab.model.findings import Findings


def followed(seed: int, studies: int, rounds: int, autocorrelation: float) -> tuple[Share, Share, Share]:
    """Of differences with a state of the cell behind them: how often the truth is held, and the state noticed.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        autocorrelation: of the state from round to round; it has a third of the variance.

    Returns:
        Shares of 95 % intervals that hold the truth, of studies where it is said that rounds follow each other, and of
        intervals that hold the truth once they are widened wherever that is said.
    """
    random = np.random.default_rng(seed)
    states = np.empty((studies, rounds))
    states[:, 0] = random.standard_normal(studies)
    for b in range(1, rounds):
        noise = math.sqrt(1 - autocorrelation**2) * random.standard_normal(studies)
        states[:, b] = autocorrelation * states[:, b - 1] + noise
    logs = 0.03 * (math.sqrt(1 / 3) * states + math.sqrt(2 / 3) * random.standard_normal(states.shape))
    comparison = Comparison(CELLS[1], CELLS[0], Question.REFERENCE)
    counted = np.zeros(3)
    for own in logs:
        ratio = ratio_interval(own.tolist(), CONFIDENCE)
        assert ratio is not None
        seen = tuple(enumerate(own.tolist()))
        found = ComparisonFinding(comparison, ratio, Verdict.UNRESOLVED, BAND, decided=False, logs=seen)
        said = dependence(Findings((), (found,)), None)
        widened = said.following[0].widened if said is not None and said.following else ratio
        counted += contains(ratio, 1.0), widened is not ratio, contains(widened, 1.0)
    held, alarms, then = (float(share) for share in counted / studies)
    return held, alarms, then


def following(studies: int) -> list[str]:
    """Lag 1 of paired differences."""
    head = (
        "Intervals take rounds for independent. Here a third of the variance of a cell's differences is a state that"
        " goes on from round to round, with the autocorrelation named. *Covered* is the share of 95 % intervals that"
        f" contain the truth ({studies:,} studies a share), *said* the share of studies in which the report says that"
        " rounds follow each other, and *widened* the share of intervals that contain the truth once those are widened."
        " Nothing is promised here but that it is said in at most 5 % of studies of independent rounds: what few rounds"
        " do not show"
        " cannot be mended, and random order does not protect from it.\n"
    )
    cases = ((10, 0.0), (20, 0.0), (40, 0.0), (10, 0.8), (20, 0.8), (40, 0.8), (20, 0.95), (40, 0.95))
    lines = [head, *heading(("Autocorrelation", "Rounds", "Covered", "Said", "Widened"))]
    for at, (rounds, autocorrelation) in enumerate(cases):
        shares = followed(150 + at, studies, rounds, autocorrelation)
        lines.append(f"| {autocorrelation} | {rounds} | {' | '.join(map(percent, shares))} |")
    return lines


def modes(seed: int, studies: int, rounds: int, share: float, noise: Noise) -> Share:
    """Share of studies of 8 cells that say of the second that some of its processes are slow.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        share: of its processes that take 1.4 times as long.
        noise: of the machine.
    """
    found = drawn(seed, studies, rounds, np.full(8, TIME_NS), noise).times_ns
    found[:, :, 1] *= np.where(np.random.default_rng(seed).random(found.shape[:2]) < share, 1.4, 1.0)
    said = 0
    for study in found:
        modes_ = dependence(Findings(), session_fit(session_of(study)))
        said += modes_ is not None and any(mode.cell == CELLS[1] for mode in modes_.slow_modes)
    return said / studies


def slow_modes(studies: int) -> list[str]:
    """Processes that stand apart."""
    head = (
        "A report names cells of which some processes stand apart. This is the share of studies of 8 cells that name"
        " the one of which the share given takes 1.4 times as long, or none does. What n processes all miss, with a"
        f" probability of (1 − p)^n, no report can name ({studies:,} studies a share).\n"
    )
    cases = ((10, 0.0), (20, 0.0), (40, 0.0), (10, 0.05), (20, 0.05), (40, 0.05), (20, 0.2))
    columns = [f"{percent(share)} slow, {rounds} rounds" for rounds, share in cases]
    return table(
        head,
        ("ICC, drift by", *columns),
        lambda noise: [modes(170 + n, studies, n, share, noise) for n, share in cases],
    )


def placed(seed: int, studies: int, rounds: int, times: float, noise: Noise) -> tuple[Share, Share]:
    """Of studies of 8 cells whose rounds slow down as they go on: how often that is held, and said.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        times: as long, at the end of a round, as at its start; evenly in between.
        noise: of the machine; the second cell scatters three times as much as the others.
    """
    found = drawn(seed, studies, rounds, np.full(8, TIME_NS), noise).times_ns
    random = np.random.default_rng(seed)
    counted = np.zeros(2)
    for study in found:
        order = random.permuted(np.tile(np.arange(8), (rounds, 1)), axis=1) / 7
        study[:, 1] *= np.exp(0.1 * random.standard_normal(rounds))
        slowed = study * times**order
        own = {
            cell: list(zip(range(rounds), order[:, at], slowed[:, at], strict=True))
            for at, cell in enumerate(CELLS[:8])
        }
        interval = place_effect(own, CONFIDENCE)
        assert interval is not None
        counted += contains(interval, times), not contains(interval, 1.0)
    held, said = (float(share) for share in counted / studies)
    return held, said


def places(studies: int) -> list[str]:
    """When in a round a process ran."""
    head = (
        "A report says by how much processes at the end of a round took longer than those at its start, where that is"
        " found at 5 %. *Covered* is the share of 95 % intervals that contain the truth, *said* the share of studies"
        f" that speak of it ({studies:,} studies of 8 cells a share, one of which scatters by 10 % more).\n"
    )
    cases = ((5, 1.0), (20, 1.0), (5, 1.05), (20, 1.05))
    columns = [f"{times}×, {rounds} rounds: {what}" for rounds, times in cases for what in ("covered", "said")]
    return table(
        head,
        ("ICC, drift by", *columns),
        lambda noise: [share for n, times in cases for share in placed(190 + n, studies, n, times, noise)],
    )
