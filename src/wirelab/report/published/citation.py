"""How to cite a published folder, as `CITATION.cff` has it. Pure."""

import json
from collections.abc import Sequence

from wirelab.model.visible import visible
from wirelab.report.published.runs import PublishedRun

_NOBODY = "Whoever measured these runs"


def citation(title: str, runs: Sequence[PublishedRun], authors: Sequence[str], address: str) -> str:
    """The file, version 1.2.0 of its format; `runs` have the newest first."""
    named = [f"  - name: {_quoted(author)}" for author in authors or (_NOBODY,)]
    lines = [
        "cff-version: 1.2.0",
        'message: "If you use these measurements, please cite them as below, and link to the page of the run."',
        f"title: {_quoted(title)}",
        "type: dataset",
        "authors:",
        *named,
        f"date-released: {runs[0].day}",
        f"version: {_quoted(runs[0].name)}",
        *([f"url: {_quoted(address)}"] if address else []),
        "identifiers:",
    ]
    for run in runs:
        where = f"{address.rstrip('/')}/{run.page}" if address else run.page
        lines += [f"  - type: {'url' if address else 'other'}", f"    value: {_quoted(where)}"]
        lines.append(f"    description: {_quoted(f'{run.results.study}, measured {run.day} on {run.machine}')}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """As YAML reads it: JSON's text in ASCII, but without pairs of surrogates; no browser takes it for markup."""
    written = json.dumps(visible(text), ensure_ascii=False).replace("<", "\\u003c")
    return written.encode("ascii", "backslashreplace").decode()
