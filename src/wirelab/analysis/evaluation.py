"""All findings of a run: its cells and comparisons, and the conclusions from them. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from wirelab.analysis.audit.guards import flagged, near_loop, unlike_outputs
from wirelab.analysis.audit.usage import machine_speeds, slow_modes, used
from wirelab.analysis.decide.fastest import may_be_fastest
from wirelab.analysis.findings import analyse
from wirelab.analysis.forecast import growth, needed, unseen
from wirelab.analysis.measured import Circumstances, Measured
from wirelab.analysis.transfer import transfer_of
from wirelab.model.cell import Cell, Sink
from wirelab.model.findings.finding import CellFinding
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import Forecast
from wirelab.model.run import Check, instructions_kind


def evaluate(measured: Measured, seen: Circumstances | None = None) -> Findings:
    """The findings of a run. While it continues, there is no `seen`: nothing is audited, and nothing is forecast."""
    study, schedule = measured.study, measured.design.schedule
    audited = seen is not None and study.measure.mode.takes_turns
    found = analyse(measured, seen.warm_ups if seen is not None and audited else None)
    transfer = transfer_of(measured, found.cells, audited=audited)
    if seen is None:
        return replace(found, forecast=Forecast(transfer=transfer))
    corpus_bytes = {corpus.name: corpus.encoded_bytes for corpus in seen.corpora}
    too_fast = flagged(found.cells, copy_bytes_per_ns=seen.copy_bytes_per_ns, corpus_bytes=corpus_bytes, lazy=seen.lazy)
    usage, reversals = used(found.comparisons, seen.costs)
    confidence, times_ns = study.analysis.confidence, measured.times_ns
    forecast = Forecast(
        needed=tuple(needed(found, schedule)),
        growth=growth(found, times_ns, corpus_bytes, confidence),
        machine=machine_speeds(seen.canaries),
        near_loop=near_loop(found.cells, seen.loops_ns),
        copy_bytes_per_ns=seen.copy_bytes_per_ns,
        flags=(*too_fast, *unlike_outputs([finding.cell for finding in found.cells], seen.checks)),
        usage=usage,
        reversals=reversals,
        unseen=tuple(unseen(found, schedule)),
        fastest=tuple(may_be_fastest(found, times_ns, confidence)),
        slow_modes=tuple(slow_modes(times_ns)),
        transfer=transfer,
    )
    return replace(found, cells=_counted(found.cells, seen.checks), forecast=forecast)


def _counted(cells: Sequence[CellFinding], checks: Iterable[Check]) -> tuple[CellFinding, ...]:
    """Cells with their counted instructions."""
    details = {(each.corpus, each.platform, each.subject, each.kind): each.detail for each in checks}

    def instructions(cell: Cell) -> int | None:
        detail = details.get((cell.corpus, cell.platform, cell.subject, instructions_kind(cell.operation)))
        return None if detail is None or cell.sink is not Sink.MEMORY else int(detail)

    return tuple(replace(each, instructions=instructions(each.cell)) for each in cells)
