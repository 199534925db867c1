"""From process times to each format's time from a sender to its receivers. Pure.

A format's time in a round is the sum of its writer's, the link's and its readers' times in that round: one observation,
which the paired, sequential rule judges like a cell's.
"""

import math
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import replace
from statistics import geometric_mean

from wirelab.analysis.decide.decision import against_1, decide
from wirelab.analysis.decide.fastest import ByRound, fastest_of
from wirelab.analysis.decide.intervals import differences, time_interval
from wirelab.analysis.decide.round_ratios import levelled_times
from wirelab.analysis.findings import given_up
from wirelab.analysis.measured import Measured
from wirelab.design.design import Design
from wirelab.design.sequential import Schedule
from wirelab.design.transfer import Ways, qualifying_rounds, reference_format, transfer_schedule, ways_of
from wirelab.model.cell import Cell
from wirelab.model.findings.finding import CellFinding, Interval, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.transfer import TransferFinding, Way, WayFinding
from wirelab.model.link import Link
from wirelab.model.units import ByteCount
from wirelab.study.definition import Study

Sizes = Mapping[Cell, ByteCount]
"""The encoded size of the data by each writer."""


def qualified(ways: Ways, times_ns: ByRound, sizes: Sizes, link: Link) -> tuple[Way, ...]:
    """The way of each format that took the least time in the qualifying rounds; without times, the first."""
    means = {cell: _mean(own.values()) for cell, own in times_ns.items()}

    def taken(way: Way) -> float:
        crossing = _crossing_ns(way, sizes, link)
        return math.fsum(means.get(cell) or math.inf for cell in way.cells) + crossing

    return tuple(min(own, key=taken) for own in ways.values())


def transfer_finding(
    asked: TransferFinding,
    ways: Sequence[Way],
    times_ns: ByRound,
    sizes: Sizes,
    schedule: Schedule,
    *,
    rounds: int,
    ended: bool = False,
    unsteady: Set[Cell] = frozenset(),
) -> TransferFinding:
    """Judge at least one way, each of another format.

    `asked` has the link and how ways are compared. Rounds and times count from the first qualifying round, `schedule`
    from the end of them. No ratio of a way with an `unsteady` cell is judged, and it is not among the fastest.
    """
    first = asked.qualifying
    after = {cell: {b - first: ns for b, ns in own.items() if b >= first} for cell, own in times_ns.items()}
    own = {way: own_times(way, after) if way.writer in sizes else {} for way in ways}
    crossing = {way: _crossing_ns(way, sizes, asked.link) for way in ways}
    totals = {way: {b: ns + crossing[way] for b, ns in each.items()} for way, each in own.items()}
    reference = next((way for way in ways if way.format == asked.reference), None)
    others = [way for way in ways if reference is not None and way != reference]
    ratios = [against_1(differences(totals[way], totals[reference]), asked.band) for way in others if reference]
    answers = decide(ratios, schedule=schedule, rounds=max(0, rounds - first), ended=ended)
    decided = dict(zip(others, answers, strict=True))
    shaky = {way for way in ways if not unsteady.isdisjoint(way.cells)}
    timed = [way for way in ways if totals[way] and way not in shaky]
    alike = {frozenset((way, reference)) for way, each in decided.items() if reference and not each.verdict.differs}
    fastest = fastest_of(timed, totals, asked.confidence, alike) if len(timed) > 1 else ()

    def found(way: Way) -> WayFinding:
        write_ns, *read_ns = (_mean(after.get(cell, {}).values()) for cell in way.cells)
        size, decision = sizes.get(way.writer), decided.get(way)
        return WayFinding(
            way=way,
            time_ns=_time(own[way].values(), crossing[way], asked.confidence),
            write_ns=write_ns,
            link_ns=None if size is None else crossing[way],
            read_ns=tuple(read_ns),
            encoded_bytes=size,
            ratio=None if decision is None else decision.interval,
            verdict=None if decision is None else Verdict.UNSTEADY if {way, reference} & shaky else decision.verdict,
            decided=decision is not None and decision.decided,
        )

    return replace(asked, ways=tuple(map(found, ways)), may_be_fastest=tuple(way.format for way in fastest))


def transfer_of(measured: Measured, cells: Sequence[CellFinding], *, audited: bool) -> TransferFinding | None:
    """The finding about the study's transfer, if it has one; `audited`: with findings about steadiness."""
    study, transfer = measured.study, measured.study.transfer
    ways = _able(study, measured.design, given_up(cells))
    if transfer is None or not ways:
        return None
    asked = TransferFinding(
        link=transfer.link,
        ways=(),
        reference=reference_format(study, ways),
        may_be_fastest=(),
        confidence=study.analysis.confidence,
        band=study.analysis.band,
        qualifying=qualifying_rounds(transfer),
    )
    first = levelled_times(each for each in measured.summaries if each.round < asked.qualifying)
    sizes = {each.cell: each.encoded_bytes for each in cells if each.encoded_bytes is not None}
    chosen, schedule = qualified(ways, first, sizes, transfer.link), transfer_schedule(study, transfer)
    unsteady = {each.cell for each in cells if audited and each.mostly_unsteady}
    rounds, ended = measured.rounds, measured.ended
    return transfer_finding(
        asked, chosen, measured.times_ns, sizes, schedule, rounds=rounds, ended=ended, unsteady=unsteady
    )


def open_for_transfer(study: Study, design: Design, findings: Findings, rounds: int) -> tuple[Cell, ...]:
    """The cells of which a format needs a further round, and twins, unless they or their originals were lost.

    In the first round, the cells of formats that have a choice of codecs, or all.
    """
    lost = given_up(findings.cells)
    ways = _able(study, design, lost)
    if not rounds:
        wanted = frozenset(cell for own in ways.values() if len(own) > 1 for way in own for cell in way.cells)
        wanted = wanted or frozenset(design.cells)
    else:
        found = findings.forecast.transfer
        wanted = frozenset() if found is None else cells_to_go_on(found, ways, lost, rounds)
    twins = {cell for each in design.comparisons if lost.isdisjoint(each.cells) for cell in each.cells}
    return tuple(cell for cell in design.cells if cell in wanted or (wanted and cell in twins))


def _able(study: Study, design: Design, lost: Set[Cell]) -> Ways:
    """All ways of each format, without those that have one of the `lost` cells."""
    if study.transfer is None:
        return {}
    able = {
        name: [way for way in own if lost.isdisjoint(way.cells)]
        for name, own in ways_of(study.transfer, design.cells).items()
    }
    return {name: own for name, own in able.items() if own}


def cells_to_go_on(finding: TransferFinding, ways: Ways, lost: Set[Cell], rounds: int) -> frozenset[Cell]:
    """The cells that need a further round.

    While rounds qualify, these are the cells of formats that have a choice of codecs; then those of formats that are
    not decided, and of the reference as long as there is such a format. A way with one of the `lost` cells is given up.
    Formats without another to compare with continue to the last round.
    """
    choosing = [way for own in ways.values() if len(own) > 1 for way in own]
    if choosing and rounds < finding.qualifying:
        return frozenset(cell for way in choosing for cell in way.cells) - lost
    able = [each for each in finding.ways if lost.isdisjoint(each.way.cells)]
    compared = [each for each in able if each.way.format != finding.reference]
    alone = len(compared) == len(able) or not compared
    wanted = able if alone else [each for each in compared if not each.decided]
    if wanted and not alone:
        wanted += [each for each in able if each.way.format == finding.reference]
    return frozenset(cell for each in wanted for cell in each.way.cells)


def own_times(way: Way, times_ns: ByRound) -> dict[int, float]:
    """The time of the way's codecs in each round that has all of them, in ns, without the link."""
    if not all(cell in times_ns for cell in way.cells):
        return {}
    shared = set.intersection(*({*times_ns[cell]} for cell in way.cells))
    return {b: math.fsum(times_ns[cell][b] for cell in way.cells) for b in sorted(shared)}


def _crossing_ns(way: Way, sizes: Sizes, link: Link) -> float:
    """The time of the link for the writer's bytes, once for each receiver."""
    return len(way.readers) * link.time_ns(sizes.get(way.writer, 0))


def _time(own_ns: Collection[float], crossing_ns: float, confidence: float) -> Interval | None:
    """The codecs' time with its interval, plus the link's, which is computed and has no error."""
    if not own_ns:
        return None
    own = time_interval([*own_ns], confidence)
    estimate, low, high = (ns + crossing_ns for ns in (own.estimate, own.low, own.high))
    return replace(own, estimate=estimate, low=low, high=high)


def _mean(times_ns: Collection[float]) -> float | None:
    return geometric_mean(times_ns) if times_ns else None
