import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.conftest import ROOT
from tests.report.invented_results import invented_results
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.run import NotRun
from wirelab.model.subject import Subject
from wirelab.report.render import page as pages
from wirelab.report.run.ranking import rankings
from wirelab.report.run.report import run_report
from wirelab.report.run.results import Results


def render_page(results: Results) -> str:
    return pages.render_page(run_report(results))


WRITER, _ = pages.page_scripts()
VOID = {"meta", "link", "img", "br", "hr", "input"}
HOSTILE = "</pre><script>alert(1)</script><img src=x onerror=alert(2)>\"'\x1b[31m"


class Page(HTMLParser):
    """Reads a page strictly: elements that are opened must be closed, in order."""

    def __init__(self, text: str):
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.stack: list[str] = []
        self.feed(text)
        assert not self.stack, f"left open: {self.stack}"

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def count(self, tag: str) -> int:
        return sum(found == tag for found, _ in self.tags)


@pytest.fixture(scope="module")
def html() -> str:
    return render_page(replace(invented_results(), study="A title & more"))


@pytest.mark.long
def test_the_page_is_well_formed_and_titled(html):
    page = Page(html)
    assert "<title>Wirelab: A title &amp; more</title>" in html
    assert (page.count("html"), page.count("h1"), page.count("main")) == (1, 1, 1)
    identifiers = Counter(attrs["id"] for _, attrs in page.tags if "id" in attrs)
    assert max(identifiers.values()) == 1
    for tag, attrs in page.tags:
        if tag == "a":
            assert (attrs["href"] or "").removeprefix("#") in identifiers


def test_every_cell_has_a_row_a_point_and_a_ratio(html):
    results = invented_results()
    text = "".join(Page(html).text)
    labels = [attrs["aria-label"] or "" for _, attrs in Page(html).tags if attrs.get("aria-roledescription") == "point"]
    for ranking in rankings(results):
        assert text.count(ranking.title) >= 5  # in short, three figures, a table
        for finding in ranking.findings:
            cell = finding.cell
            assert f'<th scope="row">{cell.subject}</th><td>{cell.platform}</td>' in html
            point = f"{cell.subject} · {cell.platform} ({results.format_of(cell)}): "
            assert sum(label.startswith(point) for label in labels) == 4
            ratios = sum(label.startswith(f"{cell.subject} · {cell.platform}: ") for label in labels)
            assert ratios == (0 if ranking.is_reference(finding) else 4)
    assert sum(", process " in label for label in labels) == 48 * 12


def test_the_page_says_how_sure_it_is_what_was_lost_and_what_was_not_run(html):
    text = " ".join("".join(Page(html).text).split())
    for says in (
        "XML, gzipped XML or Protocol Buffers?",
        "A/A twin (one cell measured twice): ratio 1.003× [0.991, 1.014] – no false alarm.",
        "Times and their intervals are of this session on this machine",
        "Intervals: 95 % confidence, by Student's t on logarithms. Ratios are paired by round.",
        "negligible a difference within ±2 %",
        "Behind each estimate: 12 processes per cell",
        "Mode: steady",
        "in round 3 (crash): it ended with signal 11",
        "A fatal error has been detected by the Java Runtime Environment",
        "platform node (no program 'node' on PATH",
        "Invented CPU 9000 @ 3.00GHz",
        "OpenJDK 17.0.15",
        "SHA-256 " + "1" * 64,
        "converts them to its own message classes",
        "protobuf-java on jvm took the least time: ",
    ):
        assert says in text


def test_the_page_loads_nothing(html):
    page = Page(html)
    loading = {"src", "srcset", "href", "xlink:href", "data", "poster", "action", "background"}
    for tag, attrs in page.tags:
        for name in loading & attrs.keys():
            assert tag == "a", (tag, name, attrs[name])
            assert (attrs[name] or "").startswith("#")
    assert "@import" not in html
    assert "url(" not in html
    assert "default-src &#39;none&#39;" in html or "default-src 'none'" in html
    assert set(re.findall(r"https?://[^\"' <>]+", html)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }, "names of XML vocabularies only"


def test_a_page_is_small(html):
    assert len(html.encode()) < 48 * 30_000, "one of 100 cells with 12 processes each stays below 3 MB"


def hostile(results: Results) -> Results:
    """Hostile text wherever a program under test, or a user, can put some."""

    cell = replace(results.findings.cells[1].cell, platform=HOSTILE, subject=Subject(HOSTILE))
    spoilt = Comparison(cell, replace(cell, subject=Subject("r<b>")), Question.REFERENCE)
    findings = Findings(
        tuple(replace(finding, cell=cell) for finding in results.findings.cells[:2]),
        (replace(results.findings.comparisons[0], comparison=spoilt),),
    )
    return replace(
        results,
        study=HOSTILE,
        question=HOSTILE,
        findings=findings,
        codecs=(replace(results.codecs[0], platform=HOSTILE, name=HOSTILE, format=HOSTILE, contract=HOSTILE),),
        runtimes={HOSTILE: HOSTILE},
        losses=(replace(results.losses[0], what=HOSTILE, stderr_tail=HOSTILE + "\ud800"),),
        not_run=(NotRun(HOSTILE, HOSTILE),),
        host={HOSTILE: HOSTILE},
        run=replace(results.run, ending=HOSTILE, lab=HOSTILE),
    )


@pytest.mark.long
def test_hostile_text_stays_text():
    html = render_page(hostile(invented_results()))
    page = Page(html)
    kinds = ["application/json", "text/javascript", "module"]
    assert [attrs["type"] for tag, attrs in page.tags if tag == "script"] == kinds
    assert page.count("img") == 0
    assert not any(name.startswith("on") for _, attrs in page.tags for name in attrs)
    assert "".join(page.text).count("<script>alert(1)</script>") > 10
    drawn = re.findall(r"<svg xmlns.*?</svg>", html, re.DOTALL)
    assert drawn
    assert all("<script" not in svg and "<img" not in svg for svg in drawn)


def without(results: Results, **changes) -> Results:
    cells = tuple(replace(finding, **changes) for finding in results.findings.cells)
    return replace(results, findings=replace(results.findings, cells=cells))


def of(results: Results, cells: int, comparisons: int) -> Results:
    findings = Findings(results.findings.cells[:cells], results.findings.comparisons[:comparisons])
    return replace(results, findings=findings)


def unresolved(results: Results) -> Results:
    """Every interval has 1 in it and is wider than the band."""
    wide = Interval(1.02, 0.8, 1.3, 0.95, 3, "t")
    findings = results.findings
    found = (replace(each, ratio=wide, verdict=Verdict.UNRESOLVED, decided=False) for each in findings.comparisons)
    return replace(results, findings=replace(findings, comparisons=tuple(found)))


THREE = invented_results(processes=3)
WHOLE = of(THREE, 12, 11)
EDGES = {
    "nothing at all": replace(WHOLE, findings=Findings(), losses=(), not_run=(), codecs=(), corpora=(), runtimes={}),
    "all lost": without(of(WHOLE, 12, 0), time_ns=None, process_times_ns=(), steady_share=None, encoded_bytes=None),
    "one cell": of(WHOLE, 1, 0),
    "no ratios": of(WHOLE, 12, 0),
    "everything unresolved": unresolved(WHOLE),
    "no sizes": without(WHOLE, encoded_bytes=None, gzipped_bytes=None),
    "one process each": without(WHOLE, process_times_ns=(1e6,)),
    "no times by process": without(WHOLE, process_times_ns=()),
    "a platform without facts": replace(WHOLE, codecs=()),
}
MISSING = {
    "no cell has both": "No cell has both a time and a size.",
    "no ratios": "There are no ratios",
    "no processes": "No cell has two processes.",
}


@pytest.mark.parametrize(
    ("edge", "figures", "missing"),
    [
        ("nothing at all", 0, MISSING.values()),
        ("all lost", 0, MISSING.values()),
        ("one cell", 2, [MISSING["no ratios"]]),
        ("no ratios", 2, [MISSING["no ratios"]]),
        ("no sizes", 2, [MISSING["no cell has both"]]),
        ("one process each", 2, [MISSING["no processes"]]),
        ("no times by process", 2, [MISSING["no processes"]]),
        ("a platform without facts", 3, []),
    ],
)
def test_a_page_of_less_says_what_is_missing(edge, figures, missing):
    html = render_page(EDGES[edge])
    page = Page(html)
    assert page.count("figure") == figures
    text = "".join(page.text)
    for sentence in MISSING.values():
        assert (sentence in text) == (sentence in missing)


@pytest.mark.long
def test_limits_without_bounds_are_drawn_within_the_figure():
    limits = Interval(2.0, 0.5, float("inf"), 0.95, 2, "t")
    open_ = replace(WHOLE.findings.comparisons[0], ratio=limits, verdict=Verdict.UNRESOLVED)
    html = render_page(replace(WHOLE, findings=Findings(WHOLE.findings.cells[:2], (open_,)))).replace(WRITER, "")
    Page(html)
    assert "2.00× [0.50, ∞] of the time of jaxb-moxy · jvm" in html
    assert "NaN" not in html
    assert "Infinity" not in html


@pytest.mark.long
def test_what_is_unsteady_has_its_word_its_mark_and_its_meaning():
    compared = tuple(replace(found, verdict=Verdict.UNSTEADY) for found in WHOLE.findings.comparisons)
    html = render_page(replace(WHOLE, findings=replace(WHOLE.findings, comparisons=compared)))
    assert '<td class="unsteady">unsteady</td>' in html
    assert "Unsteady: most processes of this cell" in html
    assert "Unsteady: " not in render_page(WHOLE)
    (twin,) = THREE.twins
    silent = replace(THREE.findings, comparisons=(replace(twin, verdict=Verdict.UNSTEADY),))
    assert "it says nothing about false alarms" in render_page(replace(THREE, findings=silent))


@pytest.mark.long
def test_a_false_alarm_stands_at_the_top():
    (twin,) = THREE.twins
    alarm = replace(twin, ratio=Interval(1.06, 1.04, 1.08, 0.95, 3, "t"), verdict=Verdict.DIFFERENT)
    html = render_page(replace(WHOLE, findings=replace(WHOLE.findings, comparisons=(alarm,))))
    assert html.index("FALSE ALARM") < html.index('id="answers"')


def test_what_pages_have_of_others_is_named_with_its_license_and_version() -> None:
    version = re.search(r"^HYPARQUET_WRITER := (\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert version
    assert WRITER.startswith(f"/*! hyparquet-writer {version[1]}\nThe MIT License")
    assert "</script" not in WRITER.lower()
    assert len(WRITER) < 65_000


def test_time_grows_with_objects_only_where_their_number_differs() -> None:
    def keys(*objects: int) -> set[str]:
        shown = invented_results()
        corpora = tuple(replace(each, objects=own) for each, own in zip(shown.corpora, objects, strict=True))
        return {each.key for each in run_report(replace(shown, corpora=corpora)).sections}

    assert "growth" in keys(110, 1100)
    assert "growth" not in keys(1, 1), "one object that is larger at each size"
