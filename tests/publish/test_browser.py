"""The published folder as a reader opens it, from a disk: chooses, follows links, looks at it on a phone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.accessible import serious
from tests.publish.labs import DAY, USUAL, add
from tests.web.chromium import Browser, chromium
from tests.web.invented_labs import HOSTILE
from wirelab.app.publish.publish import About, publish

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile"), "--window-size=1280,900") as browser:
        yield browser


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    labs = folder / "labs"
    labs.mkdir()
    add(labs / "one.duckdb")
    add(labs / "one.duckdb", day=datetime.now(UTC) - timedelta(days=2), versions={"packed": "1.1"})
    add(labs / "two.duckdb", cpu="Other CPU", platforms=("there",), day=DAY + timedelta(days=10))
    add(labs / "bad.duckdb", {"plain": (900, 80), "packed": (70, 6)}, study=HOSTILE, cpu=HOSTILE, platforms=(HOSTILE,))
    publish([labs], folder / "out", About(), force=False)
    return folder / "out"


@pytest.fixture(autouse=True)
def _no_faults(browser: Browser) -> Iterator[None]:
    browser.faults.clear()
    yield
    assert browser.faults == [], "scripts and policies"


DECISION = "decisions/json-or-protocol-buffers-on-here.html"
ROWS = "all('tr[id^=\"cell/\"]').filter(seen).length"


def test_the_first_page_is_chosen_from_and_has_its_choice_in_the_link(browser: Browser, out: Path) -> None:
    tab = browser.tab((out / "index.html").as_uri())
    tab.until("find('#explorer') && seen(find('#explorer'))")
    whole = tab.run(f"return {ROWS};")
    assert whole == 6 + 6 + 4
    names = tab.run("return all('.facet > summary').map((each) => each.firstChild.textContent.trim());")
    assert {"runtime", "format", "version", "operation", "machine", "measured"} <= set(names)
    tab.run("location.hash = '?format=Protocol%20Buffers&machine=Other%20CPU';")
    tab.until(f"{ROWS} === 2")
    assert tab.run("return all('[data-live=size] svg').length;") == 2
    tab.run("all('button').find((each) => each.textContent === 'Show everything').click();")
    tab.until(f"{ROWS} === {whole}")
    assert tab.run("return location.hash;") == ""


def test_what_is_old_or_left_behind_is_grey(browser: Browser, out: Path) -> None:
    tab = browser.tab((out / "codecs/packed.html").as_uri())
    tab.until("find('#explorer') && seen(find('#explorer'))")
    grey = "getComputedStyle(row.cells[0]).fontStyle === 'italic'"
    rows = tab.run(f"return all('tr[id^=\"cell/\"]').map((row) => [row.textContent.includes('days ago'), {grey}]);")
    assert [True, True] in rows
    assert [False, False] in rows
    assert "days ago" not in tab.run("return find('header .soft').textContent;"), "the last run is of this week"


def test_a_reader_goes_from_a_question_to_its_run_and_back(browser: Browser, out: Path) -> None:
    tab = browser.tab((out / "index.html").as_uri())
    tab.until("find('#decide') !== null")
    tab.run("all('a').find((each) => each.href.endsWith('json-or-protocol-buffers-on-here.html')).click();")
    assert "Protocol Buffers is faster on here" in tab.until("find('header .answer')?.textContent")
    assert tab.until("find('#mix') !== null && seen(find('#mix'))"), "their own link and prices"
    tab.run("find('#mix [name=reads]').focus(); set('#mix [name=reads]', '1000');")
    tab.until("location.hash.includes('reads=1000')")
    tab.run("all('a').find((each) => each.href.includes('/runs/')).click();")
    tab.until("find('#again') !== null")
    tab.run("all('a').find((each) => each.textContent === 'All measurements').click();")
    tab.until("find('#decide') !== null")


def test_hostile_names_are_text(browser: Browser, out: Path) -> None:
    for page in [out / "index.html", *(out / "decisions").iterdir(), *(out / "runs").glob("*.html")]:
        tab = browser.tab(page.as_uri())
        tab.until("find('h1') !== null")
        assert tab.run("return document.title;") != "taken"
        assert tab.run("return document.images.length;") == 0
    for picture in [*(out / "embed").iterdir(), *(out / "badges").iterdir()]:
        tab = browser.tab(picture.as_uri())
        assert tab.until("document.documentElement.tagName") == "svg", picture
        assert tab.run("return document.querySelector('parsererror');") is None


@pytest.mark.parametrize("width", [390, 1280])
def test_pages_fit(browser: Browser, out: Path, width: int) -> None:
    for name in ("index.html", "codecs/packed.html", DECISION):
        tab = browser.tab((out / name).as_uri())
        tab.sized(width)
        tab.until("find('#theme:not([hidden])') !== null")
        assert tab.run("return document.documentElement.scrollWidth - innerWidth;") <= 0, name


@pytest.mark.parametrize(
    "page", ["index.html", "codecs/packed.html", "decisions/json-or-protocol-buffers-on-here.html"]
)
def test_axe_finds_nothing_serious(browser: Browser, out: Path, page: str) -> None:
    tab = browser.tab((out / page).as_uri())
    tab.until("find('#explorer') && seen(find('#explorer'))")
    assert serious(tab) == []


def test_without_scripts_everything_is_there(out: Path) -> None:
    page = (out / DECISION).read_text(encoding="utf-8")
    for text in ("Protocol Buffers is faster", "What each run shows", "Everything measured", "How it is worked out"):
        assert text in page
    assert set(USUAL) <= {name for name in USUAL if name in (out / "index.html").read_text(encoding="utf-8")}
