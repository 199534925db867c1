"""The page as a browser shows it: offline, light and dark, wide and narrow."""

import json
import re
import shutil
import subprocess

import pytest

from tests.conftest import require
from tests.report.invented_replication import invented_replication
from tests.report.invented_results import invented_results
from tests.report.test_analysis import analysed
from wirelab.report.analyze.report import analysis_report
from wirelab.report.document import Document, Figures, Medium, Part
from wirelab.report.render.page import render_page
from wirelab.report.replicate.report import replication_report
from wirelab.report.run.report import run_report

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(autouse=True)
def chromium() -> None:
    require("chromium", CHROMIUM is not None, "no chromium on PATH")


FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--proxy-server=127.0.0.1:9"),
    *("--hide-scrollbars", "--enable-logging=stderr", "--virtual-time-budget=2000"),
)
DARK = "--blink-settings=preferredColorScheme=0"
# Asks the browser what it made of the page; it is in a copy of it without the policy that forbids further scripts.
PROBE = """<script>
addEventListener("load", () => {
  const marks = [...document.querySelectorAll("figure svg [aria-roledescription='point']")];
  const boxes = marks.map((mark) => mark.getBoundingClientRect());
  const looks = marks.map((mark) => getComputedStyle(mark.querySelector("path, .box") ?? mark));
  const paints = new Set(looks.map((look) => (look.stroke === "none" ? look.fill : look.stroke)));
  marks[0].dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  const tip = document.getElementById("tip");
  const seen = {
    figures: document.querySelectorAll("figure svg").length,
    marks: marks.length,
    empty: boxes.filter((box) => box.width < 1 || box.height < 1).length,
    outside: boxes.filter((box) => box.left < 0 || box.right > innerWidth).length,
    paints: [...paints],
    overflow: document.documentElement.scrollWidth - innerWidth,
    loaded: performance.getEntriesByType("resource").map((entry) => entry.name),
    paper: getComputedStyle(document.body).backgroundColor,
    tip: tip.hidden ? null : tip.textContent,
    said: marks[0].getAttribute("aria-label"),
  };
  document.documentElement.dataset.seen = JSON.stringify(seen);
});
</script></body>"""


@pytest.fixture(scope="module")
def html() -> str:
    return render_page(run_report(invented_results()))


def planned(folder, html: str, *flags: str) -> tuple[str, str]:
    """Open `html` in a browser of its own; gives the page as it then is, and the log."""
    page = folder / "page.html"
    page.write_text(html, encoding="utf-8")
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [CHROMIUM, *FLAGS, *flags, profile, "--dump-dom", page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout, done.stderr


@pytest.mark.parametrize("width", [500, 1280])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.long
def test_figures_are_drawn_in_the_themes_colours_without_network(tmp_path, html, width, dark):
    probed = re.sub(r"<meta http-equiv[^>]*>", "", html).replace("</body>", PROBE)
    dom, _ = planned(tmp_path, probed, f"--window-size={width},900", *([DARK] if dark else []))
    found = re.search(r'data-seen="([^"]*)"', dom)
    assert found, "the probe ran"
    seen = json.loads(found[1].replace("&quot;", '"').replace("&amp;", "&"))
    assert seen["figures"] == 20 + 1, "one of every kind per ranking, and one of the least time over links"
    assert seen["marks"] - 4 * (12 + 11 + 12 * 12 + 7 + 6) in range(1, 12), (
        "and a stretch of rates for each that wins somewhere"
    )
    assert seen["empty"] == seen["outside"] == 0
    assert seen["overflow"] <= 0
    assert seen["loaded"] == []
    assert seen["paper"] == ("rgb(20, 24, 29)" if dark else "rgb(255, 255, 255)")
    assert len(seen["paints"]) == 6, "four formats; verdicts add one to two of theirs, platforms a panel"
    assert all(paint.startswith("rgb(") for paint in seen["paints"]), "every colour of the style sheet is known"
    assert seen["tip"] == seen["said"]


# Uses the tables as a reader does, keys included, and returns the visible result.
USE = """<script>
addEventListener("load", () => {
  const table = document.querySelector("#tables").closest("section").querySelector("table.results");
  const seen = {};
  const column = (name) => [...table.tHead.rows[0].cells].find((head) => head.textContent === name);
  const texts = (name) => [...table.tBodies[0].rows].map((row) => row.cells[column(name).cellIndex].textContent.trim());
  const heads = [...table.tHead.rows[0].cells];
  const shown = () => heads.filter((head) => head.offsetWidth > 0).map((head) => head.textContent);
  seen.columns = shown();
  document.getElementById("show-objects-per-second").click();
  document.getElementById("show-format").click();
  seen.chosen = shown();
  const button = column("size").querySelector("button");
  button.focus();
  seen.focused = document.activeElement === button;
  button.click();
  seen.sizes = texts("size");
  seen.sorted = column("size").getAttribute("aria-sort");
  button.click();
  seen.reversed = texts("size");
  seen.unsorted = table.querySelectorAll("[aria-sort]").length;
  column("verdict").querySelector("button").click();
  seen.verdicts = texts("verdict");
  const filter = document.querySelector(".filter input");
  filter.value = "JSON cpython";
  filter.dispatchEvent(new Event("input"));
  seen.left = [...table.tBodies[0].rows].filter((row) => row.offsetHeight > 0).map((row) => row.cells[0].textContent);
  seen.status = document.querySelector(".filter [role=status]").textContent;
  document.documentElement.dataset.seen = JSON.stringify(seen);
});
</script></body>"""


@pytest.mark.long
def test_tables_are_sorted_filtered_and_their_columns_chosen(tmp_path, html):
    dom, _ = planned(tmp_path, re.sub(r"<meta http-equiv[^>]*>", "", html).replace("</body>", USE))
    found = re.search(r'data-seen="([^"]*)"', dom)
    assert found, "the tables can be used"
    seen = json.loads(found[1].replace("&quot;", '"').replace("&amp;", "&"))
    assert "format" in seen["columns"]
    assert not {"data rate", "objects per second", "spread", "GC share"} & set(seen["columns"])
    assert set(seen["chosen"]) == {*seen["columns"], "objects per second"} - {"format"}
    assert seen["focused"]
    assert seen["sorted"] == "ascending"
    in_bytes = [float(text.split()[0]) * {"B": 1, "kB": 1e3, "MB": 1e6}[text.split()[1]] for text in seen["sizes"]]
    assert in_bytes == sorted(in_bytes)
    assert seen["reversed"] == sorted(seen["sizes"], key=lambda text: -in_bytes[seen["sizes"].index(text)])
    assert seen["unsorted"] == 1, "one column at a time"
    assert seen["verdicts"] == sorted(seen["verdicts"])
    assert sorted(seen["left"]) == ["json", "orjson", "orjson:keys=sorted+zstd-19"]
    assert seen["status"] == "12 of 48 rows"


@pytest.mark.long
def test_the_pages_own_script_may_run_and_no_other(tmp_path, html):
    _, log = planned(tmp_path, html)
    assert "Content Security Policy" not in log
    _, log = planned(tmp_path, html.replace("</body>", "<script>document.title = 'taken'</script></body>"))
    assert "Content Security Policy" in log


@pytest.mark.long
@pytest.mark.parametrize("width", [500, 1280])
def test_the_page_of_an_analysis_fits_and_loads_nothing(tmp_path, width):
    shown = analysed()
    report = analysis_report(shown, "wirelab analyze")
    probed = re.sub(r"<meta http-equiv[^>]*>", "", render_page(report)).replace("</body>", PROBE)
    dom, _ = planned(tmp_path, probed, f"--window-size={width},900", DARK)
    found = re.search(r'data-seen="([^"]*)"', dom)
    assert found, "the probe ran"
    seen = json.loads(found[1].replace("&quot;", '"').replace("&amp;", "&"))
    assert seen["figures"] == drawings(report) > 2 * len((*shown.analysis.groupings, *shown.analysis.simple_effects))
    assert seen["marks"] >= 2 * shown.analysis.n
    assert seen["empty"] == seen["outside"] == 0
    assert seen["overflow"] <= 0
    assert seen["loaded"] == []
    assert seen["paper"] == "rgb(20, 24, 29)"
    assert all(paint.startswith("rgb(") for paint in seen["paints"])
    assert seen["tip"] == seen["said"]


# Chooses a verdict by the lab's method, then a study and a word, and returns the visible rows after each.
CHOOSE = """<script>
addEventListener("load", () => {
  const section = document.getElementById("claims").closest("section");
  const name = (one) => one.parentElement.firstChild.textContent.trim();
  const selects = Object.fromEntries([...section.querySelectorAll("select")].map((one) => [name(one), one]));
  const every = [...section.querySelectorAll("table.results tbody tr")];
  const rows = () => every.filter((row) => row.offsetHeight > 0);
  const choose = (column, level) => {
    selects[column].value = level;
    selects[column].dispatchEvent(new Event("change"));
  };
  const seen = { offered: Object.keys(selects), all: rows().length };
  seen.levels = [...selects["the lab's method"].options].map((one) => one.textContent);
  choose("the lab's method", "contradicted");
  seen.contradicted = rows().length;
  choose("study", "invented");
  seen.of_one = rows().map((row) => row.cells[0].firstChild.textContent.trim());
  seen.status = section.querySelector("[role=status]").textContent;
  const search = section.querySelector("input");
  search.value = "slower";
  search.dispatchEvent(new Event("input"));
  seen.found = rows().length;
  seen.others = [...document.querySelectorAll("#ratios ~ .scroll tbody tr")].every((row) => !row.hidden);
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
  seen.loaded = performance.getEntriesByType("resource").length;
  seen.figures = document.querySelectorAll("figure svg").length;
  document.documentElement.dataset.seen = JSON.stringify(seen);
});
</script></body>"""


@pytest.mark.long
@pytest.mark.parametrize("width", [500, 1280])
def test_claims_of_replications_are_filtered_by_study_and_verdict(tmp_path, width):
    report = replication_report([invented_replication(), invented_replication("twice")], {})
    probed = re.sub(r"<meta http-equiv[^>]*>", "", render_page(report)).replace("</body>", CHOOSE)
    dom, _ = planned(tmp_path, probed, f"--window-size={width},900")
    found = re.search(r'data-seen="([^"]*)"', dom)
    assert found, "the table can be used"
    seen = json.loads(found[1].replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
    assert seen["offered"] == ["study", "outcome", "printed numbers", "their method", "the lab's method"]
    assert seen["levels"] == ["any", "contradicted", "not measured", "replicated", "unresolved"]
    assert (seen["all"], seen["contradicted"]) == (14, 4)
    assert seen["of_one"] == ["C is <slower> than a.", "B is as large as a."]
    assert seen["status"] == "2 of 14 rows"
    assert seen["found"] == 1
    assert seen["others"], "the filter of one section leaves the others alone"
    assert seen["figures"] == drawings(report) > 2
    assert seen["overflow"] <= 0
    assert seen["loaded"] == 0


def drawings(report: Document) -> int:
    """How many figures a page has."""
    parts = [block for section in report.on(Medium.PAGE) for block in section.blocks]
    found = 0
    while parts:
        block = parts.pop()
        if isinstance(block, Part):
            parts += block.blocks
        elif isinstance(block, Figures):
            found += sum(figure is not None for _, figure in block.drawings())
    return found
