"""The release that made a codec slower, as a report. Pure."""

from wirelab.model.findings.bisection import Bisection, Step
from wirelab.report.compare.report import effect_words
from wirelab.report.document import Document, Points, Section, Text, again
from wirelab.report.quantities import MISSING, count, percent, ratio_with_interval
from wirelab.report.run.wording import cell_words
from wirelab.report.table import Column, Entry, Row, Table, with_limits


def bisect_report(found: Bisection, command: str = "") -> Document:
    """Write which release is slower; `command` is the command line typed for it."""
    title = f"Wirelab comparison: {found.codec} from {found.versions[0]} to {found.versions[-1]}"
    basis = (
        f"{count(len(found.steps))} of {count(len(found.versions))} releases were compared with {found.versions[0]}, in"
        f" turns. At most {percent(found.alpha)} of such searches wrongly find something slower, over all their steps."
    )
    lost = tuple(f"{step.version} could not be measured: {step.why}" for step in found.steps if step.why)
    sections = (
        Section("steps", "Releases in the order in which they were measured", (_table(found),), "Releases"),
        Section("losses", "Not measured", (Points(lost),) if lost else ()),
        again(command),
    )
    return Document(title, (Text(answer(found), "answer"), Text(basis, "soft")), sections)


def answer(found: Bisection) -> str:
    """Which release it was, in a sentence or two."""
    newest = found.versions[-1]
    if found.change is None:
        if found.last_before == newest:
            return f"{found.codec} {newest} is not slower than {found.versions[0]}: there is nothing to look for."
        return f"This measurement does not show whether {found.codec} {newest} is slower than {found.versions[0]}."
    said = f"{found.codec} {found.first_slower} is the first release that is slower than {found.versions[0]}"
    if found.between:
        said = (
            f"{found.codec} became slower after {found.last_before}, at the latest in {found.first_slower}, and"
            f" nothing is known of {', '.join(found.between)}"
        )
    return f"{said}: {effect_words(found.change)} ({cell_words(found.change.after)})."


def _table(found: Bisection) -> Table:
    columns = (
        *(Column("release"), Column("operation"), Column("data"), Column("platform")),
        *(Column("ratio", number=True, limits="interval"), Column("change", wide=True)),
    )
    rows = [row for step in found.steps for row in _rows(step)]
    return Table(f"Time of each release over that of {found.versions[0]}", columns, tuple(rows))


def _rows(step: Step) -> list[Row]:
    if not step.changes:
        return [(step.version, MISSING, MISSING, MISSING, Entry(MISSING), "not measured")]
    rows: list[Row] = []
    for each in step.changes:
        where = str(each.after.operation), str(each.after.corpus), each.after.platform
        rows.append((step.version, *where, with_limits(ratio_with_interval(each.ratio)), effect_words(each)))
    return rows
