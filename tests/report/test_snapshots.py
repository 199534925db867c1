"""The texts that users read, as files to review as a diff; `pytest --snapshot-update` writes them again."""

import io
import json
import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser

import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tests.app.test_sizes import CELL, OTHER
from tests.report.invented_replication import THEIRS, figures, invented_replication
from tests.report.recommended import RECOMMENDATIONS
from tests.report.reported import nothing_measured, results_with_everything, small_results, transfer_results
from tests.report.test_analysis import TYPED, analysed
from tests.report.test_questions import NEEDS, QUICK, SMALL
from wirelab.app.sizes_table import SizedCell, Sizes, sizes_csv, sizes_json, sizes_tables
from wirelab.app.study.published import PublishedSizes
from wirelab.app.tokens.table import tokens_table
from wirelab.app.tokens.tokenizers import VOCABULARIES, texts_of
from wirelab.choice.asked import questions
from wirelab.claims.printed import judge
from wirelab.model.errors import ToolchainError
from wirelab.model.run import DEFLATE, GZIP, NO_COMPRESSOR, NotRun
from wirelab.report.analyze.report import analysis_report
from wirelab.report.as_json import analyses_json, fields_of, results_json
from wirelab.report.recommend.report import recommendation_report
from wirelab.report.render import kinds
from wirelab.report.render.markdown import markdown, table_lines
from wirelab.report.render.page import render_page
from wirelab.report.render.terminal import details, plain, print_document, text
from wirelab.report.replicate.as_json import replications_json
from wirelab.report.replicate.evidence import claims_json, claims_table, trials_table
from wirelab.report.replicate.outcome import claim_verdicts
from wirelab.report.replicate.replication import Changed, Replication
from wirelab.report.replicate.report import replication_report
from wirelab.report.run.questions import questions_section
from wirelab.report.run.report import run_report
from wirelab.report.run.tables import Per
from wirelab.report.table import Table, table_of

RUNS = {
    "run": small_results,
    "run-with-everything": results_with_everything,
    "run-of-nothing": nothing_measured,
    "transfer": transfer_results,
}
FAULT = ToolchainError("platform p", "it cannot run here", why="no compiler", remedy="install one")
SIZES = Sizes(
    (
        SizedCell(CELL, {NO_COMPRESSOR: 20_000, GZIP: 3_000, DEFLATE: 2_982}),
        SizedCell(OTHER, {}, "it lost the field a.b of object 3: 1 became 2"),
    ),
    (NotRun("platform q", "no program 'q' on PATH"),),
)
LIST = [
    {"codec": "a-long-name-of-a-codec", "format": "JSON", "processes": "1,234", "documentation": ""},
    {
        "codec": "b",
        "format": "a format with a name of several words, told at length",
        "processes": "7",
        "documentation": "",
    },
]


@pytest.fixture
def said(snapshot: SnapshotAssertion):
    """Compare a text with the file of its name and ending."""

    def compare(name: str, ending: str, text: str) -> None:
        class Text(SingleFileSnapshotExtension):
            _write_mode = WriteMode.TEXT
            file_extension = ending

        assert text.replace("\r\n", "\n") == snapshot(name=name, extension_class=Text)

    return compare


@pytest.fixture(autouse=True)
def undrawn(monkeypatch) -> None:
    """Figures are the words of their points: drawing them takes long, and is tested elsewhere."""

    def points(part) -> list[str]:
        if isinstance(part, list):
            return [each for item in part for each in points(item)]
        if not isinstance(part, dict):
            return []
        own = [escape(part["says"])] if "says" in part else []
        return own + points(list(part.values()))

    def draw(figure) -> str:
        return "".join(f'<p aria-roledescription="point" aria-label="{each}"></p>' for each in points(figure))

    monkeypatch.setattr("wirelab.report.render.page.drawn_apart", lambda figures: ([*map(draw, figures)], ""))


def on_terminal(show, width: int) -> str:
    out = io.StringIO()
    show(Console(file=out, width=width, force_terminal=True, no_color=True, highlight=False, color_system=None))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


class Reader(HTMLParser):
    """A page as lines of text: one line per block, cells of a table apart, figures by the words of their points."""

    BLOCKS = frozenset(
        {"title", "h1", "h2", "h3", "p", "li", "dt", "dd", "tr", "caption", "summary", "pre", "figcaption"}
    )

    def __init__(self, page: str):
        super().__init__()
        self.lines: list[str] = [""]
        self.skipped = 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if given.get("aria-roledescription") == "point":
            self.lines += [f"  · {given['aria-label']}", ""]
        if tag in {"svg", "style", "script"}:
            self.skipped += 1
        elif tag in self.BLOCKS:
            mark = {"h1": "# ", "h2": "## ", "h3": "### ", "li": "- ", "caption": "= "}.get(tag, "")
            self.lines += [mark + ("(hidden) " if "hidden" in given else "")]
        elif tag in {"td", "th"} and self.lines[-1]:
            self.lines[-1] += " | "
        elif tag == "input":
            self.lines[-1] += f"[{given['type']}{' on' if 'checked' in given else ''}] "
        elif tag == "span" and not self.skipped:
            self.lines[-1] += " "
        elif tag in {"section", "table"}:
            self.lines += [""]

    def handle_endtag(self, tag):
        if tag in {"svg", "style", "script"}:
            self.skipped -= 1
        elif tag in self.BLOCKS:
            self.lines += [""]

    def handle_data(self, data):
        if not self.skipped:
            self.lines[-1] += data

    def text(self) -> str:
        lines = (" ".join(line.split()) for line in self.lines)
        return re.sub(r"\n{3,}", "\n\n", "\n".join(line for line in lines if line) + "\n").replace("\n## ", "\n\n## ")


def rounded(part):
    """Numbers as far as every machine works them out alike."""
    match part:
        case float():
            return float(f"{part:.5g}")
        case list():
            return [rounded(each) for each in part]
        case dict():
            return {key: rounded(each) for key, each in part.items()}
        case _:
            return part


def as_json(value) -> str:
    """JSON with a line for each item of a list or object of the outer two levels."""

    def write(part, depth: int) -> str:
        inner = " " * (depth + 1)
        if depth > 1 or not isinstance(part, dict | list) or not part:
            return json.dumps(part, ensure_ascii=False, allow_nan=False)
        if isinstance(part, dict):
            items = [f"{json.dumps(key)}: {write(each, depth + 1)}" for key, each in part.items()]
        else:
            items = [write(each, depth + 1) for each in part]
        first, last = "{}" if isinstance(part, dict) else "[]"
        return f"{first}\n{inner}" + f",\n{inner}".join(items) + f"\n{' ' * depth}{last}"

    return write(rounded(value), 0) + "\n"


@pytest.mark.parametrize("name", RUNS)
def test_a_run(name, said) -> None:
    results = RUNS[name]()
    report = run_report(results)
    said("piped", "txt", text(report) + "\n")
    said("page", "txt", Reader(render_page(report)).text())
    said("report", "md", markdown(report, kinds.REPORTS["markdown"].mark))
    said("report", "json", as_json(results_json(results)))


@pytest.mark.parametrize("name", ["run-with-everything", "transfer"])
@pytest.mark.parametrize("width", [50, 90, 200])
def test_tables_on_a_terminal(name, width, said) -> None:
    shown = on_terminal(lambda console: print_document(run_report(RUNS[name]()), console), width)
    said(f"terminal-{width}", "txt", shown[: shown.index("Verdicts: ")])


@pytest.mark.parametrize("name", RECOMMENDATIONS)
def test_a_recommendation(name, said, monkeypatch) -> None:
    monkeypatch.setattr("wirelab.report.document.__version__", "9.9")
    found = RECOMMENDATIONS[name]()
    report = recommendation_report(found)
    said("piped", "txt", text(recommendation_report(found, explain=True)) + "\n")
    said("page", "txt", Reader(render_page(report)).text())
    said("report", "md", markdown(report, kinds.RECOMMENDATIONS["markdown"].mark))
    said("report", "json", as_json(fields_of(found)))


def test_times_of_an_object(said) -> None:
    report = run_report(small_results(), Per.OBJECT)
    said("per-object", "txt", text(report) + "\n")
    said("per-object", "md", markdown(report, kinds.REPORTS["markdown"].mark))


def replication() -> Replication:
    found = invented_replication()
    small = small_results()
    assert found.published
    assert found.sound
    results = replace(small, not_run=found.sound.results.not_run, findings=results_with_everything().findings)
    disputed = [one.claim for one in claim_verdicts(found) if one.disputed]
    return replace(
        found,
        published=replace(found.published, results=results),
        sound=replace(found.sound, results=results),
        changes=(Changed("with warm-up", tuple(judge(disputed, figures(THEIRS, 4)))),),
    )


def test_a_replication(said, monkeypatch) -> None:
    monkeypatch.setattr("wirelab.report.document.__version__", "9.9")
    found, typed = replication(), "wirelab replicate invented"
    report = replication_report([found], {"other": FAULT}, typed)
    said("piped", "txt", text(report) + "\n")
    said("replication", "md", markdown(report, kinds.REPLICATIONS["markdown"].mark))
    said("page", "txt", Reader(render_page(replication_report([found], {}, typed))).text())
    several = render_page(replication_report([found, replace(found, study="twice")], {"other": FAULT}, typed))
    said("page-of-several", "txt", Reader(several).text().partition("\n## twice")[0] + "\n")
    (study,) = replications_json([found], {})["studies"]
    said("study", "json", as_json(study))
    said("faults", "json", as_json(replications_json([], {"other": FAULT})))


def test_claims_by_print(said) -> None:
    judged = replication().printed.judged
    tables = (claims_table("Claims of invented, by its own printed numbers", judged), trials_table(judged[0]))
    said("piped", "txt", "\n".join(map(plain, tables)) + "\n")
    said("claims", "json", as_json(claims_json(judged)))


def test_an_analysis(said, monkeypatch) -> None:
    monkeypatch.setattr("wirelab.report.document.__version__", "9.9")
    shown = analysed(repeats=2)
    said("piped", "txt", text(analysis_report(shown, TYPED)) + "\n")
    said("page", "txt", Reader(render_page(analysis_report(shown, TYPED))).text())
    said("analysis", "json", as_json(analyses_json([shown])))


def test_sizes(said) -> None:
    published = PublishedSizes({("w", "1k", "fast", NO_COMPRESSOR): 19_000})
    tables = sizes_tables(SIZES.cells, published)
    said("piped", "txt", "\n".join(map(plain, tables)) + "\n")
    said("sizes", "md", "\n".join(line for table in tables for line in table_lines(table, "##")) + "\n")
    said("sizes", "csv", sizes_csv(SIZES.cells))
    said("sizes", "json", as_json(sizes_json(SIZES)))


def test_what_people_also_ask_of_their_data(said) -> None:
    table = [{"id": 1, "zip": "01", "note": None}, {"id": 2, "zip": "02", "note": "x"}]
    count = {name: lambda text: len(text) // 4 for name in VOCABULARIES}
    tokens = tokens_table("2 documents of orders.jsonl", texts_of([*table, {"id": [1]}], count))
    flat = tokens_table("2 documents of flat.jsonl", texts_of(table, count))
    found = questions([QUICK, SMALL], NEEDS, confidence=0.95, band=0.02)
    asked = questions_section(replace(small_results(), questions=found)).blocks
    tables = (*(each for each in asked if isinstance(each, Table)), flat, tokens)
    said("piped", "txt", "\n".join(map(plain, tables)) + "\n")


def test_a_list(said) -> None:
    lines = [plain(table_of("Codecs", LIST)), plain(table_of("Runs", [])), *details(table_of("Codecs", LIST))]
    said("piped", "txt", "\n".join(lines) + "\n")
