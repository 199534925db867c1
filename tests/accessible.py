"""The faults that axe finds in a page."""

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.web.chromium import Tab

NPM = shutil.which("npm")
AXE = "axe-core@4.11.0"
_LEAST_PASSES = 15
_RUN = """
for (const each of all("section")) each.style.contentVisibility = "visible";
const { violations, passes } = await axe.run(document, { resultTypes: ["violations"] });
const say = (node) => `${node.html.slice(0, 160)}: ${node.failureSummary}`;
return [passes.length, violations.map((each) => [each.impact, each.id, ...each.nodes.slice(0, 3).map(say)])];
"""


@cache
def _axe() -> str:
    """The source of axe-core, by npm's ordinary client, which keeps it for the next time."""
    if NPM is None:  # Debian's Node has none
        pytest.skip("no npm on PATH")
    command = [NPM, "exec", "--yes", "--prefer-offline", f"--package={AXE}", "--", "sh", "-c", 'echo "$PATH"']
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        pytest.skip(f"npm cannot get {AXE}: {done.stderr.strip().splitlines()[-1:]}")
    folder = Path(done.stdout.partition(":")[0]).parent
    return (folder / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def serious(tab: Tab) -> list[Any]:
    """The serious and critical findings of a page that is ready."""
    tab.run(_axe())
    passes, violations = tab.run(_RUN)
    assert passes > _LEAST_PASSES
    return [each for each in violations if each[0] in ("serious", "critical")]
