"""The page as its reader uses it: chooses, selects, compares anew, re-ranks, follows links; by keyboard, too."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import require
from tests.report.invented_results import invented_results
from tests.report.reported import transfer_results
from tests.report.test_browser import CHROMIUM, DARK, FLAGS
from tests.report.test_page import EDGES, hostile
from wirelab.report.render.page import render_page
from wirelab.report.run.report import run_report
from wirelab.report.run.results import CodecFacts, Results

NPM = shutil.which("npm")
AXE = "axe-core@4.11.0"


@pytest.fixture(autouse=True)
def chromium() -> None:
    require("chromium", CHROMIUM is not None, "no chromium on PATH")


_PAGES: dict[int, tuple[Results, str]] = {}


def page_of(results: Results) -> str:
    """The page, drawn once for each results."""
    if id(results) not in _PAGES:
        _PAGES[id(results)] = (results, render_page(run_report(results)))
    return _PAGES[id(results)][1]


def used(folder: Path, results: Results, script: str, fragment: str = "", *flags: str) -> Any:
    """What `script`, which runs once the page is ready and gives an object, saw of a page of `results`."""
    probe = f"""<script>
    addEventListener("load", async () => {{
      const find = (selector) => document.querySelector(selector);
      const all = (selector) => [...document.querySelectorAll(selector)];
      const texts = (selector) => all(selector).map((node) => node.textContent.trim());
      const click = (selector) => find(selector).dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
      const set = (node, value, kind = "input") => {{
        node.value = value;
        node.dispatchEvent(new Event(kind, {{ bubbles: true }}));
      }};
      const rows = () => all("tr[data-who]").filter((row) => row.id && row.offsetHeight > 0);
      let seen;
      try {{
        seen = await (async () => {{ {script} }})();
      }} catch (error) {{
        seen = {{ error: `${{error}} ${{error.stack}}` }};
      }}
      document.documentElement.dataset.seen = JSON.stringify(seen);
    }});
    </script></body>"""
    html = re.sub(r"<meta http-equiv[^>]*>", "", page_of(results)).replace("</body>", probe)
    page = folder / "page.html"
    page.write_text(html, encoding="utf-8", errors="replace")
    address = page.as_uri() + (f"#{fragment}" if fragment else "")
    command = [str(CHROMIUM), *FLAGS, *flags, f"--user-data-dir={folder / 'profile'}", "--dump-dom", address]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r'data-seen="([^"]*)"', done.stdout)
    assert found, done.stderr
    seen = json.loads(unescape(found[1]))
    assert not isinstance(seen, dict) or "error" not in seen, seen
    return seen


RESULTS = invented_results()
DOCUMENTED = replace(
    RESULTS,
    codecs=tuple(replace(each, documentation=f"https://docs.example/{each.name}") for each in RESULTS.codecs),
)


def test_facets_narrow_rows_and_figures_and_the_link_keeps_them(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const facet = (name) => all(".facet").find((each) => each.querySelector("legend").textContent === name);
        const points = () => all("[data-live=size] .mark").length;
        const before = [rows().length, points()];
        facet("format").querySelector("[data-act=none]").click();
        const none = [rows().length, points(), find("[data-live=size]").textContent];
        const boxes = [...facet("format").querySelectorAll("input")];
        boxes.find((box) => box.parentElement.textContent.includes("JSON")).click();
        const json = [rows().length, points(), find("#shown").textContent, decodeURIComponent(location.hash)];
        facet("operation").querySelectorAll("input")[0].click();
        const one = [rows().length, all("[data-live=size] figure").length, location.hash];
        facet("format").querySelector("[data-act=all]").click();
        const some = rows().length;
        find("[data-act=everything]").click();
        return { before, none, json, one, some, after: rows().length, hash: location.hash };
        """,
    )
    assert seen["before"] == [48, 48]
    assert seen["none"] == [0, 0, "None of what is shown has both a time and a size."]
    assert seen["json"] == [16, 16, "16 of 48 cells are shown.", "#?format=JSON"]
    assert seen["one"][:2] == [8, 2]
    assert seen["one"][2] == "#?format=JSON&operation=deserialize"
    assert seen["some"] == 24
    assert (seen["after"], seen["hash"]) == (48, "")


def test_a_link_restores_what_was_chosen(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        return {
          rows: rows().map((row) => row.cells[1].textContent), pick: find("#picked h3").textContent,
          reference: find("#reference").selectedOptions[0].textContent, gone: find("#gone").hidden,
          rate: find("#rate-words").textContent, reads: find("#mix").elements.reads.value,
          sorted: all("th[aria-sort]").map((head) => head.textContent),
        };
        """,
        "?runtime=cpython&pick=orjson@cpython&reference=json@cpython&rate=20Mbit/s&reads=3&sort=size",
    )
    assert seen["rows"] == ["cpython"] * 24
    assert (seen["pick"], seen["reference"], seen["gone"]) == ("orjson · cpython", "json · cpython", True)
    assert (seen["rate"], seen["reads"]) == ("20 Mbit/s", "3")
    assert seen["sorted"] == ["size"] * 4


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("?format=CBOR", "format “CBOR”"),
        ("?pick=gone@jvm", "pick “gone@jvm”"),
        ("?rate=0bit/s&runtime=jvm", "rate “0bit/s”"),
        ("?reads=-1", "reads “-1”"),
        ("?toString=1&place=7", "toString; place"),
        ("cell/that/is/gone", "cell/that/is/gone"),
        ("?format=%3Cimg%20src=x%20onerror=alert(1)%3E", "<img src=x onerror=alert(1)>"),
    ],
)
def test_a_link_to_what_is_gone_says_so_and_shows_everything(tmp_path: Path, fragment: str, says: str) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        "return { gone: find('#gone').hidden ? '' : find('#gone').textContent, rows: rows().length, "
        "images: all('img').length };",
        fragment,
    )
    assert says in seen["gone"]
    assert seen["gone"].endswith("Everything is shown.")
    assert (seen["rows"], seen["images"]) == (48, 0)


def test_every_row_and_figure_is_a_place_that_links_land_on(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const places = [...all("tr[id]"), ...all("figure[id]")].map((each) => each.id);
        const hash = (id) => decodeURIComponent(new URL(`#${id}`, location.href).hash.slice(1));
        const lands = (id) => document.getElementById(hash(id));
        return {
          places: places.length, lost: places.filter((id) => lands(id)?.id !== id),
          target: all(".target").map((each) => each.id), shown: rows().length,
        };
        """,
        "cell/school/1100/random/jvm/gson/deserialize",
    )
    assert seen["places"] == 48 + 12
    assert seen["lost"] == []
    assert seen["target"] == ["cell/school/1100/random/jvm/gson/deserialize"]
    assert seen["shown"] == 48


def test_what_is_selected_anywhere_is_marked_everywhere(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        DOCUMENTED,
        """
        const marked = () => ({
          rows: all("tr.picked[id]").map((row) => row.cells[0].textContent),
          size: all("[data-live=size] .mark.picked").map((mark) => mark.getAttribute("aria-label").split(" ")[0]),
          ratios: all("[data-live=ratios] .mark.picked").length,
          drift: all("[id^='drift/'] .picked").length,
          mix: texts("#mixed tr.picked th"),
        });
        const says = (mark) => mark.getAttribute("aria-label");
        const point = all("[data-live=size] .mark").find((mark) => says(mark).startsWith("msgspec-msgpack"));
        point.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        const first = marked();
        const facts = texts("#picked dt").map((name, at) => [name, texts("#picked dd")[at]]);
        const link = find("#picked dd a");
        all("tr[id] button.who").find((button) => button.textContent === "gson").click();
        const second = marked();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        const left = { third: marked(), hash: location.hash, hidden: find("#picked").hidden };
        return { first, facts, href: link.href, second, ...left };
        """,
    )
    first = seen["first"]
    assert first["rows"] == ["msgspec-msgpack"] * 4
    assert first["size"] == ["msgspec-msgpack"] * 4
    assert (first["ratios"], first["drift"], first["mix"]) == (4, 4 * 12, ["msgspec-msgpack · cpython"])
    facts = dict(seen["facts"])
    assert (facts["format"], facts["version"]) == ("MessagePack", "1.2.3")
    assert "fields found by names" in facts["contract"]
    assert seen["href"] == facts["documentation"] == "https://docs.example/msgspec-msgpack"
    assert set(seen["second"]["rows"]) == {"gson"}
    assert seen["third"]["rows"] == []
    assert (seen["hash"], seen["hidden"]) == ("", True)


def test_another_reference_makes_other_ratios_and_says_what_they_are(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const row = (name) => all("tr[id]").find((each) => each.cells[0].textContent === name);
        const heads = [...row("gson").closest("table").tHead.rows[0].cells];
        const column = (name) => heads.findIndex((head) => head.textContent === name);
        const say = (name) => ["ratio", "verdict"].map((each) => row(name).cells[column(each)].textContent.trim());
        const names = ["gson", "protobuf-java", "orjson", "jaxb-moxy"];
        const before = names.map(say);
        const options = [...find("#reference").options];
        const proto = options.find((each) => each.textContent === "protobuf-java · jvm");
        set(find("#reference"), proto.value, "change");
        const after = names.map(say);
        const grey = row("gson").cells[column("ratio")].className;
        const note = find("#recomputed").hidden;
        const label = find("[data-live=ratios] .mark").getAttribute("aria-label");
        set(find("#reference"), "", "change");
        return { before, after, grey, note, label, again: names.map(say) };
        """,
    )
    gson, proto, orjson, moxy = seen["after"]
    assert proto == ["1×", "reference"]
    assert re.fullmatch(r"4\.\d\d×", gson[0]), "a process was lost, so there is no interval"
    assert gson[1] == "no rounds in common"
    assert "grey" in seen["grey"]
    assert re.fullmatch(r"1\.\d\d× \[1\.\d\d, 1\.\d\d\]", orjson[0])
    assert orjson[1] == moxy[1] == "slower"
    assert re.fullmatch(r"5\.\d\d× \[5\.\d+, 6\.\d+\]|5\.\d\d× \[5\.\d+, 5\.\d+\]|6\.\d\d× \[.*\]", moxy[0])
    assert seen["note"] is False
    assert "of the time of protobuf-java · jvm" in seen["label"]
    assert "recomputed" in seen["label"]
    assert seen["again"] == seen["before"]


def test_the_readers_mix_ranks_anew_in_time(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const form = find("#mix").elements;
        const first = () => find("#mixed tbody th").textContent;
        const said = { fast: [first(), texts("#mixed li")] };
        const start = performance.now();
        set(form.rate, 100);
        said.took = performance.now() - start;
        said.slow = [first(), find("#rate-words").textContent, location.hash];
        set(form.reads, "100");
        said.reads = location.hash;
        set(form.reads, "nonsense");
        set(form.reads, "-3");
        said.wrong = [find("#wrong").textContent, location.hash, form.reads.getAttribute("aria-invalid")];
        form.by[1].click();
        form.by[1].dispatchEvent(new Event("input", { bubbles: true }));
        said.free = find("#mixed .answer").textContent;
        set(form.cpu, "0.04");
        set(form.traffic, "0.09");
        said.price = [find("#mixed .answer").textContent, texts("#mixed li").length, location.hash];
        return said;
        """,
    )
    assert seen["fast"][0] == "protobuf-java · jvm"
    assert any("would take less if the rate of the link were below" in words for words in seen["fast"][1])
    assert seen["took"] < (1000 if os.environ.get("CI") else 500), "100 ms on an idle machine"
    assert seen["slow"][:2] == ["protobuf-java+gzip · jvm", "100 kbit/s"]
    assert seen["slow"][2] == "#?rate=100%20kbit/s"
    assert seen["reads"].endswith("&reads=100")
    assert "is no number" in seen["wrong"][0]
    assert seen["wrong"][1].endswith("&reads=100")
    assert seen["wrong"][2] == "true"
    assert seen["free"] == "All take nothing: give a price above 0."
    assert "takes the least: " in seen["price"][0]
    assert "for a million" in seen["price"][0]
    assert seen["price"][2].endswith("&reads=100&cpu=0.04&traffic=0.09&by=price")


def test_a_transfers_ways_are_those_of_its_answer(tmp_path: Path) -> None:
    seen = used(tmp_path, transfer_results(), "return { there: Boolean(find('#explorer')), rows: rows().length };")
    assert seen["there"]


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


def test_light_and_dark_by_preference_and_by_switch(tmp_path: Path) -> None:
    script = """
        const paper = () => getComputedStyle(document.body).backgroundColor;
        const before = [paper(), find("#theme").textContent];
        find("#theme").click();
        return { before, after: [paper(), find("#theme").textContent] };
    """
    light, dark = ["rgb(255, 255, 255)", "Dark"], ["rgb(20, 24, 29)", "Light"]
    assert used(tmp_path / "", RESULTS, script) == {"before": light, "after": dark}
    shutil.rmtree(tmp_path / "profile")
    assert used(tmp_path, RESULTS, script, "", DARK) == {"before": dark, "after": light}


@pytest.mark.parametrize("edge", ["nothing at all", "all lost", "one cell", "no sizes"])
def test_less_to_explore_breaks_nothing(tmp_path: Path, edge: str) -> None:
    script = "return { explorer: Boolean(find('#explorer')), shown: find('#shown')?.textContent ?? '' };"
    seen = used(tmp_path, EDGES[edge], script, "?pick=gson@jvm")
    assert seen["explorer"] == (edge != "nothing at all")
    assert seen["shown"].endswith("shown.") or edge == "nothing at all"


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


def axe() -> str:
    """The source of axe-core, by npm's ordinary client."""
    require("node", NPM is not None, "no npm on PATH")
    command = [str(NPM), "exec", "--yes", f"--package={AXE}", "--", "sh", "-c", 'echo "$PATH"']
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        pytest.skip(f"npm cannot get {AXE}: {done.stderr.strip().splitlines()[-1:]}")
    folder = Path(done.stdout.partition(":")[0]).parent
    return (folder / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.long
def test_axe_finds_nothing_serious(tmp_path: Path, theme: str) -> None:
    (tmp_path / "axe.js").write_text(axe(), encoding="utf-8")
    seen = used(
        tmp_path,
        DOCUMENTED,
        """
        for (const each of all("section")) each.style.contentVisibility = "visible";
        all("[data-live=size] .mark")[0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
        const script = document.createElement("script");
        script.src = "axe.js";
        await new Promise((done) => { script.onload = done; document.body.append(script); });
        const { violations, passes } = await axe.run(document, { resultTypes: ["violations"] });
        const say = (node) => `${node.html.slice(0, 160)}: ${node.failureSummary}`;
        const said = (each) => [each.impact, each.id, each.nodes.length, ...each.nodes.slice(0, 3).map(say)];
        return { passes: passes.length, violations: violations.map(said) };
        """,
        "",
        *([DARK] if theme == "dark" else []),
        "--virtual-time-budget=60000",
    )
    assert seen["passes"] > 20
    assert [each for each in seen["violations"] if each[0] in ("serious", "critical")] == []
