"""The table of a cross-check: aligned lines, the same for terminals and pipes."""

from collections.abc import Iterator, Sequence

from wirelab.model.finding import Agreement, Interval
from wirelab.report.quantities import MISSING, duration, percent, ratio_with_interval

_COLUMNS = 7
_LEFT = {0, _COLUMNS - 1}


def agreement_lines(
    agreements: Sequence[Agreement], first: Interval | None, harness: str, band: float
) -> Iterator[str]:
    """Write a header and a line a cell, then what the verdicts mean.

    Args:
        agreements: cell by cell.
        first: the ratio over all cells in first turns alone, or None.
        harness: the harness's name and version.
        band: half-width of the band that the verdicts are of.
    """
    header = ("cell", "lab", harness, "ratio", "interval", "steady", "verdict")
    table = [header, *(_texts(each) for each in agreements)]
    widths = [max(len(line[column]) for line in table) for column in range(_COLUMNS)]
    for line in table:
        cells = (
            text.ljust(width) if column in _LEFT else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
    yield ""
    yield (
        f"The ratio is the lab's time divided by that of {harness}, measured in turns; its 95 % interval is over the"
        f" processes. Within means that the ratio is at most {percent(band)} from 1. Steady is the share of the lab's"
        " processes that met the warm-up rule."
    )
    if first is not None:
        ratio = " ".join(ratio_with_interval(first))
        yield f"First turns alone (a study measures nothing else) give {ratio} over all cells."


def _texts(each: Agreement) -> tuple[str, ...]:
    cell = each.cell
    ratio, limits = ratio_with_interval(each.ratio)
    return (
        f"{cell.operation} {cell.corpus} {cell.subject}",
        MISSING if each.lab_ns is None else duration(each.lab_ns.estimate),
        MISSING if each.harness_ns is None else duration(each.harness_ns.estimate),
        ratio,
        limits,
        "yes" if each.steady_share == 1 else percent(each.steady_share),
        "within" if each.within else "not measured" if each.ratio is None else "outside",
    )
