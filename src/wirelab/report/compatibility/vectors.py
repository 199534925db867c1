"""How codecs answer the cases of public suites, as a report. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from wirelab.model.findings.vectors import Answer, Outcome, Says, Vectors
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import codec_names, counted, not_tried, points
from wirelab.report.document import Document, Medium, Section, Text, again
from wirelab.report.quantities import capitalized, count, listed, several
from wirelab.report.table import Column, Entry, Row, Table, numbers

_LOOKS = {
    Outcome.SAID: "faster",
    Outcome.REFUSED: "unresolved",
    Outcome.ACCEPTED: "slower",
    Outcome.CHANGED: "slower",
    Outcome.ENDED: "slower",
}
_WRONG = {
    Outcome.CHANGED: ("changed", "Another value was read, without an error"),
    Outcome.ENDED: ("ended", "The reader's process ended, did not answer, or had no memory left"),
    Outcome.ACCEPTED: ("accepted", "Malformed, and read without an error"),
    Outcome.REFUSED: ("refused", "Valid, and refused"),
}
_MOST_CASES = 4  # named in a sentence


def vectors_report(found: Vectors, command: str = "") -> Document:
    """Write the results of suites; `command` is the command line typed for it."""
    suites = [name for name, _, _ in found.suites]
    title = f"Wirelab interoperation: {several(len(suites), 'suite')} of cases"
    lead = (Text(_answer(found), "question"), Text(_basis(found), "soft"))
    return Document(title, lead, (*_sections(found), again(command)))


def _answer(found: Vectors) -> str:
    numbers_of = Counter(each.outcome for each in found.answers)
    total = len(found.answers) - numbers_of[Outcome.UNASKED]
    if not total:
        return "Nothing was asked: no codec reads an example of the kinds of values in these suites."
    says = {
        Outcome.CHANGED: "another value without an error",
        Outcome.ACCEPTED: "malformed and read without an error",
        Outcome.REFUSED: "valid and refused",
        Outcome.ENDED: "the end of a process, no answer, or no memory left",
    }
    rest = [f"{count(number)} {words}" for each, words in says.items() if (number := numbers_of[each])]
    said = (
        f"{count(numbers_of[Outcome.SAID])} of {several(total, 'answer')} to cases of public suites "
        f"{'is' if numbers_of[Outcome.SAID] == 1 else 'are'} as the suite says"
    )
    return f"{said}; {listed(rest)}." if rest else f"{said}."


def _basis(found: Vectors) -> str:
    codecs = len({(each.platform, each.subject) for each in found.answers})
    asked = {each.format for each in found.answers}
    cases = gathered((format_, number) for _, format_, number in found.suites if format_ in asked)
    of = listed([f"{count(sum(own))} of {format_}" for format_, own in cases.items()] or ["none"])
    return (
        f"Tried on {several(codecs, 'codec')}: cases of suites, {of}. A case is the value of a field "
        "in a document, whose schema fits that value. A case that must be refused is tried with every schema, and must "
        "be refused with each. A codec is a library with the types and conversions that Wirelab writes for it."
    )


def _sections(found: Vectors) -> Iterator[Section]:
    yield Section("codecs", "Results per codec", (_codecs(found, by_suite=False),) if found.answers else (), "Codecs")
    for outcome, (key, heading) in _WRONG.items():
        yield points(key, heading, _grouped([each for each in found.answers if each.outcome is outcome]))
    by_suite = (_codecs(found, by_suite=True),) if found.answers else ()
    yield Section("suites", "Results per codec and suite", by_suite, "Suites", Medium.FILES)
    yield Section("matrix", "Each case", tuple(_matrices(found)), "Cases", Medium.FILES)
    yield points("unasked", "Not asked", _unasked([each for each in found.answers if each.outcome is Outcome.UNASKED]))
    yield not_tried(found.not_run)


def _codecs(found: Vectors, *, by_suite: bool) -> Table:
    """One row per codec, or per codec and suite; those with the most answers against the suite are first."""
    alike = gathered(
        ((each.format, each.suite if by_suite else "", each.subject, each.platform), each) for each in found.answers
    )

    def row(own: Sequence[Answer]) -> Row:
        first, either = own[0], [each for each in own if each.says is Says.EITHER]
        numbers_of = [(sum(each.outcome is one for each in own), one) for one in Outcome]
        entries = [counted(number, _LOOKS.get(one, "") if one.wrong else "") for number, one in numbers_of]
        read = f"{count(sum(each.read for each in either))} of {count(len(either))}" if either else "–"
        names = (str(first.subject), first.platform, first.format, *([first.suite] if by_suite else []))
        return (*names, *entries, read)

    ordered = sorted(alike.items(), key=lambda item: (-sum(each.outcome.wrong for each in item[1]), *map(str, item[0])))
    columns = (
        *(Column(name) for name in ("codec", "platform", "format", *(["suite"] if by_suite else []))),
        *numbers(*Outcome, "either: read"),
    )
    says = (
        "Refused: valid, with an error. Accepted: malformed, without one. Changed: another value, without one. "
        "Ended: the process is gone, did not answer, or had no memory left. Either: cases that may be read or refused.",
    )
    return Table(
        f"Cases by codec{' and suite' if by_suite else ''}", columns, tuple(row(own) for _, own in ordered), says
    )


def _grouped(answers: Sequence[Answer]) -> Iterator[Entry]:
    """Sentences about cases: one for those of a suite that the same codecs answer wrong."""
    of_case = gathered(((each.suite, each.case), each) for each in answers)
    alike = gathered(((suite, codec_names(own)), own) for (suite, _), own in of_case.items())
    for (suite, codecs), groups in alike.items():
        cases = [own[0].case for own in groups]
        more = f" and {count(len(cases) - _MOST_CASES)} more" if len(cases) > _MOST_CASES else ""
        named = ", ".join(cases[:_MOST_CASES])
        what = groups[0][0].what  # the answer of the first codec to the first case
        yield Entry(f"{codecs}, {suite}: {named}{more}", (f"({what})",) if what else ())


def _unasked(answers: Sequence[Answer]) -> Iterator[Entry]:
    """Sentences about cases that were not asked, by reason."""
    every = gathered((each.what, each) for each in answers)
    for why, own in every.items():
        of_suite = gathered((each.suite, each.case) for each in own)
        cases = [f"{suite}, {count(len({*names}))}: {_first(names)}" for suite, names in of_suite.items()]
        yield Entry(f"{capitalized(why)}: {'; '.join(cases)}", (f"({codec_names(own)})",))


def _first(names: Sequence[str]) -> str:
    distinct = list(dict.fromkeys(names))
    more = ["…"] if len(distinct) > _MOST_CASES else []
    return ", ".join((*distinct[:_MOST_CASES], *more))


def _matrices(found: Vectors) -> Iterator[Table]:
    """For each suite the cases that some codec answers differently than the suite says, by codec."""
    for suite, own in gathered((each.suite, each) for each in found.answers).items():
        of_case = gathered((each.case, each) for each in own)
        wrong = {case: each for case, each in of_case.items() if any(one.outcome.wrong for one in each)}
        codecs = list(dict.fromkeys((each.platform, each.subject) for each in own))

        def row(case: str) -> Row:
            of_codec = {(each.platform, each.subject): each for each in wrong[case]}  # noqa: B023
            return (case, wrong[case][0].says, *(_entry(of_codec.get(codec)) for codec in codecs))  # noqa: B023

        if wrong:
            named = (Column(f"{subject} ({platform})") for platform, subject in codecs)
            columns = (Column("case"), Column("suite says"), *named)
            yield Table(f"{suite}: cases that some codec answers differently", columns, tuple(map(row, wrong)))


def _entry(answer: Answer | None) -> Entry:
    if answer is None:
        return Entry("–")
    details = (answer.what,) if answer.what and answer.outcome is not Outcome.SAID else ()
    return Entry(answer.outcome, look=_LOOKS.get(answer.outcome, ""), details=details)
