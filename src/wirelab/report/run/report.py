"""The report of a run: its findings, in tables and figures, and how far to trust them. Pure."""

from collections.abc import Iterable, Iterator

from wirelab.report.document import Block, Code, Document, Facts, Medium, Part, Points, Section, Text, parts
from wirelab.report.executed import executed_table
from wirelab.report.quantities import several, size
from wirelab.report.run import wording
from wirelab.report.run.answer import answer, headline
from wirelab.report.run.drawn import figure_sections
from wirelab.report.run.explore import explorer
from wirelab.report.run.forecast import advice, basis
from wirelab.report.run.marks import marks_of
from wirelab.report.run.questions import questions_section
from wirelab.report.run.ranking import Ranking, rankings
from wirelab.report.run.results import Results
from wirelab.report.run.tables import Per, least_table, ranking_table
from wirelab.report.run.transfer import transfer_answer, transfer_table
from wirelab.report.run.versions import exchange_points
from wirelab.report.table import Table, words

_LOSSES_SHOWN, _SENTENCES_SHOWN = 10, 3


def run_report(results: Results, per: Per = Per.OPERATION) -> Document:
    """Write the findings of a run; on terminals and in Markdown, times are `per` operation or object."""
    shown = rankings(results)
    sections = tuple(_sections(results, shown, per))
    return Document(f"Wirelab: {results.study}", tuple(_lead(results, shown)), sections)


def _lead(results: Results, shown: tuple[Ranking, ...]) -> Iterator[Text]:
    run, transfer = results.run, results.findings.forecast.transfer
    if transfer is not None:
        flagged = {flag.cell for flag in results.findings.forecast.flags}
        yield Text(transfer_answer(transfer, flagged), "answer")
    yield Text(results.question, "question", Medium.FILES)
    if transfer is None:
        yield Text(headline(shown), "answer", Medium.PAGE)
    rests_on = (f"Measured {wording.when_words(run)}.", wording.course_words(results), *wording.twin_in_short(results))
    yield Text(" ".join(rests_on), "soft", Medium.PAGE, f"{run.started_at:%Y-%m-%d}")
    for twin in filter(wording.is_alarm, results.twins):
        of = wording.cell_words(twin.comparison.against)
        yield Text(f"A/A twin of {of}: {wording.twin_words(twin)}.", "notice", Medium.FILES)


def _sections(results: Results, shown: tuple[Ranking, ...], per: Per) -> Iterator[Section]:
    transfer, marks = results.findings.forecast.transfer, marks_of(results)
    first, *further = figure_sections(results, shown, transfer, marks)
    yield first
    if shown:
        yield Section("explore", "Explore", (explorer(results, shown, marks),), "Explore", on=Medium.PAGE)
    if transfer is not None:
        yield Section("answers", "In short", (transfer_table(results, transfer),), "In short")
        yield questions_section(results)
    else:
        said = tuple((ranking.title, answer(ranking)) for ranking in shown)
        yield Section("answers", "In short", (Facts(said) if said else Text("Nothing was measured."),), "In short")
        yield questions_section(results)
        least = tuple(filter(None, map(least_table, shown)))
        yield Section("least", "The least times", (Text(_LEAST), *least) if least else (), on=Medium.PAGE)
    exchanged = tuple(exchange_points(results.exchanges))
    bytes_ = (Points(exchanged),) if exchanged else ()
    yield Section("versions", "Do the versions read each other's bytes?", bytes_, "Versions")
    yield from further
    yield _tables(shown, per, on=Medium.ALL if transfer is None else Medium.PAGE)
    held = executed_table([(each.name, each.platform, each.executed) for each in results.codecs])
    yield Section("hold", "Will they hold?", (held,) if held else (), "Will they hold?")
    session = (wording.SESSION, *([wording.REANALYSED] if results.reanalysed else []))
    trust = (
        *parts(_reading(results, per)),
        *parts(basis(results), _SENTENCES_SHOWN),
        *parts([("Would another day show the same?", session)]),
    )
    yield Section("trust", "How far to trust it", trust, "How far to trust it", folded=True)
    lost = len(results.losses) + len(results.not_run)
    yield Section("losses", "Lost and not run", tuple(_lost(results)), f"Lost and not run ({lost})", folded=True)
    yield Section("stderr", "Last lines that lost processes wrote", tuple(_stderr(results)), on=Medium.PAGE)
    yield Section("next", "The next run", parts(advice(results), _SENTENCES_SHOWN), "The next run", folded=True)
    yield Section("contracts", "Codecs and their contracts", _codecs(results), "Codecs", on=Medium.PAGE)
    yield Section("method", "Machine and method", tuple(_method(results)), "Machine and method", on=Medium.PAGE)
    yield Section("again", "To run it again in the same order", tuple(_again(results)), on=Medium.FILES)


_LEAST = (
    "The codec that took the least time in each format on each platform. The sentences above show whether it really is "
    "faster than others."
)


def _tables(shown: tuple[Ranking, ...], per: Per, on: Medium) -> Section:
    tables = [ranking_table(ranking, per) for ranking in shown]
    columns = dict.fromkeys(column for table in tables for column in table.columns)
    says = " ".join(["The fastest comes first.", *(column.says for column in columns if column.says)])
    blocks: tuple[Block, ...] = (Text(says, on=Medium.PAGE), *tables) if tables else ()
    return Section("tables", "Tables", blocks, "Tables", on)


def _reading(results: Results, per: Per) -> Iterator[tuple[str, Iterable[str]]]:
    yield "How are the tables to be read?", _key(results, per)
    yield "How was it measured?", (wording.course_words(results), *wording.verified_words(results))
    yield "Does a cell differ from itself?", wording.twins_words(results)


def _key(results: Results, per: Per) -> Iterator[str]:
    if per is Per.OBJECT and results.findings.forecast.transfer is None:
        yield _PER_OBJECT
    yield from wording.subjects_words(results)
    yield from wording.verdict_keys(results)
    yield from wording.sustained_words(results)
    yield from wording.steady_words(results)


_PER_OBJECT = (
    "Times are of one object: an operation's time divided by the number of objects in the corpus. "
    "The data rate counts the bytes of the corpus file, the same for every codec."
)


def _lost(results: Results) -> Iterator[Block]:
    if not results.losses and not results.not_run:
        yield Text("No process was lost, and everything requested ran.", on=Medium.FILES)
    losses = tuple(f"Lost: {wording.loss_words(loss)}" for loss in results.losses)
    if losses:
        yield Points(losses, _LOSSES_SHOWN, "Lost: {} more. The report lists them all.")
    if results.not_run:
        yield Points(tuple(f"Not run: {each.what} ({each.why})" for each in results.not_run))


def _stderr(results: Results) -> Iterator[Part]:
    for loss in results.losses:
        if loss.stderr_tail:
            yield Part(
                f"{wording.cell_words(loss.cell)} in round {loss.round + 1}", (Code(loss.stderr_tail),), folded=True
            )


def _codecs(results: Results) -> tuple[Block, ...]:
    if not results.codecs:
        return (Text("No codec is known.", "soft"),)
    every = [
        {
            **{"codec": each.name, "platform": each.platform, "format": each.format},
            **{"library": f"{each.library} {each.version}", "contract": each.contract},
            **{"documentation": each.documentation, "source": each.source, "authors": each.authors},
        }
        for each in results.codecs
    ]
    shown = [name for name in every[0] if name not in {"source", "authors"} or any(each[name] for each in every)]
    title = "Promises and costs of each codec with the parameters it ran with, as its runner announces them"
    return (Table(title, words(*shown), tuple([each[name] for name in shown] for each in every)),)


def _method(results: Results) -> Iterator[Block]:
    announced = [(f"{at}, {name}", value) for at, details in results.details.items() for name, value in details.items()]
    yield Part("Machine", (Facts((*results.host.items(), *results.runtimes.items(), *announced)),))
    data = tuple(
        (
            str(each.name),
            f"{several(each.objects, 'object')}, {size(each.encoded_bytes)} as a corpus file, SHA-256 {each.digest}",
        )
        for each in results.corpora
    )
    yield Part("Data", (Facts(data) if data else Text("No corpus was loaded.", "soft"),))
    yield Part("Method", (Points(tuple(wording.method(results))),))
    command = (("Command", results.run.command),) if results.run.command else ()
    yield Facts((("Study", results.study), *command, ("Lab file, with every raw batch", results.run.lab)))


def _again(results: Results) -> Iterator[Block]:
    if results.run.command:
        yield Code(results.run.again)
    if results.run.version:
        yield Text(f"Wirelab {results.run.version}, seed {results.run.seed}", "soft")
