"""Where checkers of schemas disagree with executed results. Pure."""

from collections.abc import Iterator, Sequence

from wirelab.model.findings.evolution import Evolution, Judged, Outcome, Trial
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import codec_names, points, way
from wirelab.report.document import Section
from wirelab.report.quantities import count
from wirelab.report.table import Column, Entry, Row, Table, numbers

_WRONG = (Outcome.CHANGED, Outcome.LOST, Outcome.REFUSED, Outcome.ENDED)


def judged_sections(found: Evolution) -> Iterator[Section]:
    """Changes that a checker accepts although they go wrong, and changes that it rejects although every codec copes."""
    trials = gathered(((each.change, each.format, each.writer, each.reader), each) for each in found.trials)
    judged = [each for each in found.judged if _tried(each, trials)]
    passed = [each for each in judged if not each.objections]
    heading = "A schema checker accepts it, and a value does not come back"
    yield points("let-through", heading, _let_through(passed, trials, found), nav="Accepted")
    stopped = [each for each in judged if each.objections]
    heading = "A schema checker rejects it, and every codec read every value"
    yield points("stopped", heading, _stopped(stopped, trials, found), nav="Stopped")
    rows = tuple(_rows(judged, trials))
    yield Section("checkers", "Schema checkers", (_table(rows),) if rows else (), "Checkers")


Trials = dict[tuple[str, str, int, int], list[Trial]]


def _tried(each: Judged, trials: Trials) -> list[Trial]:
    return trials.get((each.change, each.format, each.writer, each.reader), [])


def _let_through(judged: Sequence[Judged], trials: Trials, found: Evolution) -> Iterator[Entry]:
    """For each change, direction and outcome, the checkers and the codecs."""
    alike = gathered(((each.change, each.format, each.writer, each.reader), each.policy) for each in judged)
    says = dict(found.changes)
    for key, policies in alike.items():
        change, format_, writer, reader = key
        wrong = gathered((each.outcome, each) for each in trials[key] if each.outcome in _WRONG)
        for outcome, own in wrong.items():
            words = f"{says[change]}, {way(found, writer, reader)}: {outcome} by {codec_names(own)} ({format_})"
            yield Entry(f"{', '.join(policies)}: {words}", (own[0].what,) if own[0].what else ())


def _stopped(judged: Sequence[Judged], trials: Trials, found: Evolution) -> Iterator[Entry]:
    """Changes whose values came back in each direction that a checker judges, with every codec of the format."""
    says = dict(found.changes)
    of_change = gathered(((each.policy, each.format, each.change), each) for each in judged)
    for (policy, format_, change), own in of_change.items():
        if all(one.outcome is Outcome.SAME for each in own for one in _tried(each, trials)):
            yield Entry(f"{policy}: {says[change]} ({format_})", (", ".join(own[0].objections),))


def _rows(judged: Sequence[Judged], trials: Trials) -> Iterator[Row]:
    for (policy, format_), own in gathered(((each.policy, each.format), each) for each in judged).items():
        numbers_of: list[Entry | str] = []
        for stops in (False, True):
            chosen = [one for each in own if bool(each.objections) is stops for one in _tried(each, trials)]
            wrong = sum(one.outcome in _WRONG for one in chosen)
            numbers_of += [count(len(chosen) - wrong), Entry(count(wrong), look="unresolved" if wrong else "")]
        yield (policy, format_, *numbers_of)


def _table(rows: tuple[Row, ...]) -> Table:
    columns = (
        *map(Column, ("checker", "format")),
        *numbers("passes: same", "passes: wrong", "stops: same", "stops: wrong"),
    )
    says = (
        "Values of all codecs of the format. Wrong: lost, changed, refused or ended. The rules are those of the "
        "checkers' documentation; the checkers were not run. They judge both directions at once, except "
        "BACKWARD (new readers) and FORWARD (old readers).",
    )
    return Table("Schema checkers compared with executed results", columns, rows, says)
