"""A transfer while it is measured: what each format takes, and which cells a further round needs."""

from collections.abc import Sequence
from dataclasses import replace

from wirelab.analysis.findings import given_up
from wirelab.analysis.round_ratios import levelled_times
from wirelab.analysis.transfer import Judging, cells_to_go_on, qualified, transfer_finding, with_unsteady_ways
from wirelab.analysis.unsteady import mostly_unsteady
from wirelab.design.design import Design
from wirelab.design.transfer import Ways, qualifying_rounds, reference_format, transfer_schedule, ways_of
from wirelab.model.cell import Cell
from wirelab.model.findings import Findings
from wirelab.model.measurement import ProcessSummary
from wirelab.study.definition import Study


def with_transfer(
    findings: Findings,
    summaries: Sequence[ProcessSummary],
    study: Study,
    design: Design,
    *,
    rounds: int,
    ended: bool,
) -> Findings:
    """`findings` with what is known of the study's transfer after `rounds` complete ones, if it has one."""
    ways = _ways(study, design, findings)
    if study.transfer is None or not ways:
        return findings
    qualifying = qualifying_rounds(study.transfer)
    times = levelled_times(summaries)
    first = levelled_times(each for each in summaries if each.round < qualifying)
    sizes = {each.cell: each.encoded_bytes for each in findings.cells if each.encoded_bytes is not None}
    judging = Judging(
        link=study.transfer.link,
        reference=reference_format(study, ways),
        schedule=transfer_schedule(study, study.transfer),
        qualifying=qualifying,
        band=study.analysis.band,
        confidence=study.analysis.confidence,
    )
    chosen = qualified(ways, first, sizes, study.transfer.link)
    found = transfer_finding(chosen, times, sizes, judging, rounds=rounds, ended=ended)
    unsteady = frozenset(each.cell for each in findings.cells if mostly_unsteady(each))
    forecast = replace(findings.forecast, transfer=with_unsteady_ways(found, unsteady))
    return replace(findings, forecast=forecast)


def first_for_transfer(study: Study, design: Design) -> tuple[Cell, ...]:
    """The cells of the first round: those of formats that have a choice, or all."""
    ways = [way for own in _ways(study, design, Findings()).values() if len(own) > 1 for way in own]
    return _with_twins(design, frozenset(cell for way in ways for cell in way.cells)) if ways else design.cells


def open_for_transfer(study: Study, design: Design, findings: Findings, rounds: int) -> tuple[Cell, ...]:
    """The cells that a format needs a further round of; twins ride along."""
    found = findings.forecast.transfer
    if found is None:
        return ()
    lost = frozenset(given_up(findings))
    return _with_twins(design, cells_to_go_on(found, _ways(study, design, findings), lost, rounds))


def _with_twins(design: Design, wanted: frozenset[Cell]) -> tuple[Cell, ...]:
    twins = {cell for each in design.comparisons for cell in each.cells} if wanted else set()
    return tuple(cell for cell in design.cells if cell in wanted or cell in twins)


def _ways(study: Study, design: Design, findings: Findings) -> Ways:
    """All ways of each format, without those of which a cell is given up."""
    if study.transfer is None:
        return {}
    lost = given_up(findings)
    able = {
        name: [way for way in own if not lost.intersection(way.cells)]
        for name, own in ways_of(study.transfer, design.cells).items()
    }
    return {name: own for name, own in able.items() if own}
