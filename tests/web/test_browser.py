"""The pages of a server as their user uses them: enters, opens, compares, starts, stops, continues, reloads."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.accessible import serious
from tests.again import first
from tests.report.test_browser import DARK
from tests.web.chromium import Browser, Tab, chromium
from tests.web.client import served
from tests.web.invented_labs import HOSTILE, add_run
from tests.web.test_queue import COMMAND
from wirelab.app.serve.queue import queue_of
from wirelab.web import server

pytestmark = pytest.mark.long
_WIDTH = "--window-size=1280,900"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium(tmp_path_factory.mktemp("profile"), _WIDTH) as browser:
        yield browser


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "labs"
    folder.mkdir()
    add_run(folder / "wirelab.duckdb")
    add_run(folder / "wirelab.duckdb", slower=1.5)
    return folder


@pytest.fixture(autouse=True)
def _scripted(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> Iterator[None]:
    monkeypatch.setattr(server, "queue_of", partial(queue_of, program=COMMAND))
    browser.faults.clear()
    yield
    assert browser.faults == []


def entered(browser: Browser, address: str) -> Tab:
    tab = browser.tab(address)
    tab.until("document.querySelector('#runs') !== null")
    return tab


def put(tab: Tab, rounds: int) -> None:
    tab.until("!button('Put it into the queue').disabled")
    tab.run(f"set('[name=rounds]', {rounds}); button('Put it into the queue').click();")


STATES = "all('#queue [data-of=state]').map((each) => each.textContent).join()"


def test_the_address_lets_in_and_leaves_no_token_behind(browser: Browser, folder: Path) -> None:
    with served(folder) as client:
        tab = entered(browser, client.address)
        place, text = tab.run("return [location.href, document.body.innerText];")
        assert place == f"http://{client.host}{client.place}"
        assert "This server is read-only" in text
        assert client.token not in tab.run("return document.documentElement.outerHTML + document.cookie;")
        assert tab.run("return [find('#study'), find('#comparing') !== null];") == [None, True]
        for address in (f"http://{client.host}/", f"http://{client.host}/#token={'0' * 32}"):
            shut = browser.tab(address)
            assert "Open the whole address that the terminal shows" in shut.until(
                "find('#closed:not([hidden])')?.innerText"
            )
        assert any("it has no token" in each for each in client.notices)


def test_a_run_opens_as_the_page_to_explore_and_leads_back(browser: Browser, folder: Path) -> None:
    with served(folder) as client:
        tab = entered(browser, client.address)
        tab.run("find('a[href$=\"runs/1\"]').click();")
        tab.until("find('#explorer') && seen(find('#explorer'))")
        assert tab.run("return all('tr[data-who]').length;") == 2
        assert tab.run("return find('[data-live=size] svg') !== null;"), "its own script ran"
        tab.run("find('#theme').click(); location.hash = '?pick=gson@jvm';")
        tab.reload()
        assert tab.until("find('#picked h3')?.textContent") == "gson · jvm"
        tab.run("all('a').find((each) => each.textContent === 'All labs').click();")
        tab.until("document.querySelector('#runs') !== null")


def test_two_runs_are_compared(browser: Browser, folder: Path) -> None:
    with served(folder) as client:
        tab = entered(browser, client.address)
        tab.run("find('[name=after]').selectedIndex = 1; button('Compare').click();")
        assert "slower by" in tab.until("find('.answer')?.textContent")


def test_rows_are_sorted_and_filtered_as_in_reports(browser: Browser, folder: Path) -> None:
    with served(folder) as client:
        tab = entered(browser, client.address)
        links = (
            "all('a[href*=\"/runs/\"]').filter((each) => seen(each) && !each.search).map((each) => each.textContent)"
        )
        assert tab.run(f"return {links};") == ["run 2", "run 1"]
        button = "all('#runs ~ .scroll th button').find((each) => each.textContent === 'run')"
        tab.until(f"{button} !== undefined")  # the page's script makes it
        tab.run(f"{button}.click();")
        assert tab.run(f"return {links};") == ["run 1", "run 2"]


def test_hostile_names_are_text(browser: Browser, folder: Path) -> None:
    add_run(folder / "<img src=x onerror=alert(1)>\"'.duckdb", study=HOSTILE, question=HOSTILE)
    with served(folder, allow_run=True) as client:
        tab = entered(browser, client.address)
        assert tab.run("return document.title;").startswith("Wirelab: labs in")
        assert tab.run("return document.images.length;") == 0
        assert tab.run("return document.documentElement.scrollWidth - innerWidth;") <= 0
        tab.run("find('a[href*=img]').click();")
        tab.until("find('#explorer') && seen(find('#explorer'))")
        assert tab.run("return document.title;") != "taken"


def test_a_study_is_started_watched_stopped_continued_and_removed(browser: Browser, folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        tab = entered(browser, client.address)
        put(tab, 2)
        tab.until(f"{STATES} === 'running'")
        assert tab.until("find('#queue [data-of=says]').textContent") == "verdict: a is faster"
        assert "0 of 4 processes" in tab.run("return find('#queue [data-of=far]').textContent;")
        assert tab.run("return [seen(button('Stop')), button('Continue'), button('Remove')];") == [True, None, None]
        tab.reload()
        tab.until(f"{STATES} === 'running'")
        tab.run("button('Stop').click();")
        tab.until(f"{STATES} === 'stopped'")
        tab.run("button('Continue').click();")
        tab.until(f"{STATES} === 'running'")
        tab.run("button('Stop').click();")
        tab.until(f"{STATES} === 'stopped'")
        tab.run("button('Remove').click();")
        tab.until("seen(find('#idle'))")
        assert client.get("queue").json["studies"] == []


def test_two_tabs_show_the_same_queue(browser: Browser, folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        one, other = entered(browser, client.address), entered(browser, client.address)
        put(one, 2)
        put(other, 1)
        for tab in (one, other):
            tab.until(f"{STATES} === 'running,waiting'")
        other.run("button('Stop').click();")
        for tab in (one, other):
            tab.until(f"{STATES} === 'stopped,done'")


FORM = """
set("[name=codec]", "steady  slower-5");
find("[name=platform][value=PLATFORM]").click();
find("[name=operation][value=serialize]").click();
set("[name=size]", "110 1100");
set("[name=variant]", "same");
set("[name=profile]", "tuned");
set("[name=budget_minutes]", "1.5");
set("[name=precision_percent]", "2");
set("[name=lab]", "new.duckdb");
const files = new DataTransfer();
files.items.add(new File(['[{"a": 1}]'], "My orders.json"));
find("#drop").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
"""


def test_every_field_of_the_form_becomes_an_option(
    browser: Browser, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("wirelab.app.serve.queue.require_known", lambda wanted, _: asked.append(wanted))
    with served(folder, allow_run=True) as client:
        tab = entered(browser, client.address)
        tab.until("!button('Put it into the queue').disabled")
        platform = tab.run("return find('[name=platform]').value;")
        tab.run(FORM.replace("PLATFORM", platform))
        tab.until("find('#sent').textContent === 'My-orders.json is in the folder.'")
        put(tab, 1)
        tab.until(f"{STATES} === 'done'")
        command = tab.run("return find('#queue [data-of=command]').textContent;")
    words = "--data=My-orders.json --profile=tuned --rounds=1 --budget=90s --precision=0.020000"
    levels = f"--codec=steady --codec=slower-5 --platform={platform} --operation=serialize"
    assert command == f"wirelab run --lab=new.duckdb {words} {levels} --size=110 --size=1100 --variant=same"
    assert asked[0].data == "My-orders.json"
    assert (folder / "My-orders.json").read_text() == '[{"a": 1}]'


def test_a_file_is_chosen_by_its_name_whatever_spaces_are_in_it(browser: Browser, folder: Path) -> None:
    name = " my  orders.json"
    for each in (name, "\u202eorders.json"):
        (folder / each).write_text("[1]")
    with served(folder, allow_run=True) as client:
        tab = entered(browser, client.address)
        assert tab.run("return [...find('[name=data]').options].map((each) => each.value);") == ["", name]


def test_what_is_wrong_is_said_and_goes_away(browser: Browser, folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        tab = entered(browser, client.address)
        tab.run("set('[name=codec]', 'gsn');")
        put(tab, 1)
        assert "there is no codec 'gsn'" in tab.until("find('#fault:not([hidden])')?.textContent")
        tab.run("set('[name=codec]', '');")
        put(tab, 3)
        tab.until(f"{STATES} === 'failed'")
        assert tab.run("return seen(find('#fault'));") is False
        assert "a tool is missing" in tab.run("return find('#queue [data-of=fault]').textContent;")


def test_a_server_that_has_ended_is_missed(browser: Browser, folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        tab = entered(browser, client.address)
        tab.until("find('#fault') !== null")
    assert "The server does not answer" in tab.until("find('#fault:not([hidden])')?.textContent")
    tab.open("about:blank")


@pytest.mark.parametrize(("flags", "width"), first(1, [((DARK,), 1280), ((), 390)]), ids=["dark", "phone"])
def test_axe_finds_nothing_serious(folder: Path, tmp_path: Path, flags: tuple[str, ...], width: int) -> None:
    with served(folder, allow_run=True) as client, chromium(tmp_path / "profile", *flags) as other:
        tab = entered(other, client.address)
        tab.sized(width)
        put(tab, 2)
        tab.until(f"{STATES} === 'running'")
        assert serious(tab) == []
        tab.run("button('Stop').click();")
        tab.until(f"{STATES} === 'stopped'")
        tab.run("find('a[href$=\"runs/1\"]').click();")
        tab.until("find('#explorer') && seen(find('#explorer'))")
        assert serious(tab) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_fits(browser: Browser, folder: Path, width: int) -> None:
    with served(folder, allow_run=True) as client:
        tab = entered(browser, client.address)
        tab.sized(width)
        assert tab.run("return document.documentElement.scrollWidth - innerWidth;") <= 0
