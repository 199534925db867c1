"""The report of studies measured again: what held, what did not, and why, in sentences that the data decides. Pure."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from wirelab.claims.factorial import FactorialClaim
from wirelab.claims.rulings import Standing
from wirelab.claims.verdict import Verdict
from wirelab.model.groups import gathered
from wirelab.report.analyze import effect_figures
from wirelab.report.document import Block, Document, Facts, Figures, Medium, Part, Points, Section, Text, again, drawn
from wirelab.report.quantities import capitalized, ended, listed, several
from wirelab.report.replicate import study_figures
from wirelab.report.replicate.evidence import found_text, place_text, standing_text
from wirelab.report.replicate.model_tables import full_tables, model_figures, model_tables
from wirelab.report.replicate.outcome import ClaimVerdicts, Outcome, claim_verdicts, counted, reasons
from wirelab.report.replicate.replication import Faults, Replication
from wirelab.report.replicate.study_figures import keys, printed_against_here
from wirelab.report.replicate.tables import (
    claims_table,
    means_table,
    needed_table,
    ratios_table,
    tally_table,
    verdicts_table,
)
from wirelab.report.run.forecast import machine_words
from wirelab.report.run.results import Results
from wirelab.report.run.wording import when_words
from wirelab.report.table import Entry

_LEAST_ROUNDS = 3
_SHOWN = 8  # claims of an outcome; the others are folded


def replication_report(found: Sequence[Replication], faults: Faults, command: str = "") -> Document:
    """Write the outcomes of the claims of studies."""
    names = [one.study for one in found] or list(faults)
    title = f"Wirelab replication: {names[0] if len(names) == 1 else f'{len(names)} studies'}"
    return Document(title, _lead(found), tuple(_sections(found, faults, command)))


def studies_in_short(found: Sequence[Replication], faults: Faults) -> Document:
    """Sum up the studies of a report, for a terminal that has shown each by itself."""
    return Document("", (), (_answers(found, faults),))


def _answers(found: Sequence[Replication], faults: Faults) -> Section:
    return Section("answers", "In short", tuple(_in_short(found, faults)), "In short")


def _lead(found: Sequence[Replication]) -> tuple[Text, ...]:
    if len(found) == 1:
        question, origin = found[0].question, found[0].origin
        return (Text(question, "question", Medium.FILES), *((Text(origin, "soft", Medium.FILES),) if origin else ()))
    question = "Do the claims of published studies hold when they are measured again?"
    return (Text(question, "question", Medium.FILES),)


def _sections(found: Sequence[Replication], faults: Faults, command: str) -> Iterator[Section]:
    several = len(found) > 1
    yield _answers(found, faults)
    for one in found:
        title = f"{one.study}: what held, and what did not"
        nav = one.study if several else "What held, and what did not"
        yield Section(f"study-{one.study}", title, tuple(_study(one, several=several)), nav, on=Medium.FILES)
        says, opposed = disputes(one)
        points = (Text(says), Points(tuple(_dispute(one, each) for each in opposed))) if opposed else ()
        yield Section(f"disputed-{one.study}", f"{one.study}: where the two methods disagree", points)
        yield Section(f"sources-{one.study}", f"{one.study}: sources compared", (Points(tuple(_by_source(one))),))
    yield _figures(found)
    for one in found:
        yield from _as_the_study(one, several=several)
    means = tuple(table for one in found if (table := means_table(one)).rows)
    yield Section("means", "Means, by the authors' method", means, "Means", on=Medium.FILES)
    ratios = tuple(table for one in found if (table := ratios_table(one)).rows)
    yield Section("ratios", "Ratios, published and here", ratios, "Ratios")
    claims = claims_table(found)
    nav = f"Claims ({len(claims.rows)})"
    yield Section("claims", "Claims", (Text(_CLAIMS, on=Medium.PAGE), claims), nav, on=Medium.FILES)
    for one in found:
        yield Section("verdicts", "Claims", (verdicts_table(one),), on=Medium.TERMINAL)
    needed = needed_table(found)
    left = needed or Text("Nothing is left open that measuring could decide.", on=Medium.FILES)
    nav = f"What would decide the rest ({len(needed.rows) if needed else 0})"
    yield Section("needed", "What would decide the rest", (left,), nav)
    models = tuple(part for one in found for part in _models(one))
    yield Section("models", "Under the studies' own models", models, "Analyses of variance", on=Medium.PAGE)
    method = tuple(Part(one.study, tuple(_method(one))) for one in found)
    yield Section("method", "Method and machine", method, "Method and machine", on=Medium.FILES)
    yield again(command)


_CLAIMS = (
    "Each claim in the study's own words, with its verdict by the study's printed numbers, by its authors' method "
    "here, and by the lab's method. Printed numbers and the authors' method count as they are, however small a "
    "difference is. The intervals of the lab's method hold together, so that at most 5 % of studies have any false "
    "verdict."
)
_HELD = (
    "A claim held if the lab's method shows it at every place that the claim is about. It held in part if it is shown "
    "at some of them and shown to be wrong at others. It did not hold if it is shown to be wrong, and is shown at none "
    "of them. Where the lab's method says nothing, the authors' own method decides, by its numbers as they are. Square "
    "brackets contain intervals."
)
_MODELS = (
    "Analyses of variance of log10 seconds, additive where no interaction is significant. Levels that share a letter "
    "do not differ significantly; A marks the highest mean. “Printed” is calculated from the printed observations. An "
    "observation is a replicate in their method here, and a process in the lab's method, in which rounds are blocks; "
    "only rounds that have all cells count."
)


def _in_short(found: Sequence[Replication], faults: Faults) -> Iterator[Block]:
    yield Text(" ".join(in_short(found)))
    for study, fault in faults.items():
        why = f" ({'; '.join(fault.why.splitlines())})" if fault.why else ""
        todo = f" What to do: {fault.remedy}." if fault.remedy else ""
        yield Text(f"{study} was not measured. {fault.part}: {fault.what}{why}.{todo}", "notice")
    if len(found) > 1:
        yield tally_table(found)
    if found:
        yield Text(_HELD, "soft", Medium.PAGE)


def in_short(found: Sequence[Replication]) -> Iterator[str]:
    """The outcome of all claims together."""
    every = [one for study in found for one in counted(study)]
    tally = Counter(one.outcome for one in every)
    if not every:
        yield "Nothing was measured."
        return
    studies = "" if len(found) == 1 else f" of {len(found)} studies"
    yield f"{several(len(every), 'claim')}{studies}: {_tally_words(tally)}."
    if own := sum(one.claim.own for one in every):
        yield f"{own} of them {'is a question' if own == 1 else 'are questions'} of the lab's own."
    if against := sum(one.contradicted_by_itself for one in every):
        by = "The study itself contradicts" if len(found) == 1 else "The studies themselves contradict"
        yield f"{by} {against} of them."
    if printed := [one for one in every if one.outcome is Outcome.PRINTED]:
        yield f"Print decides claims that no measurement can test: {_counted(one.printed.verdict for one in printed)}."
    failed = [one for one in every if one.outcome is Outcome.FAILED]
    before = sum(one.printed.verdict in (Verdict.CONTRADICTED, Verdict.IN_PART) for one in failed)
    if before:
        of = "the one" if len(failed) == 1 else f"{before} of the {len(failed)}"
        yield f"The printed numbers do not fully bear out {of} that did not hold, either."
    elif failed:
        yield "The printed numbers contradict none of those that did not hold."
    disputed = sum(one.disputed for one in every)
    if disputed:
        yield f"On {disputed} of the claims the authors' method says the opposite of the lab's method here."


_TITLES = {
    Outcome.HELD: "What held",
    Outcome.IN_PART: "What held in part",
    Outcome.FAILED: "What did not hold, and why",
}


def _study(one: Replication, *, several: bool) -> Iterator[Block]:
    if several:
        yield Text(f"{one.question} {one.origin}".strip())
    for outcome, title in _TITLES.items():
        own = entries(one, outcome)
        if not own and outcome is Outcome.IN_PART:
            continue
        more = (Part(f"{len(own) - _SHOWN} more", (Points(own[_SHOWN:]),), folded=True),) if own[_SHOWN:] else ()
        yield Part(f"{title} ({len(own)})", (Points(own[:_SHOWN]) if own else Text("No claim.", "soft"), *more))


def entries(found: Replication, outcome: Outcome) -> tuple[Entry, ...]:
    """The claims of a study that held, or did not; first those of which print says the opposite."""
    own = [one for one in counted(found) if one.outcome is outcome]
    own.sort(key=lambda one: not one.surprising)
    return tuple(_entry(found, one) for one in own)


def _entry(found: Replication, one: ClaimVerdicts) -> Entry:
    """A claim with its basis; disputed ones have their single changes further down."""
    turned, *each = ("",) if one.disputed else changes(found, one) or (_untried(found, one),)
    says = " ".join(filter(None, (reasons(one), turned)))
    shown = ended(f"“{one.claim.words}” ({place_text(one.claim)}): {one.found}")
    return Entry(shown, (says,), details=tuple(each))


def _untried(found: Replication, one: ClaimVerdicts) -> str:
    if found.published is None or not one.unexplained:
        return ""
    because = "" if one.unheld else "Its authors' method does not measure it, so no"
    return f"{because or 'No'} single change was tried."


def disputes(found: Replication) -> tuple[str, tuple[ClaimVerdicts, ...]]:
    """How the two methods differ, and the claims of which they say the opposite."""
    opposed = tuple(one for one in claim_verdicts(found) if one.disputed)
    if not opposed:
        return "", ()
    claims = "this claim" if len(opposed) == 1 else f"these {len(opposed)} claims"
    tested = any(isinstance(one.claim, FactorialClaim) for one in opposed)
    says = (
        f"On {claims} the authors' method says the opposite here, although machine, libraries and data are the same.",
        "Their numbers also count as they are, without intervals.",
        "In their analysis of variance, an effect that a test misses counts as absent." if tested else "",
        "The effect of single changes is shown below."
        if found.changes
        else "Which of these is the cause was not measured.",
    )
    return " ".join(filter(None, says)), opposed


def _dispute(found: Replication, one: ClaimVerdicts) -> Entry:
    assert one.sound is not None
    assert one.published is not None
    sound = ended(f"The lab's method: {one.sound.standing}, {one.found}")
    theirs = ended(f"Their method: {one.published.verdict}, {found_text(one.published)}")
    turned, *each = changes(found, one) or ("",)
    return Entry(f"“{one.claim.words}” {sound} {theirs}", (turned,), details=tuple(each))


def changes(found: Replication, one: ClaimVerdicts) -> tuple[str, ...]:
    """The verdicts of their method on a disputed claim, with one thing done as the lab does it: sentences.

    The first names the changes that alter the verdict; then each change has its verdict.
    """
    own = found.changed(one.claim)
    if not own:
        return ()
    turned = [change for change, judged in own if one.turned(judged)]
    by = listed([change.what for change in turned]) if turned else ""
    says = f"Their verdict changes {by}." if turned else "No single change alters their verdict."
    if not one.disputed and one.published is not None and one.published.verdict is not Verdict.HOLDS:
        tried = sum(not change.unchanged for change, _ in own)
        any_of = f"any of {tried} single changes" if tried > 1 else "the single change that was tried"
        none = f"It does not hold by the authors' method with {any_of}, either."
        says = f"It holds by the authors' method {by}." if turned else none
    if any(change.unchanged for change in turned):
        says = (
            "Their verdict differs when the claim is measured again without a change, so the cause is chance or the"
            " amount of work in its process."
        )
    each = (ended(f"{capitalized(change.what)}: {judged.verdict}, {found_text(judged)}") for change, judged in own)
    return (says, *each)


def _tally_words(tally: Counter[Outcome]) -> str:
    says = {
        Outcome.HELD: "{} held",
        Outcome.IN_PART: "{} held in part",
        Outcome.FAILED: "{} did not hold",
        Outcome.OPEN: "{} {are} still open",
        Outcome.PRINTED: "{} {are} decided by print",
        Outcome.UNMEASURED: "{} could not be measured here",
    }
    parts = [
        words.format(tally[outcome], are="is" if tally[outcome] == 1 else "are")
        for outcome, words in says.items()
        if tally[outcome]
    ]
    return listed(parts)


def course_lines(found: Replication) -> Iterator[str]:
    """How far the measuring went, and what it left out."""
    if not ratios_table(found).rows:
        own = {str(cell.cell.subject) for _, results in _runs(found) for cell in results.findings.cells}
        name = f"{found.reference}, which others are divided by"
        beside = (
            f"nothing was measured here beside {name}" if found.reference in own else f"{name}, was not measured here"
        )
        yield f"There are no ratios: {beside}."
    if found.sound is not None:
        run = found.sound.results.run
        yield f"The lab's method had {several(run.rounds, 'round')}: {run.ending}."
        if run.rounds < _LEAST_ROUNDS:
            yield "Fewer than three rounds decide hardly anything: give a larger --budget."
    if found.left_out:
        yield f"Sizes left out by --quick: {', '.join(found.left_out)}."
    runs = [results for _, results in _runs(found)]
    missing = gathered(dict.fromkeys((one.why, one.what) for results in runs for one in results.not_run))
    yield from (f"Missing here: {listed(names)} ({why})." for why, names in missing.items())
    if losses := [loss for results in runs for loss in results.losses]:
        names = listed(list(dict.fromkeys(str(loss.cell.subject) for loss in losses)))
        first = losses[0].what.rstrip(".")
        were = "was" if len(losses) == 1 else "were"
        yield f"{several(len(losses), 'process')} of {names} {were} lost. The first: {first}."


def summary_lines(found: Replication) -> Iterator[str]:
    """How many claims have which verdict, by each source."""
    printed = found.printed.judged
    yield f"{several(len(printed), 'claim')}. The study's own numbers: {_counted(each.verdict for each in printed)}."
    if found.published is not None:
        yield f"Its authors' method here: {_counted(each.verdict for each in found.published.judged)}."
    if found.sound is not None:
        yield f"The lab's method: {_counted(standing_text(each) for each in found.sound.ruled)}."


_SAYS: dict[str, tuple[str, str]] = {
    Verdict.HOLDS: ("holds", "hold"),
    Verdict.IN_PART: ("holds in part", "hold in part"),
    Verdict.CONTRADICTED: ("is contradicted", "are contradicted"),
    Verdict.UNTOLD: ("cannot be decided from means", "cannot be decided from means"),
    Verdict.NOT_MEASURED: ("was not measured", "were not measured"),
    Standing.REPLICATED: ("is replicated", "are replicated"),
    Standing.IN_PART: ("is replicated in part", "are replicated in part"),
    Standing.UNRESOLVED: ("is unresolved", "are unresolved"),
}


def _counted(verdicts: Iterable[str]) -> str:
    counts = Counter(map(str, verdicts))
    return listed([f"{count} {_SAYS[verdict][count != 1]}" for verdict, count in counts.most_common()])


def _figures(found: Sequence[Replication]) -> Section:
    return drawn(
        "figures",
        "Figures beside the published ones",
        "Ratios, because machines differ: each codec's time or size over that of the study's reference. On the line, a"
        " ratio is the same here as in print; above the line, it is larger here.",
        keys(found),
        lambda: ((f"{one.study}, by {one.reference}", printed_against_here(one)) for one in found),
        "No ratio is known both from print and from here.",
        nav="Figures",
    )


def _as_the_study(one: Replication, *, several: bool) -> Iterator[Section]:
    """Figures like those that studies show, for the kinds that have something to draw."""
    runs = Figures(
        "Each run by the authors' method, the first ones of a process included, at the smallest size.",
        study_figures.RUN_KEYS,
        lambda: study_figures.runs_in_order(one),
        "No cell has enough runs.",
    )
    curves = Figures(
        "Each source on axes of its own, because machines differ; both axes are logarithmic. Vertical lines are"
        " intervals.",
        study_figures.CELL_KEYS,
        lambda: study_figures.over_sizes(one),
        "There are too few sizes.",
    )
    bars = Figures(
        "Each source on an axis of its own, because machines differ. Lines at the ends of bars are intervals.",
        study_figures.CELL_KEYS,
        lambda: study_figures.bars(one),
        "There are neither several platforms nor classes of sizes.",
    )
    kinds = (
        ("Runs in their order", runs, study_figures.has_runs(one)),
        ("Times and sizes over the number of objects", curves, study_figures.has_sizes(one)),
        ("Times by platform and class", bars, study_figures.has_classes(one)),
    )
    parts = tuple(Part(title, (block,)) for title, block, there in kinds if there)
    title = f"{one.study}: as the study shows it"
    nav = f"{one.study}, drawn" if several else "As the study shows it"
    yield Section(f"drawn-{one.study}", title, parts, nav, on=Medium.PAGE)


def _models(one: Replication) -> Iterator[Part]:
    if shown := tuple(model_tables(one)):
        whole = tuple(full_tables(one))
        folded = Part(f"Whole tables of variance ({len(whole)})", whole, folded=True)
        drawn = Figures(
            "Interactions: the means of the observations, transformed back from the logarithms. Lines are parallel"
            " where effects add up. Standard deviations are those of the logarithms, with simultaneous intervals.",
            effect_figures.MEAN_KEYS,
            lambda: model_figures(one),
            "There is nothing to draw.",
        )
        yield Part(one.study, (Text(_MODELS), *shown, drawn, folded))


def _method(one: Replication) -> Iterator[Block]:
    runs, facts = _runs(one), []
    for name, results in runs:
        facts += [(f"{name}, measured", f"{when_words(results.run)}; Wirelab {results.run.version}")]
    for _, results in runs[:1]:
        facts += [(each.name, f"{each.library} {each.version} on {each.platform}") for each in results.codecs]
        facts += [*results.runtimes.items(), *results.host.items()]
    yield Facts(tuple(facts))
    if one.sound is not None:
        yield Points(tuple(machine_words(one.sound.results.findings.forecast.machine)))


def _by_source(one: Replication) -> Iterator[str]:
    """The verdicts of each source on the claims, and how far the measuring went."""
    yield from (*summary_lines(one), *course_lines(one))
    if one.published is not None:
        yield f"Their method, as it was measured here: {' '.join(one.published.departures)}"
    if one.published is not None and one.sound is not None and one.differences:
        yield f"The two methods differ by: {'; '.join(one.differences)}."
    yield f"Everything measured is in {one.lab}."


def _runs(found: Replication) -> list[tuple[str, Results]]:
    each = (("The lab's method", found.sound), ("Their method", found.published))
    return [(name, measured.results) for name, measured in each if measured is not None]
