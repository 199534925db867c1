"""How soon a page is there and follows its reader: `python -m benchmarks.page` prints a row per number of cells.

The cells are invented. Needs Chromium. The goals: 3 MB and a first paint within 1 s for 100 cells, 100 ms to rank
again, 2,000 cells usable.
"""

import json
import sys
import tempfile
import time
from pathlib import Path

from tests.report.many_results import many_results
from tests.web.chromium import Tab, chromium

from wirelab.report.render.page import render_page
from wirelab.report.run.report import run_report

SIZES = ((1, 2), (6, 7))  # 96 and 2,016 cells
REPEATED = 5
COLUMNS = (
    "cells",
    "made s",
    "MB",
    "elements",
    "first paint ms",
    "ready ms",
    "rank ms",
    "filter ms",
    "select ms",
    "sort ms",
)
# Each of these ends when the browser has laid out the change.
USES = {
    "rank": "form.rate.value = 80 + 20 * at; form.rate.dispatchEvent(new Event('input', { bubbles: true }));",
    "filter": "document.querySelector('.facet input').click();",
    "select": "document.querySelectorAll('tr[id] button.who')[at].click();",
    "sort": "document.querySelectorAll('table.results thead button')[2].click();",
}


def used_ms(tab: Tab, use: str) -> float:
    """The median of several times that a use takes."""
    script = f"""
        const form = document.querySelector("#mix").elements;
        const taken = [];
        for (let at = 0; at < {REPEATED}; at++) {{
          const start = performance.now();
          {use}
          document.body.getBoundingClientRect();
          taken.push(performance.now() - start);
        }}
        return taken.sort((one, other) => one - other)[{REPEATED // 2}];
    """
    return float(tab.run(script))


def row(folder: Path, codecs: int, corpora: int) -> tuple[float, ...]:
    """The row for a page of so many cells."""
    results = many_results(codecs, corpora)
    start = time.perf_counter()
    html = render_page(run_report(results))
    made_s = time.perf_counter() - start
    page = folder / f"{codecs}-{corpora}.html"
    page.write_text(html, encoding="utf-8")
    with chromium(folder / f"profile-{codecs}-{corpora}", "--window-size=1280,900") as browser:
        tab = browser.tab(page.as_uri())
        tab.until("find('#explorer:not([hidden])') !== null && document.readyState === 'complete'")
        seen = tab.run(
            "const paint = performance.getEntriesByName('first-contentful-paint')[0];"
            " const [{ domContentLoadedEventEnd }] = performance.getEntriesByType('navigation');"
            " return JSON.stringify([all('*').length, paint?.startTime ?? NaN, domContentLoadedEventEnd]);"
        )
        uses = [used_ms(tab, use) for use in USES.values()]
    return (len(results.findings.cells), made_s, len(html.encode()) / 1e6, *json.loads(seen), *uses)


def main() -> int:
    """Print the table."""
    print(" | ".join(COLUMNS))
    with tempfile.TemporaryDirectory() as folder:
        for codecs, corpora in SIZES:
            print(" | ".join(f"{value:,.4g}" for value in row(Path(folder), codecs, corpora)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
