"""A page as Chromium shows it, and the observations of a script in it."""

import atexit
import json
import re
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.conftest import require
from tests.report.invented_results import invented_results
from tests.report.test_browser import CHROMIUM
from tests.web.chromium import Browser, chromium
from wirelab.report.render.page import render_page
from wirelab.report.run.report import run_report
from wirelab.report.run.results import Results

_PAGES: dict[int, tuple[Results, str]] = {}


def page_of(results: Results) -> str:
    """The page, drawn once for each results."""
    if id(results) not in _PAGES:
        _PAGES[id(results)] = (results, render_page(run_report(results)))
    return _PAGES[id(results)][1]


def used(folder: Path, results: Results, script: str, fragment: str = "", *flags: str) -> Any:
    """The object that `script` returns, which runs once a page of `results` is ready."""
    require("chromium", CHROMIUM is not None, "no chromium on PATH")
    probe = f"""<script>
    const faults = [];
    addEventListener("error", (event) => faults.push(event.message));
    addEventListener("load", async () => {{
      const find = (selector) => document.querySelector(selector);
      const all = (selector) => [...document.querySelectorAll(selector)];
      const texts = (selector) => all(selector).map((node) => node.textContent.trim());
      const click = (selector) => find(selector).dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
      const set = (node, value, kind = "input") => {{
        node.value = value;
        node.dispatchEvent(new Event(kind, {{ bubbles: true }}));
      }};
      const until = async (there) => {{
        for (let turn = 0; turn < 200 && !there(); turn += 1) await new Promise((done) => setTimeout(done, 20));
      }};
      const rows = () => all("tr[data-who]").filter((row) => row.id && row.offsetHeight > 0);
      let seen;
      try {{
        seen = await (async () => {{ {script} }})();
      }} catch (error) {{
        seen = {{ error: `${{error}} ${{error.stack}}` }};
      }}
      document.documentElement.dataset.seen = JSON.stringify(faults.length ? {{ error: faults }} : seen);
    }});
    </script></body>"""
    html = re.sub(r"<meta http-equiv[^>]*>", "", page_of(results)).replace("</body>", probe)
    page = folder / "page.html"
    page.write_text(html, encoding="utf-8", errors="replace")
    address = page.as_uri() + (f"#{fragment}" if fragment else "")
    with ExitStack() as own:
        browser = own.enter_context(chromium(folder / "profile", *flags)) if flags else _shared_browser()
        tab = own.enter_context(browser.apart(address))
        seen = json.loads(tab.until("document.documentElement.dataset.seen"))
    assert not isinstance(seen, dict) or "error" not in seen, seen
    return seen


@cache
def _shared_browser() -> Browser:
    """One for all pages of this process: to start one takes two seconds of a processor."""
    held = ExitStack()
    atexit.register(held.close)
    return held.enter_context(chromium(Path(held.enter_context(TemporaryDirectory(prefix="wirelab-browser-")))))


RESULTS = invented_results()
DOCUMENTED = replace(
    RESULTS,
    codecs=tuple(replace(each, documentation=f"https://docs.example/{each.name}") for each in RESULTS.codecs),
)
WARMED = replace(
    DOCUMENTED,
    codecs=tuple(replace(each, source=f"runners/{each.name}.code", authors="Fair.") for each in DOCUMENTED.codecs),
    warm_ups={
        each.cell: tuple(each.time_ns.estimate * (1 + 4 * 0.5**batch) for batch in range(20))
        for each in RESULTS.findings.cells
        if each.time_ns is not None and each.cell.subject.codec != "lxml"
    },
)
