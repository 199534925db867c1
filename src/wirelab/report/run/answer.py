"""The findings of a run, in a few sentences per ranking: the answer that is read before any table. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from wirelab.model.cell import Cell
from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Verdict
from wirelab.report.quantities import (
    capitalized,
    duration_with_interval,
    listed,
    ratio_with_interval,
    several,
    size,
    together,
)
from wirelab.report.run.forecast import MARK
from wirelab.report.run.ranking import Ranking
from wirelab.report.run.wording import FASTER, SLOWER, UNKNOWN, subject_words, verdict_words

_SPELT_OUT, _NAMED = 2, 3


def answer(ranking: Ranking) -> str:
    """Say which cell took the least time, how the others compare with the reference, and which made the fewest bytes.

    A cell without a time is named too.
    """
    timed = [finding for finding in ranking.findings if finding.time_ns is not None]
    if not timed:
        return f"Nothing was measured: {_why_nothing(ranking.findings)}."
    fastest, *others = timed
    says = (
        _fastest(ranking, fastest),
        _rank(ranking, fastest),
        _tally(ranking, fastest, others),
        _smallest(timed),
        *_without_time(ranking),
    )
    return " ".join(filter(None, says))


def headline(shown: Sequence[Ranking]) -> str:
    """Say what took the least time in all rankings together, and where no other is as fast."""
    timed = [(ranking, each) for ranking in shown for each in ranking.findings[:1] if each.time_ns is not None]
    if not timed:
        return "Nothing was measured."
    if len(timed) <= _SPELT_OUT:
        return " ".join(
            f"{ranking.title}: {subject_words(each.cell)} took the least time, "
            f"{_time(ranking, each)}{_by_how_much(ranking, each)}{_beside(ranking, each)}."
            for ranking, each in timed
        )
    first = Counter(subject_words(each.cell) for _, each in timed).most_common()
    (name, most), *others = first
    among = f"all {len(timed)}" if most == len(timed) else f"{most} of {len(timed)}"
    further = [f"{other} in {number}" for other, number in others[: _NAMED - 1]]
    further += [f"{len(others) - len(further)} more in the others"] if len(others) > len(further) else []
    says = f"{name} took the least time in {among} rankings{''.join(f', {each}' for each in further)}."
    if doubted := sum(each.cell in ranking.flagged for ranking, each in timed):
        says += f" A guard doubts {doubted} of these times ({MARK})."
    known = [(ranking, each) for ranking, each in timed if ranking.may_be_fastest]
    sure = sum(not _rivals(*each) and not _left_out(*each) for each in known)
    return f"{says} No other is as fast in {sure} of {len(timed)} rankings." if known else says


def _time(ranking: Ranking, finding: CellFinding) -> str:
    """Its time, and whether a guard doubts it, as tables mark it."""
    doubted = f", which a guard doubts ({MARK})" if finding.cell in ranking.flagged else ""
    return f"{together(duration_with_interval(finding.time_ns))}{doubted}"


def _by_how_much(ranking: Ranking, fastest: CellFinding) -> str:
    """How it compares with the reference; if the reference is the fastest itself, how the next compares with it."""
    found = ranking.ratios.get(fastest.cell)
    if found is not None and found.ratio is not None:
        beside = (
            f"{together(ratio_with_interval(found.ratio))} of the time of {subject_words(found.comparison.against)}"
        )
        if found.verdict.differs:
            return f", {beside}"
        unknown = found.verdict in {Verdict.UNRESOLVED, Verdict.UNSTEADY} and not ranking.may_be_fastest
        return f", but this run does not show whether it is faster ({beside})" if unknown else ""
    if not ranking.is_reference(fastest):
        return ""
    following = next((each.cell for each in ranking.findings if each != fastest and each.time_ns is not None), None)
    own = None if following is None else ranking.ratios.get(following)
    if following is None or own is None or own.ratio is None or own.comparison.against != fastest.cell:
        return ""
    return f" (the next, {subject_words(following)}, {together(ratio_with_interval(own.ratio))})"


def _beside(ranking: Ranking, fastest: CellFinding) -> str:
    if not ranking.may_be_fastest:
        return ""
    rivals = len(_rivals(ranking, fastest))
    return f", and {several(rivals, 'other')} may be as fast" if rivals else f", and {_no_other(ranking, fastest)}"


def _rivals(ranking: Ranking, fastest: CellFinding) -> list[Cell]:
    """The cells that may be the fastest, besides the one that took the least time, which need not be among them."""
    may = {*ranking.may_be_fastest} - {fastest.cell}
    return [finding.cell for finding in ranking.findings if finding.cell in may]


def _left_out(ranking: Ranking, fastest: CellFinding) -> bool:
    """Whether cells were compared with none, because they changed their speed while they were measured."""
    others = (each for each in ranking.findings if each.cell != fastest.cell and each.time_ns is not None)
    return any(each.mostly_unsteady for each in others)


def _no_other(ranking: Ranking, fastest: CellFinding) -> str:
    return f"no other{' that was steady' if _left_out(ranking, fastest) else ''} is as fast"


def _fastest(ranking: Ranking, finding: CellFinding) -> str:
    """Say which took the least time; call it faster only if its verdict does."""
    compared = ranking.ratios.get(finding.cell)
    name, time = subject_words(finding.cell), _time(ranking, finding)
    if ranking.is_reference(finding):
        return f"The reference, {name}, took the least time: {time}."
    says = f"{name} took the least time: {time}."
    if compared is None or compared.ratio is None:
        return says
    reference = f"the reference, {subject_words(compared.comparison.against)}"
    direction = FASTER if compared.ratio.estimate < 1 else SLOWER
    how = together(ratio_with_interval(compared.ratio))
    return f"{says} {_FOUND[compared.verdict].format(direction, f'{reference} ({how})')}."


def _rank(ranking: Ranking, fastest: CellFinding) -> str:
    """Whether the least time that was seen is the least: every pair was compared, not only those with the reference."""
    if not ranking.may_be_fastest:
        return ""
    rivals = _rivals(ranking, fastest)
    if not rivals:
        return f"{capitalized(_no_other(ranking, fastest))}."
    names = listed([subject_words(cell) for cell in rivals])
    return f"{names} may be as fast or faster."


_FOUND = {
    Verdict.DIFFERENT: "It is {0} than {1}",
    Verdict.NEGLIGIBLE: "It is negligibly {0} than {1}",
    Verdict.EQUIVALENT: "It is equivalent to {1}",
    Verdict.UNRESOLVED: "This run does not show whether it really is {0} than {1}",
    Verdict.UNSTEADY: (
        "This run does not show whether it really is {0} than {1}, because most processes of one of the two still "
        "changed their speed while they were measured, or were too short to judge"
    ),
}


def _tally(ranking: Ranking, fastest: CellFinding, others: Sequence[CellFinding]) -> str:
    """How the other cells compare with the reference, counted by verdict."""
    rest = [finding for finding in others if not ranking.is_reference(finding)]
    if not ranking.ratios or not rest:
        return ""
    numbers = Counter(_adjective(ranking.ratios.get(finding.cell)) for finding in rest)
    if len(numbers) > 1:
        parts = [(number, "is" if number == 1 else "are", words) for words, number in numbers.items()]
        (number, verb, words), *more = parts
        first = f"{number} of the other {len(rest)} {verb} {words}"
        says = f"{listed([first, *(f'{number} {verb} {words}' for number, verb, words in more)])}."
    else:
        (words,) = numbers
        says = f"the other one is {words}." if len(rest) == 1 else f"the other {len(rest)} are all {words}."
    if len(ranking.references) > 1:
        return f"Each compared with its own reference, {says}"
    return capitalized(says) if ranking.is_reference(fastest) else f"Compared with the reference, {says}"


def _adjective(compared: ComparisonFinding | None) -> str:
    words = verdict_words(compared)
    if words == UNKNOWN:
        return "without a ratio"
    direction, negligible, _ = words.partition(", negligible")
    return f"negligibly {direction}" if negligible else words


def _smallest(timed: Sequence[CellFinding]) -> str:
    least = min((finding.encoded_bytes for finding in timed if finding.encoded_bytes is not None), default=None)
    if least is None:
        return ""
    names = [subject_words(finding.cell) for finding in timed if finding.encoded_bytes == least]
    if len(timed) == len(names) > 1:
        return f"All make the same number of bytes: {size(least)}."
    return f"{listed(names)} {'makes' if len(names) == 1 else 'make'} the fewest bytes: {size(least)}."


def _without_time(ranking: Ranking) -> Iterator[str]:
    without = [finding for finding in ranking.findings if finding.time_ns is None]
    for why in dict.fromkeys(_why_nothing([finding]) for finding in without):
        names = [subject_words(finding.cell) for finding in without if _why_nothing([finding]) == why]
        yield f"Nothing was measured for {listed(names)}: {why}."


def _why_nothing(findings: Sequence[CellFinding]) -> str:
    if any(finding.lost for finding in findings):
        return "no process was left that counts"
    return "its processes have no measured batch"
