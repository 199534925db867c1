"""The page for every reader: by keyboard, light and dark, with little, long or hostile text in it, by axe's rules."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.report.test_browser import DARK
from tests.report.test_page import EDGES, hostile
from tests.report.used_page import DOCUMENTED, RESULTS, used
from wirelab.report.run.results import CodecFacts

NPM = shutil.which("npm")
AXE = "axe-core@4.11.0"


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
    if NPM is None:  # Debian's Node has none
        pytest.skip("no npm on PATH")
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
