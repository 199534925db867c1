"""The table of a cross-check: aligned lines, the same for terminals and pipes."""

from collections.abc import Iterator, Mapping, Sequence

from wirelab.analysis.agreement import LEAST_FAST
from wirelab.model.finding import Agreement, Agrees
from wirelab.model.machine import MachineStates
from wirelab.report.machine import machine_words
from wirelab.report.quantities import MISSING, duration, percent, ratio_with_interval

_HEADER = ("cell", "benchmark", "lab", "", "ratio", "interval", "rounds", "steady", "verdict")
_LEFT = {0, 1, len(_HEADER) - 1}


def agreement_lines(
    agreements: Sequence[Agreement], machine: Mapping[str, MachineStates], harness: str, band: float
) -> Iterator[str]:
    """Write a header and a line a cell, then what the verdicts mean.

    Args:
        agreements: cell by cell.
        machine: its states, by platform.
        harness: the harness's name and version.
        band: half-width of the band that the verdicts are of.
    """
    table = [tuple(text or harness for text in _HEADER), *(_texts(each) for each in agreements)]
    widths = [max(len(line[column]) for line in table) for column in range(len(_HEADER))]
    for line in table:
        cells = (
            text.ljust(width) if column in _LEFT else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
    yield ""
    yield (
        "Times are the fastest of each process's batches, as short as a study's on either side."
        f" The ratio is the lab's time divided by that of {harness}: the median over the rounds in which {LEAST_FAST}"
        " of either side's were made in the machine's fast state. Its interval holds at 95 %, over all looks at it."
        f" Within: the whole interval is at most {percent(band)} from 1; outside: the whole interval is further;"
        " unresolved: neither."
        " Steady are the lab's processes that met the warm-up rule."
    )
    yield from machine_words(machine)
    steady, processes = sum(each.steady for each in agreements), sum(each.processes for each in agreements)
    counted = [sum(each.verdict is verdict for each in agreements) for verdict in Agrees]
    verdicts = ", ".join(f"{count} {verdict}" for count, verdict in zip(counted, Agrees, strict=True))
    yield f"{steady} of {processes} processes were steady. Of {len(agreements)} cells: {verdicts}."


def _texts(each: Agreement) -> tuple[str, ...]:
    cell = each.cell
    ratio, limits = ratio_with_interval(each.ratio)
    counted = each.ratio.processes if each.ratio is not None else int(each.lab_ns is not None)
    return (
        f"{cell.operation} {cell.corpus} {cell.subject}",
        each.benchmark or "the lab's operation",
        MISSING if each.lab_ns is None else duration(each.lab_ns),
        MISSING if each.harness_ns is None else duration(each.harness_ns),
        ratio,
        limits,
        f"{counted} of {each.processes}",
        f"{each.steady} of {each.processes}",
        each.verdict,
    )
