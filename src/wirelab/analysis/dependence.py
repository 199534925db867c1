"""What the analysis takes for granted, looked at. Pure.

That rounds do not follow each other, that no difference rests on one of them, that the processes of a cell are of one
kind, and that it does not matter when in a round they ran.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wirelab.analysis.intervals import paired_ratio
from wirelab.analysis.place import Placed, place_effect
from wirelab.analysis.session import SessionFit
from wirelab.model.cell import Cell
from wirelab.model.dependence import Dependence, Following, SlowMode, Tipping
from wirelab.model.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.findings import Findings

FEWEST_ROUNDS = 10
"""Below which a lag says nothing, and leaving out a round costs any comparison its verdict."""
FEWEST_PROCESSES = 8
_ERROR = 0.05
_LEAST_MODE = math.log(1.1)


def dependence(
    findings: Findings,
    fit: SessionFit[Cell] | None,
    placed: Placed[Cell] | None = None,
) -> Dependence | None:
    """What speaks against independence, where it matters; None: nothing.

    Args:
        findings: of comparisons.
        fit: of the session; None: there is none.
        placed: processes whose order was random; None: that is not told.
    """
    pairs = [(found, _ratios(found)) for found in findings.comparisons if found.ratio is not None]
    long = [(found, own) for found, own in pairs if len(own) >= FEWEST_ROUNDS]
    found = Dependence(
        tuple(_following(each, own) for each, own in long if _follows(own, _ERROR / len(long))),
        tuple(tip for each, own in long if each.verdict is Verdict.DIFFERENT for tip in _tipping(each, own)),
        tuple(_slow_modes(fit)) if fit is not None else (),
        _place(placed) if placed else None,
    )
    return None if found == Dependence() else found


def lag_1(differences: NDArray[np.float64]) -> float:
    """Autocorrelation from each value to the next; 0 without spread."""
    centred = differences - differences.mean()
    squares = float(centred @ centred)
    return float(centred[1:] @ centred[:-1]) / squares if squares > 0 else 0.0


def _ratios(found: ComparisonFinding) -> dict[int, float]:
    """Of each round that the comparison's interval rests on."""
    return {b: math.exp(log) for b, log in found.logs}


def _follows(ratios: Mapping[int, float], error: float) -> bool:
    """Whether lag 1 is larger than chance makes it: its mean is about -1/n, its variance 1/n (Bartlett 1946)."""
    from scipy.special import ndtri

    n = len(ratios)
    return lag_1(_logs(ratios)) > -1 / n + float(ndtri(1 - error)) / math.sqrt(n)


def _following(found: ComparisonFinding, ratios: Mapping[int, float]) -> Following:
    assert found.ratio is not None
    lag = lag_1(_logs(ratios))
    wider = math.sqrt((1 + lag) / (1 - lag))
    return Following(found.comparison, lag, _widened(found.ratio, wider))


def _width(ratio: Interval) -> float:
    return math.log(ratio.high) - math.log(ratio.low)


def _widened(ratio: Interval, times: float) -> Interval:
    """With limits so many times as far from the estimate."""
    low, high = (ratio.estimate * (limit / ratio.estimate) ** times for limit in (ratio.low, ratio.high))
    return replace(ratio, low=low, high=high)


def _tipping(found: ComparisonFinding, ratios: Mapping[int, float]) -> Iterator[Tipping]:
    """The one round, if any, without which the difference is least certain and not found.

    What the comparison borrowed of others' scatter, it keeps without that round.
    """
    assert found.ratio is not None
    ones = dict.fromkeys(ratios, 1.0)
    alone = paired_ratio(ratios, ones, found.ratio.level)
    borrowed = _width(found.ratio) / _width(alone) if alone is not None and _width(alone) > 0 else 1.0
    without = {b: paired_ratio({c: r for c, r in ratios.items() if c != b}, ones, found.ratio.level) for b in ratios}
    drawn = {b: _widened(interval, borrowed) for b, interval in without.items() if interval is not None}
    left = {b: interval for b, interval in drawn.items() if interval.low <= 1 <= interval.high}
    if left:
        tipping = min(left, key=lambda b: abs(math.log(left[b].estimate)))
        yield Tipping(found.comparison, tipping, left[tipping])


def _slow_modes(fit: SessionFit[Cell]) -> Iterator[SlowMode]:
    """Cells with some processes, at most a third, that are further above the others than those are from each other."""
    beside = float(fit.counts.sum() / fit.counts.shape[1])
    for cell, rests in zip(fit.cells, fit.rests, strict=True):
        ordered = np.sort(rests)
        n = len(ordered)
        if n < FEWEST_PROCESSES:
            continue
        gaps = np.diff(ordered)
        first = n - 1 - int(np.argmax(gaps[::-1][: (n - 1) // 3]))
        others, slow = ordered[:first], ordered[first:]
        if slow[0] - others[-1] > max(_LEAST_MODE, others[-1] - others[0]):
            # A slow process took part in its round's mean, by which it stands too low.
            apart = float(slow.mean() - others.mean()) * beside / (beside - 1)
            yield SlowMode(cell, len(slow), n, math.exp(apart))


def _place(placed: Placed[Cell]) -> Interval | None:
    found = place_effect(placed, 1 - _ERROR)
    return found if found is not None and not found.low <= 1 <= found.high else None


def _logs(ratios: Mapping[int, float]) -> NDArray[np.float64]:
    return np.log([ratios[b] for b in sorted(ratios)])
