"""Sentences that table, page and terminal share, so that one thing is called by one word. Pure."""

from collections.abc import Iterator, Sequence

from wirelab.model.cell import Cell, ModeKind, Sink
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.transfer import WayFinding
from wirelab.model.subject import Profile
from wirelab.report.quantities import count, level_text, listed, percent, ratio_with_interval, several, together
from wirelab.report.run.results import LostProcess, Results, RunFacts, TwinTally
from wirelab.report.run.unresolved import PRECISE

REFERENCE = "reference"
UNKNOWN = "no ratio"
_MODES = {
    "steady": "steady (each process warms up by a rule and is then measured)",
    "collected": "collected (as steady, but each turn is one call, with garbage collected before it)",
    "cold": "cold (the first call in a fresh process)",
    "fixed": "fixed (a set number of warm-up runs, then of measured runs)",
}
_METHODS = {"t": "Student's t on logarithms", "sign": "the sign test's order statistics"}
FASTER, SLOWER = "faster", "slower"
_TWICE = 2.0
_TWINS_TO_TALLY, _UNLIKELY = 5, 0.01
_MOST_SO_FAR = 6
RARE_SHARE = 0.05
"""A share of a cell's processes: a mode as rare as this is easily missed."""
SUSTAINED = "*"
"""Behind times and ratios that are of means, in tables."""
REANALYSED = (
    "An earlier Wirelab measured this run. Its batches are analysed again by newer rules, so ratios and verdicts may "
    "differ a little from the printed ones."
)
STEADY = (
    "Steady: the share of processes whose speed no longer changed while they were measured, by the audit of their "
    "batches. Where they are too short for the audit, it is the share that met the warm-up rule."
)
SESSION = (
    "Times and their intervals are of this session on this machine. On another day or another machine, all of them may "
    "be longer or shorter. Ratios change less."
)
_UNSTEADY = (
    "Unsteady: most processes of this cell, or of the reference, still changed their speed while they were measured, "
    "or were too short to judge, so the ratio has no verdict. More rounds would not help; a longer warm-up, or more "
    "batches, may."
)


def verdict_words(finding: ComparisonFinding | None) -> str:
    """Name a verdict with its direction: `faster`, `slower`, `slower, negligible`, or its own word: `unsteady`."""
    return UNKNOWN if finding is None else ratio_words(finding.verdict, finding.ratio)


def ratio_words(verdict: Verdict, ratio: Interval | None) -> str:
    """Name a verdict on a ratio, with its direction."""
    if ratio is None:
        return UNKNOWN
    direction = FASTER if ratio.estimate < 1 else SLOWER
    match verdict:
        case Verdict.DIFFERENT:
            return direction
        case Verdict.NEGLIGIBLE:
            return f"{direction}, negligible"
        case _:
            return str(verdict)


def verdict_look(words: str) -> str:
    """Name the look of a verdict in words."""
    return words if words in {FASTER, SLOWER, Verdict.UNRESOLVED, Verdict.UNSTEADY} else "other"


def final_words(verdict: Verdict | None, ratio: Interval | None) -> str:
    """Name a verdict that needs no further round; one that is precise enough may be unresolved."""
    words = UNKNOWN if verdict is None else ratio_words(verdict, ratio)
    return f"{words}, but {PRECISE}" if words == Verdict.UNRESOLVED else words


def so_far(findings: Findings, rounds: int) -> tuple[str, ...]:
    """Say which cells differ after so many rounds, and how much, though their ratios are not yet known precisely."""
    asked = [each for each in findings.comparisons if each.comparison.question is not Question.TWIN]
    differing = [each for each in asked if each.verdict.differs and not each.decided]
    words = []
    for each in differing[:_MOST_SO_FAR]:
        ratio, interval = ratio_with_interval(each.ratio)
        words.append(
            f"round {rounds}: {cell_words(each.comparison.cell)}: {verdict_words(each)} so far, {ratio} {interval}"
        )
    more = len(differing) - len(words)
    return (*words, *([f"round {rounds}: {more} more differ so far"] if more else []))


def verdict_keys(results: Results) -> tuple[str, ...]:
    """Say what the verdicts mean, for each band of ±`band` around the ratio 1, and what their intervals are."""
    findings, transfer = results.findings, results.findings.forecast.transfer
    compared: list[ComparisonFinding | WayFinding] = [*findings.comparisons, *(transfer.ways if transfer else ())]
    bands = sorted({*(found.band for found in findings.comparisons), *((transfer.band,) if transfer else ())})
    unsteady = (_UNSTEADY,) if any(each.verdict is Verdict.UNSTEADY for each in compared) else ()
    return (*map(_verdict_key, bands), *unsteady, *_levels([each.ratio for each in compared if each.ratio is not None]))


def _levels(shown: Sequence[Interval]) -> Iterator[str]:
    """Say at which levels intervals of ratios are drawn, and the confidence that they have."""
    if shown:
        levels = sorted({ratio.level for ratio in shown})
        drawn = " to ".join(dict.fromkeys(level_text(level) for level in (levels[0], levels[-1])))
        held = percent(min(ratio.confidence for ratio in shown))
        yield (
            "A ratio's interval is the one that its verdict is based on. It allows for all comparisons and looks of "
            f"the study, so it is drawn at {drawn} and contains the true ratio in at least {held} of studies, however "
            "early they stop."
        )


def twin_words(finding: ComparisonFinding) -> str:
    """Say what an A/A twin showed: `ratio 1.003× [0.991, 1.014] – no false alarm`."""
    if finding.ratio is None:
        return "too few rounds to judge"
    return f"ratio {together(ratio_with_interval(finding.ratio))} – {_alarm(finding)}"


def twin_in_short(results: Results) -> tuple[str, ...]:
    """Say what the first A/A twin showed, in one sentence; nothing where there was none."""
    return tuple(f"A/A twin: {twin_words(twin)}." for twin in results.twins[:1])


def twins_words(results: Results) -> tuple[str, ...]:
    """Say what each A/A twin showed, one line each; one line that says so where there was none."""
    if not results.twins:
        return ("A/A twin: none was measured, so a false alarm in this run would go unnoticed.",)
    only = len(results.twins) == 1
    lines = [
        f"A/A twin {'(one cell measured twice)' if only else f'of {cell_words(twin.comparison.against)}'}:"
        f" {twin_words(twin)}.{_unseen(results, twin)}"
        for twin in results.twins
    ]
    return (*lines, *_tally_words(results.twins_of_lab))


def _tally_words(tally: TwinTally) -> Iterator[str]:
    """The sum of the twins of all runs, and whether chance explains their alarms."""
    if tally.twins < _TWINS_TO_TALLY:
        return
    chance = (
        "consistent with chance"
        if tally.by_chance >= _UNLIKELY
        else "more than chance explains: do not trust small differences in this lab"
    )
    yield (
        f"{tally.alarms} of {tally.twins} twins in the runs of this lab up to this one raised a false alarm, where up"
        f" to 1 in 20 does by chance: {chance}."
    )


def _unseen(results: Results, twin: ComparisonFinding) -> str:
    """Say how large a bias the twin would show."""
    for unseen in results.findings.forecast.unseen:
        if unseen.comparison == twin.comparison:
            if unseen.ratio > _TWICE:
                return " With so few rounds, even a bias by a factor of 2 could go unseen."
            return (
                f" A bias of {percent(unseen.ratio - 1)} would be seen in about {percent(unseen.power)} of such runs."
            )
    return ""


def is_alarm(finding: ComparisonFinding) -> bool:
    """Whether a twin differs from its own cell by more than the band."""
    return finding.ratio is not None and finding.verdict is Verdict.DIFFERENT


def comparison_words(comparison: Comparison) -> str:
    """Name two cells that are compared: `gson on jvm against protobuf-java on jvm, serialize school/1100/random`."""
    cell, against = comparison.cells
    return f"{subject_words(cell)} against {subject_words(against)}, {cell.operation} {data_words(cell)}"


def data_words(cell: Cell) -> str:
    """Name a cell's data: `school/1100/random`, with its mode and sink where they are not the usual ones."""
    return f"{cell.corpus}{unusual_words(cell.mode, cell.sink)}"


def unusual_words(mode: ModeKind, sink: Sink) -> str:
    """The mode and the sink of cells in brackets, where they are not the usual ones; nothing of the usual ones."""
    unusual = [str(mode)] if mode is not ModeKind.STEADY else []
    unusual += [f"to and from a {sink}"] if sink is not Sink.MEMORY else []
    return f" ({', '.join(unusual)})" if unusual else ""


def subject_words(cell: Cell) -> str:
    """Name a subject and where it ran: `gson on jvm`."""
    return f"{cell.subject} on {cell.platform}"


def codec_words(cell: Cell, version: str) -> str:
    """Name a subject with its library's version, unless its name has that: `gson`, `gson (2.11.0)`."""
    return str(cell.subject) if version in ("", cell.subject.version) else f"{cell.subject} ({version})"


def cell_words(cell: Cell) -> str:
    """Name a cell for people: `gson on jvm, serialize school/1100/random`."""
    twin = " (A/A twin)" if cell.twin else ""
    return f"{subject_words(cell)}{twin}, {cell.operation} {data_words(cell)}"


def loss_words(loss: LostProcess) -> str:
    """Say which process was lost and why: `gson on jvm, … in round 3 (crash): it ended with signal 11`."""
    return f"{cell_words(loss.cell)} in round {loss.round + 1} ({loss.kind}): {loss.what}"


def processes_words(results: Results) -> str:
    """Say how many processes are behind the estimates: `10 processes per cell`, `8 to 10 processes per cell`."""
    numbers = {finding.time_ns.processes for finding in results.findings.cells if finding.time_ns is not None}
    if not numbers:
        return "no process gave an estimate"
    fewest, most = min(numbers), max(numbers)
    least = "" if fewest == most else f"{count(fewest)} to "
    return f"{least}{several(most, 'process')} per cell"


def missed_mode_words(results: Results) -> Iterator[str]:
    """Say how easily few processes miss a rare slow mode."""
    numbers = [finding.time_ns.processes for finding in results.findings.cells if finding.time_ns is not None]
    if numbers:
        fewest = min(numbers)
        miss = "1 process misses" if fewest == 1 else f"{fewest} processes all miss"
        yield (
            f"A mode of only a few processes may go unseen: {miss} a slow mode of"
            f" probability {percent(RARE_SHARE)} in {percent(round((1 - RARE_SHARE) ** fewest, 2))} of sessions,"
            " (1 − p)^n for n processes."
        )


def when_words(run: RunFacts) -> str:
    """Say when a run was measured."""
    return f"{run.started_at:%Y-%m-%d %H:%M} to {run.ended_at:%Y-%m-%d %H:%M} UTC"


def course_words(results: Results) -> str:
    """Say how many rounds were completed, and why the run ended."""
    rounds = several(results.run.rounds, "round")
    return f"{rounds}, {processes_words(results)}. The run ended because {results.run.ending}."


def steady_words(results: Results) -> tuple[str, ...]:
    """Say what the column `steady` counts, where it does not say `yes` throughout."""
    if all(finding.steady in {None, 1.0} for finding in results.findings.cells):
        return ()
    return (STEADY,)


def sustained_words(results: Results) -> Iterator[str]:
    """Say what is marked as a mean."""
    findings = results.findings
    if any(each.sustained for each in findings.cells) or any(each.sustained for each in findings.comparisons):
        yield (
            f"{SUSTAINED} The mean time of a call, garbage collections included, because calls of this cell (of a ratio"
            ": of either cell) collect garbage. Other times and ratios are medians over turns."
        )


def profile_words(profile: Profile, untuned: Sequence[str]) -> str:
    """Say what a profile other than the default one gave the codecs, and for which of them it has no settings."""
    says = f"Profile {profile}: the fastest settings that each library documents."
    if not untuned:
        return says
    how = "has none and runs with its default" if len(untuned) == 1 else "have none and run with their defaults"
    return f"{says} {listed(untuned)} {how}."


def subjects_words(results: Results) -> Iterator[str]:
    """Say with which settings codecs ran, unless with their defaults, and what they take where that differs."""
    if results.profile is not Profile.DEFAULT:
        yield profile_words(results.profile, results.untuned)
    pairs = ((found.comparison.cell, found.comparison.against) for found in results.findings.comparisons)
    compared = [(results.codec_of(cell), results.codec_of(against)) for cell, against in pairs]
    if any(one and other and one.input != other.input for one, other in compared):
        takers: dict[str, dict[str, None]] = {}
        for codec in results.codecs:
            takers.setdefault(codec.input, {})[codec.name] = None
        kinds = listed([f"{kind} ({', '.join(names)})" for kind, names in takers.items()])
        yield (
            f"Codecs here take different kinds of object: {kinds}. A ratio between two kinds compares the objects as "
            "well as the codecs."
        )


def verified_words(results: Results) -> tuple[str, ...]:
    """Say for each corpus what its counted processes proved before timing, and where; nothing of mode `cold`."""
    says = []
    for corpus in results.corpora:
        counted = [f.cell for f in results.findings.cells if f.process_times_ns and f.cell.corpus == corpus.name]
        platforms = sorted({cell.platform for cell in counted if cell.mode is not ModeKind.COLD})
        if platforms:
            where = f", and {listed(platforms)} had the same values" if len(platforms) > 1 else ""
            says.append(
                f"Verified in every process before timing: {corpus.name} decodes to exactly the encoded values{where}"
                f" (SHA-256 starts with {corpus.digest[:12]})."
            )
    return tuple(says)


def method(results: Results) -> Iterator[str]:
    """Say how it was measured and decided, one sentence each."""
    process = "Each cell ran in a fresh process per round. The round is the unit of replication."
    verified = "Nothing is timed unless decode(encode(x)) equals x, field by field."
    if results.run.one_process:
        process = "One process of each program measured all its cells, so nothing here shows how much processes differ."
        verified = "Times count only if decode(encode(x)) equals x, field by field, afterwards."
    yield process
    yield from _how_timed(results)
    yield verified
    found = results.findings
    if modes := sorted({str(finding.cell.mode) for finding in found.cells}):
        yield f"Mode: {', '.join(_MODES.get(mode, mode) for mode in modes)}."
    shown = [*(each.time_ns for each in found.cells), *(each.ratio for each in found.comparisons)]
    intervals = [interval for interval in shown if interval is not None]
    levels = sorted({percent(interval.confidence) for interval in intervals})
    methods = sorted({interval.method for interval in intervals})
    if levels:
        how = " and ".join(_METHODS.get(name, name) for name in methods)
        yield f"Intervals: {' and '.join(levels)} confidence, by {how}. Ratios are paired by round."
    yield from missed_mode_words(results)


def _how_timed(results: Results) -> Iterator[str]:
    """How times were taken: in turns, unless all processes measured by themselves."""
    behind = f"Behind each estimate: {processes_words(results)}."
    if any(finding.best_ns is not None for finding in results.findings.cells):
        yield (
            "Processes of a round lived at the same time and took turns, in a new random order for each turn: an "
            "untimed lead-in, then a timed batch. The ratio of a round is the median over turns of the ratio in the "
            "same turn, so the machine's speed cancels out."
        )
        yield f"{behind} A process counts with the median of its turns, a cell with the geometric mean over rounds."
    else:
        order = "as the study lists them" if results.run.as_listed else "in random order"
        yield f"{'Cells' if results.run.one_process else 'Processes'} ran one after the other, {order}."
        yield f"{behind} A process counts with the median of its batches, a cell with the geometric mean over rounds."


def _verdict_key(band: float) -> str:
    around = f"±{percent(band)}"
    return (
        f"Verdicts: faster and slower mean a difference from the reference, negligible a difference within {around}. "
        f"Equivalent means that any difference is within {around}, and unresolved that none of these could be shown."
    )


def _alarm(finding: ComparisonFinding) -> str:
    if finding.verdict is Verdict.UNSTEADY:
        return "most of its processes were not steady, so it says nothing about false alarms"
    if is_alarm(finding):
        return (
            "FALSE ALARM: a cell differs from itself, so do not trust differences of this size in this run"
            " (up to 1 run in 20 shows one by chance)"
        )
    if finding.verdict is Verdict.NEGLIGIBLE:
        return f"no false alarm beyond ±{percent(finding.band)}"
    return "no false alarm"
