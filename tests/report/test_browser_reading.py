"""The page for every reader: by keyboard, light and dark, with little, long or hostile text in it, by axe's rules."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.accessible import serious
from tests.again import first
from tests.report.many_results import many_results
from tests.report.recommended import RECOMMENDATIONS
from tests.report.test_browser import DARK
from tests.report.test_page import EDGES, hostile
from tests.report.used_page import RESULTS, WARMED, page_of, used
from tests.web.chromium import chromium
from wirelab.report.recommend.report import recommendation_report
from wirelab.report.render.page import render_page
from wirelab.report.run.results import CodecFacts


@pytest.mark.long
def test_a_link_to_what_is_not_shown_shows_everything(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const land = async (place) => {
          location.hash = "?operation=serialize";
          await until(() => rows().length === 24);
          location.hash = place;
          await until(() => rows().length === 48);
          return [rows().length, find("#gone").hidden, all("figure.target").map((each) => each.id)];
        };
        return [await land("size/deserialize-school/110/random"), await land("cell/gone")];
        """,
    )
    assert seen == [[48, True, ["size/deserialize-school/110/random"]], [48, False, []]]


@pytest.mark.long
def test_points_are_reached_and_selected_by_keyboard(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const svg = find("[data-live=size] svg");
        const pressed = (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        const key = (name) => document.activeElement.dispatchEvent(pressed(name));
        const stops = svg.querySelectorAll("[tabindex='0']").length;
        svg.querySelector("[tabindex='0']").focus();
        const first = document.activeElement.getAttribute("aria-label");
        const tip = find("#tip").textContent;
        key("ArrowRight");
        const second = document.activeElement.getAttribute("aria-label");
        key("Enter");
        const after = svg.querySelectorAll("[tabindex='0']").length;
        return { stops, first, tip, second, picked: find("#picked h3").textContent, after };
        """,
    )
    assert (seen["stops"], seen["after"]) == (1, 1)
    assert seen["tip"] == seen["first"] != seen["second"]
    assert seen["second"].startswith(seen["picked"])


@pytest.mark.long
def test_light_and_dark_by_preference_and_by_switch(tmp_path: Path) -> None:
    script = """
        const paper = () => getComputedStyle(document.body).backgroundColor;
        const before = [paper(), find("#theme").textContent];
        find("#theme").click();
        return { before, after: [paper(), find("#theme").textContent] };
    """
    light, dark = ["rgb(255, 255, 255)", "Dark"], ["rgb(20, 24, 29)", "Light"]
    assert used(tmp_path, RESULTS, script) == {"before": light, "after": dark}
    assert used(tmp_path, RESULTS, script, "", DARK) == {"before": dark, "after": light}


@pytest.mark.long
@pytest.mark.parametrize("edge", ["nothing at all", "all lost", "one cell", "no sizes", "everything unresolved"])
def test_less_to_explore_breaks_nothing(tmp_path: Path, edge: str) -> None:
    script = "return { explorer: Boolean(find('#explorer')), shown: find('#shown')?.textContent ?? '' };"
    seen = used(tmp_path, EDGES[edge], script, "?pick=gson@jvm")
    assert seen["explorer"] == (edge != "nothing at all")
    assert seen["shown"].endswith("shown.") or edge == "nothing at all"


@pytest.mark.long
@pytest.mark.parametrize("width", [500, 1280])
def test_long_names_fit(tmp_path: Path, width: int) -> None:
    name = "n" * 250 + "\u202e" + " m" * 125
    cells = tuple(
        replace(each, cell=replace(each.cell, platform=name, subject=replace(each.cell.subject, codec=name)))
        for each in RESULTS.findings.cells[:2]
    )
    seen = used(
        tmp_path,
        replace(RESULTS, question=name, findings=replace(RESULTS.findings, cells=cells, comparisons=())),
        """
        find("[data-live=size] .mark").dispatchEvent(new MouseEvent("click", { bubbles: true }));
        const { scrollWidth } = document.documentElement;
        return { over: scrollWidth - innerWidth, panel: find("#picked").getBoundingClientRect().right - innerWidth };
        """,
        "",
        f"--window-size={width},900",
    )
    assert seen["over"] <= 0
    assert seen["panel"] <= 0


@pytest.mark.long
def test_hostile_names_are_shown_and_do_nothing(tmp_path: Path) -> None:
    long = hostile(RESULTS)
    codecs: tuple[CodecFacts, ...] = tuple(replace(each, documentation="javascript:alert(1)") for each in long.codecs)
    seen = used(
        tmp_path,
        replace(long, codecs=codecs),
        """
        let alerts = 0;
        window.alert = () => { alerts += 1; };
        all("[data-live=size] .mark")[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        const hash = location.hash;
        return {
          alerts, images: all("img").length, scripts: all("body script").length, links: all("#picked dd a").length,
          name: find("#picked h3").textContent, hash, bidi: /[\\u202e\\x1b]/.test(document.body.textContent),
        };
        """,
    )
    assert (seen["alerts"], seen["images"], seen["links"], seen["bidi"]) == (0, 0, 0, False)
    assert "<script>alert(1)</script>" in seen["name"]
    assert not set('<>" ') & set(seen["hash"])


@pytest.mark.parametrize(
    ("flags", "width"), first(1, [((DARK,), 1280), ((), 390), ((), 1280)]), ids=["dark", "phone", "light"]
)
@pytest.mark.long
def test_axe_finds_nothing_serious(tmp_path: Path, flags: tuple[str, ...], width: int) -> None:
    pages = {"run": page_of(WARMED), "recommendation": render_page(recommendation_report(RECOMMENDATIONS["clear"]()))}
    with chromium(tmp_path / "profile", *flags) as browser:
        for name, html in pages.items():
            (tmp_path / f"{name}.html").write_text(html, encoding="utf-8")
            tab = browser.tab((tmp_path / f"{name}.html").as_uri())
            tab.sized(width)
            tab.until("find('#theme:not([hidden])') !== null")
            assert tab.run("return document.documentElement.scrollWidth;") <= width, name
            tab.run("all('details').forEach((each) => { each.open = true; });")
            tab.run("find('[data-live=size] .mark')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));")
            assert serious(tab) == [], name


@pytest.mark.exhaustive
def test_two_thousand_cells_are_chosen_among_and_found(tmp_path: Path) -> None:
    results = many_results(6, 7, processes=4)
    seen = used(
        tmp_path,
        results,
        """
        const shown = () => find("#shown").textContent;
        const said = { all: shown(), elements: all("*").length, figures: all("[data-live=size] svg").length };
        const facet = (name) => all(".facet").find((each) => each.querySelector("legend").textContent === name);
        facet("data").querySelector("[data-act=none]").click();
        facet("data").querySelectorAll("input")[6].click();
        said.some = shown();
        said.tables = all("table.results").filter((table) => table.offsetHeight > 0).length;
        set(find("section:has(tr[id]) .filter input"), "orjson-5");
        said.found = rows().length;
        rows()[0].querySelector("button.who").click();
        return { ...said, picked: find("#picked h3").textContent, marked: all("tr.picked[id]").length };
        """,
    )
    assert seen["all"] == "All 2016 cells are shown."
    assert seen["figures"] == 4, "the others wait until somebody asks for them"
    assert seen["elements"] < 120_000
    assert (seen["some"], seen["tables"]) == ("288 of 2016 cells are shown.", 4)
    assert seen["found"] == 8
    assert (seen["picked"], seen["marked"]) == ("orjson-5 · cpython", 28)


PORTRAIT_PX, LANDSCAPE_PX = 717, 1046  # A4 between margins of a centimetre
WIDEST = """
const paged = (section) => getComputedStyle(section).page === "wide" ? "wide" : "usual";
const edge = (node) => Math.ceil(node.getBoundingClientRect().right);
const found = { wide: [], usual: [] };
for (const part of all("header, section")) {
  part.style.contentVisibility = "visible";
  for (const node of part.querySelectorAll("*:not(svg *)")) {
    if (node.checkVisibility() && !node.matches(".unseen, .unseen *")) {
      found[paged(part)].push([edge(node), node.outerHTML.slice(0, 120)]);
    }
  }
}
const widest = (edges) => edges.reduce((most, each) => (each[0] > most[0] ? each : most), [0, ""]);
return { wide: widest(found.wide), usual: widest(found.usual) };
"""


@pytest.mark.long
def test_on_paper_nothing_is_cut_off(tmp_path: Path) -> None:
    long = tuple(
        replace(each, contract=each.contract * 4, documentation=f"https://docs.example/{'long' * 20}/{each.name}")
        for each in WARMED.codecs
    )
    pages = {
        "run": page_of(replace(WARMED, codecs=long)),
        "recommendation": render_page(recommendation_report(RECOMMENDATIONS["clear"]())),
    }
    with chromium(tmp_path / "profile") as browser:
        for name, html in pages.items():
            (tmp_path / f"{name}.html").write_text(html, encoding="utf-8")
            tab = browser.tab((tmp_path / f"{name}.html").as_uri())
            tab.until("find('#theme') !== null && document.readyState === 'complete'")
            tab.sized(PORTRAIT_PX, "print")
            edge, what = tab.run(WIDEST)["usual"]
            assert 0 < edge <= PORTRAIT_PX, (name, what)
            tab.sized(LANDSCAPE_PX, "print")
            edge, what = tab.run(WIDEST)["wide"]
            assert edge <= LANDSCAPE_PX, (name, what)
