"""Sentences that table, page and terminal share, so that one thing is called by one word. Pure."""

from wirelab.model.cell import Cell, ModeKind
from wirelab.model.finding import CellFinding, ComparisonFinding, Verdict
from wirelab.report.quantities import count, duration_with_interval, percent, ratio_with_interval, size, together
from wirelab.report.ranking import Ranking
from wirelab.report.results import LostProcess, Results, Sessions

REFERENCE = "reference"
UNKNOWN = "no ratio"
_MODES = {
    "steady": "steady (warmed up by rule, then measured)",
    "cold": "cold (the first call of a fresh process)",
    "fixed": "fixed (a set number of warm-up and measured runs)",
}
_METHODS = {"t": "Student's t on logarithms", "sign": "the sign test's order statistics"}
FASTER, SLOWER = "faster", "slower"


def verdict_words(finding: ComparisonFinding | None) -> str:
    """Name a verdict with its direction: `faster`, `slower`, `slower, negligible`, `equivalent`, `unresolved`."""
    if finding is None or finding.ratio is None:
        return UNKNOWN
    direction = FASTER if finding.ratio.estimate < 1 else SLOWER
    match finding.verdict:
        case Verdict.DIFFERENT:
            return direction
        case Verdict.NEGLIGIBLE:
            return f"{direction}, negligible"
        case _:
            return str(finding.verdict)


def verdict_key(band: float) -> str:
    """Say what the verdicts mean, for a band of ±`band` around the ratio 1."""
    around = f"±{percent(band)}"
    return (
        f"faster, slower: the interval excludes 1; negligible: it excludes 1 but lies within {around}; "
        f"equivalent: it lies within {around} around 1; unresolved: neither"
    )


def answer(ranking: Ranking) -> str | None:
    """Say which cell took the least time, which made the least bytes, and how they compare with the reference.

    Returns:
        One sentence or two, or None if nothing in the ranking has a time.
    """
    timed = [finding for finding in ranking.findings if finding.time_ns is not None]
    if not timed:
        return None
    sized = [finding for finding in timed if finding.encoded_bytes is not None]
    says = f"Least time: {_estimate(ranking, timed[0])}."
    if sized:
        smallest = min(sized, key=lambda finding: finding.encoded_bytes or 0)
        says += f" Least bytes: {_name(smallest.cell)}, {size(smallest.encoded_bytes)}."
    return says


def twin_words(finding: ComparisonFinding) -> str:
    """Say what an A/A twin showed: `1.003× [0.991, 1.014] – no false alarm`."""
    if finding.ratio is None:
        return "too few rounds to tell"
    return f"{together(ratio_with_interval(finding.ratio))} – {_alarm(finding)}"


def twins_words(results: Results) -> tuple[str, ...]:
    """Say what each A/A twin showed, one line each; one line that says so where there was none."""
    if not results.twins:
        return ("A/A twin: none was measured, so false alarms of this run would go unseen",)
    if len(results.twins) == 1:
        return (f"A/A twin: {twin_words(results.twins[0])}",)
    return tuple(f"A/A twin of {cell_words(twin.comparison.against)}: {twin_words(twin)}" for twin in results.twins)


def is_alarm(finding: ComparisonFinding) -> bool:
    """Tell whether a twin differs from its own cell by more than the band."""
    return finding.ratio is not None and finding.verdict is Verdict.DIFFERENT


def cell_words(cell: Cell) -> str:
    """Name a cell for people: `gson on jvm, serialize school/1100/random`."""
    twin = " (A/A twin)" if cell.twin else ""
    return f"{_name(cell)}{twin}, {cell.operation} {cell.corpus}"


def loss_words(loss: LostProcess) -> str:
    """Say which process was lost and why: `gson on jvm, …: round 3, crash: it ended with signal 11`."""
    attempt = ", at its retry" if loss.attempt else ""
    return f"{cell_words(loss.cell)}: round {loss.round + 1}{attempt}, {loss.kind}: {loss.what}"


def sessions_words(sessions: Sessions) -> str:
    """Say how far the findings may be carried."""
    match sessions:
        case Sessions.ONE:
            return "One session on one machine: what holds here need not hold on another day or another machine."
        case Sessions.SEVERAL:
            return "Several sessions on one machine: what holds here need not hold on another machine."
        case Sessions.MACHINES:
            return "Several machines."


def processes_words(results: Results) -> str:
    """Say how many processes stand behind the estimates: `10 processes a cell`, `8 to 10 processes a cell`."""
    numbers = {finding.time_ns.processes for finding in results.findings.cells if finding.time_ns is not None}
    if not numbers:
        return "no process gave an estimate"
    fewest, most = min(numbers), max(numbers)
    noun = "process" if most == 1 else "processes"
    return f"{count(most)} {noun} a cell" if fewest == most else f"{count(fewest)} to {count(most)} {noun} a cell"


def verified_words(results: Results) -> tuple[str, ...]:
    """Say for each corpus what its counted processes proved before timing, and where; nothing of mode `cold`."""
    says = []
    for corpus in results.corpora:
        counted = [f.cell for f in results.findings.cells if f.process_times_ns and f.cell.corpus == corpus.name]
        platforms = sorted({cell.platform for cell in counted if cell.mode is not ModeKind.COLD})
        if platforms:
            where = " and ".join(platforms)
            says.append(
                f"Verified before timing, in every process: {corpus.name} decodes to what was encoded, the same values"
                f" on {where} (SHA-256 begins {corpus.digest[:12]})"
            )
    return tuple(says)


def method(results: Results) -> tuple[str, ...]:
    """Say how it was measured and decided, one sentence each."""
    modes = sorted({str(finding.cell.mode) for finding in results.findings.cells})
    sentences = [
        "The unit of replication is the process: each cell ran in one fresh process a round, in random order.",
        f"Behind each estimate: {processes_words(results)}; a process counts by the median of its measured batches, "
        "a cell by the geometric mean of its processes.",
        "No cell is timed unless decode(encode(x)) equals x, field by field.",
    ]
    if modes:
        sentences.append(f"Mode: {', '.join(_MODES.get(mode, mode) for mode in modes)}.")
    found = results.findings
    shown = [*(each.time_ns for each in found.cells), *(each.ratio for each in found.comparisons)]
    intervals = [interval for interval in shown if interval is not None]
    levels = sorted({percent(interval.confidence) for interval in intervals})
    methods = sorted({interval.method for interval in intervals})
    if levels:
        how = " and ".join(_METHODS.get(name, name) for name in methods)
        sentences.append(f"Intervals: {' and '.join(levels)} confidence, {how}; ratios are paired by round.")
    calibrated = sorted({percent(interval.level) for interval in intervals if interval.level != interval.confidence})
    if calibrated:
        sentences.append(
            f"Intervals of ratios are drawn at {' and '.join(calibrated)}: a comparison ends when it looks decided, "
            "and that is what it takes to hold the truth as often as they say."
        )
    bands = sorted({percent(each.band) for each in found.comparisons})
    if bands:
        sentences.append(f"Equivalence band: ±{', ±'.join(bands)} around the ratio 1.")
    return (*sentences, *(f"{line}." for line in twins_words(results)), sessions_words(results.sessions))


def _name(cell: Cell) -> str:
    return f"{cell.subject} on {cell.platform}"


def _estimate(ranking: Ranking, finding: CellFinding) -> str:
    says = f"{_name(finding.cell)}, {together(duration_with_interval(finding.time_ns))}"
    compared = ranking.ratios.get(finding.cell)
    if compared is None or compared.ratio is None:
        return says
    ratio = together(ratio_with_interval(compared.ratio))
    return f"{says}: {ratio} the time of {_name(compared.comparison.against)} ({verdict_words(compared)})"


def _alarm(finding: ComparisonFinding) -> str:
    if is_alarm(finding):
        return "FALSE ALARM: a cell differs from itself; distrust differences of this size in this run"
    if finding.verdict is Verdict.NEGLIGIBLE:
        return f"no false alarm beyond ±{percent(finding.band)}"
    return "no false alarm"
