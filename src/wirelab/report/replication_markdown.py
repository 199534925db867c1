"""The report of replications as Markdown: what the page says, without figures. Pure."""

from collections.abc import Iterator, Sequence

from wirelab import __version__
from wirelab.report.claim_rows import claim_rows
from wirelab.report.judged import found_text
from wirelab.report.kinds import REPLICATION_MARKDOWN
from wirelab.report.machine import machine_words
from wirelab.report.markdown import escaped, table_lines
from wirelab.report.outcome import Outcome
from wirelab.report.quantities import together
from wirelab.report.replication import Faults, Replication
from wirelab.report.replication_text import course_lines, needed_rows, ratio_rows, summary_lines
from wirelab.report.replication_words import changes, disputes, entries, in_short
from wirelab.report.results import Results


def replications_markdown(found: Sequence[Replication], faults: Faults, command: str) -> str:
    """Write the report of `found`, a `REPLICATION_MARKDOWN`.

    Args:
        found: the studies that were measured again.
        faults: what kept others from it, by their names.
        command: what was typed.
    """
    return "\n".join(_lines(found, faults, command)) + "\n"


def _lines(found: Sequence[Replication], faults: Faults, command: str) -> Iterator[str]:
    yield REPLICATION_MARKDOWN.mark.decode()
    for one in found:
        yield from (f"# {escaped(one.study)}, measured again", "", escaped(one.question))
        yield from ("", f"*{escaped(one.origin)}*", "") if one.origin else ("",)
        yield escaped(" ".join(in_short([one])))
        yield from _outcomes(one)
        yield from _disputes(one)
        yield from ("", "## By source", "", escaped(" ".join(summary_lines(one))))
        yield from _tables(one)
        yield from _method(one)
    for study, fault in faults.items():
        why = f" ({fault.why})" if fault.why else ""
        todo = f" What to do: {fault.remedy}." if fault.remedy else ""
        yield from ("", escaped(f"{study} was not measured. {fault.part}: {fault.what}{why}.{todo}"))
    yield from ("", f"To run it again (Wirelab {__version__}):", "", f"    {command}")


def _outcomes(one: Replication) -> Iterator[str]:
    for outcome, title in ((Outcome.HELD, "What held"), (Outcome.FAILED, "What did not hold, and why")):
        own = entries(one, outcome)
        yield from ("", f"## {title} ({len(own)})", "")
        for each in own:
            says = f"“{each.words}” ({each.place}): {each.found}. {each.why}"
            yield f"- {escaped(says.strip())}"
        if not own:
            yield "No claim."


def _disputes(one: Replication) -> Iterator[str]:
    says, opposed = disputes(one)
    if not opposed:
        return
    yield from ("", f"## Where the two methods disagree ({len(opposed)})", "", escaped(says), "")
    for each in opposed:
        if each.sound is None or each.published is None:
            continue
        theirs = f"{each.published.verdict}, {found_text(each.published)}"
        yield f"- {escaped(f'“{each.claim.words}” Sound method: {each.sound.standing}, {each.found}.')}"
        yield from (f"  {escaped(line)}" for line in (f"Their method: {theirs}.", *changes(one, each)))


def _tables(one: Replication) -> Iterator[str]:
    header = ("claim", "place", "outcome", "printed numbers", "their method", "sound method")
    rows = [
        (row.words, row.place, row.outcome, *map(together, (row.printed, row.published, (*row.sound, row.test))))
        for row in claim_rows([one])
    ]
    yield from ("", "## Claims", "")
    yield from table_lines(header, rows, frozenset(range(len(header))))
    if ratios := ratio_rows(one):
        yield from ("", f"## Ratios to {escaped(one.reference)}, published and here", "")
        yield from table_lines(tuple(ratios[0]), [tuple(row.values()) for row in ratios], frozenset({0, 1, 2}))
    if needed := needed_rows(one):
        yield from ("", "## What would decide the rest", "")
        yield from table_lines(tuple(needed[0]), [tuple(row.values()) for row in needed], frozenset({0, 1}))


def _method(one: Replication) -> Iterator[str]:
    yield from ("", "## Method and machine", "")
    yield from (f"- {escaped(line)}" for line in course_lines(one))
    if one.published is not None:
        yield "- Their method, as it was measured here:"
        yield from (f"  - {escaped(sentence)}" for sentence in one.published.departures)
    each = (("Sound method", one.sound), ("Their method", one.published))
    runs = [(name, measured.results) for name, measured in each if measured is not None]
    for name, results in runs:
        yield f"- {name}, measured: {_when(results)}; Wirelab {escaped(results.run.version)}."
        if one.sound is not None and results is one.sound.results:
            machine = results.findings.forecast.machine
            yield from (f"  {escaped(line)}" for line in machine_words(machine))
    for _, results in runs[:1]:
        libraries = {f"{codec.library} {codec.version}": None for codec in results.codecs}
        yield f"- Libraries: {escaped(', '.join(libraries))}."
        facts = {**results.runtimes, **results.host}
        yield from (f"- {escaped(f'{fact}: {value}')}" for fact, value in facts.items())


def _when(results: Results) -> str:
    return f"{results.run.started_at:%Y-%m-%d %H:%M} to {results.run.ended_at:%Y-%m-%d %H:%M} UTC"
