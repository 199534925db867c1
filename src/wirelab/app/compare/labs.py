"""Two runs of different sessions compared: of one lab file, or of two."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from wirelab.analysis.changes import changes_between
from wirelab.analysis.decide.fastest import ByRound
from wirelab.analysis.decide.round_ratios import levelled_times
from wirelab.app.lab.session import Session
from wirelab.design.design import comparisons
from wirelab.model.cell import Cell
from wirelab.model.errors import UsageError
from wirelab.model.findings.change import Change, Changes
from wirelab.model.findings.finding import Verdict
from wirelab.model.subject import Subject
from wirelab.report.quantities import percent, several

RATIOS_DIFFER, TIMES_DIFFER = 0.04, 0.10
"""The most by which two sessions of the same cells may differ, as shares: ratios within a session
(docs/performance.md: all 22 ratios were within 3.8 % of those of another session), and times (assumed)."""


def compared_sessions(before: Session, after: Session, *, tolerated: float, allowed: float | None) -> Changes:
    """The changes between two sessions, in the cells that both have of the same data.

    If both have the same reference in the same version, each cell is compared by its ratio to it, in which the
    machine's speed cancels out; else by its time. `allowed` is how much two sessions may differ, or None for the shares
    above.

    Raises:
        UsageError: they have no cell in common, or are one run, perhaps as a merged lab has it.
    """
    if before.run.identity == after.run.identity:
        what = "a run cannot be compared with itself"
        why = "" if before.called == after.called else f"{before.called} and {after.called} are copies of one run"
        raise UsageError("command line", what, why=why, remedy="name two runs")
    theirs = {*after.cells}
    shared = [cell for cell in before.cells if cell in theirs]
    known = before.digests.items() & after.digests.items()
    same = dict.fromkeys(cell for cell in shared if (cell.corpus, before.digests.get(cell.corpus)) in known)
    other_data = list(dict.fromkeys(str(cell.corpus) for cell in shared if cell not in same))
    if not same:
        raise UsageError(
            f"{before.called} and {after.called}",
            "they have nothing in common that could be compared",
            why="\n".join(_differences(before, after, other_data)),
            remedy="compare runs of the same workloads, codecs and profile",
        )
    references = _references(before, after, tuple(same))
    control = before.study.reference_subject if references else None
    share = allowed if allowed is not None else TIMES_DIFFER if control is None else RATIOS_DIFFER
    measured = [cell for cell in references or same if cell.subject != control]
    undivided = [cell for cell in same if references and cell not in references and cell.subject != control]
    unsteady, family = before.unsteady | after.unsteady, before.study.analysis
    changes = changes_between(
        _times(before, references),
        _times(after, references),
        [(cell, cell) for cell in measured],
        alpha=family.alpha,
        band=family.band,
        tolerated=tolerated,
        between_sessions=share,
    )
    return Changes(
        before=before.called,
        after=after.called,
        in_turns=False,
        changes=tuple(_judged(_with_facts(each, before, after), unsteady, references) for each in changes),
        only_before=tuple(cell for cell in before.cells if cell not in theirs),
        only_after=tuple(cell for cell in after.cells if cell not in shared),
        notes=(*_notes(before, after, control, share, other_data), *_left_out(undivided)),
        alpha=family.alpha,
        between_sessions=share,
    )


def _references(before: Session, after: Session, cells: tuple[Cell, ...]) -> dict[Cell, Cell]:
    """The cell by which each is divided: of the reference of both, as in a run; none if a version of it changed."""
    subject, platforms = before.study.reference_subject, {cell.platform for cell in cells}
    mine, theirs = (
        {key: each for key, each in side.versions.items() if key[0] in platforms and key[1] == subject.codec}
        for side in (before, after)
    )
    if subject != after.study.reference_subject or not mine or mine != theirs:
        return {}
    found = {each.cell: each.against for each in comparisons(cells, subject)}
    return found if any(cell.subject != subject for cell in found) else {}


def _times(session: Session, references: Mapping[Cell, Cell]) -> ByRound:
    """Each cell's time by round, or, where there are references, its ratio to its own."""
    times = levelled_times(session.summaries)
    if not references:
        return times
    return {
        cell: {at: ns / times[against][at] for at, ns in times[cell].items() if at in times[against]}
        for cell, against in references.items()
        if cell in times and against in times
    }


def _judged(change: Change, unsteady: Set[Cell], references: Mapping[Cell, Cell]) -> Change:
    """The change without a verdict if, in either run, most processes of the cell or of its reference were unsteady."""
    cells = {change.after, references.get(change.after, change.after)}
    return change if unsteady.isdisjoint(cells) else replace(change, verdict=Verdict.UNSTEADY)


def _with_facts(change: Change, before: Session, after: Session) -> Change:
    return replace(
        change,
        bytes_before=before.bytes.get(change.before.encoder),
        bytes_after=after.bytes.get(change.after.encoder),
        version_before=before.version(change.before),
        version_after=after.version(change.after),
    )


def _notes(
    before: Session, after: Session, control: Subject | None, share: float, other_data: Sequence[str]
) -> Iterator[str]:
    yield (
        "Two sessions differ by more than the turns of one, because the machine is in another state. Each interval "
        f"is therefore widened by {percent(share)} in either direction, which hides smaller changes. Turns show them: "
        "wirelab compare --codec NAME@OLD --codec NAME@NEW."
    )
    if control is None:
        yield "Times are compared, since the runs have no reference in the same version in common."
    else:
        yield f"Ratios to {control}, the reference of both runs, are compared: the machine's speed cancels out."
    yield from _differences(before, after, other_data)


def _left_out(undivided: Sequence[Cell]) -> Iterator[str]:
    if undivided:
        operations = ", ".join(sorted({str(each.operation) for each in undivided}))
        cells = f"{several(len(undivided), 'cell')} ({operations})"
        yield f"The reference was not measured in the conditions of {cells}, so no change is shown there."


def _differences(before: Session, after: Session, other_data: Sequence[str]) -> Iterator[str]:
    if other_data:
        yield f"Left out, because the two runs have different data under the same name: {', '.join(other_data)}."
    if before.study.profile != after.study.profile:
        yield f"The profiles differ: {before.study.profile} and {after.study.profile}."
    for what in ("cpu", "cores", "memory", "system", "architecture", "governor"):
        mine, theirs = before.host.get(what), after.host.get(what)
        if mine != theirs:
            yield f"The runs differ in {what}: {mine} and {theirs}."
    workloads = [sorted({cell.corpus.workload for cell in side.cells}) for side in (before, after)]
    if not {*workloads[0]} & {*workloads[1]}:
        yield f"The workloads differ: {', '.join(workloads[0])} and {', '.join(workloads[1])}."
