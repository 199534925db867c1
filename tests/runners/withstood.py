"""The outcomes of hostile bytes, as a table: one line per codec, one number per outcome.

`wirelab withstand school --size 110 --json >w.json; python -m tests.runners.withstood <w.json` writes it into
`hostile/outcomes.csv`; codecs that were not tried keep their lines.
"""

import csv
import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.conftest import ROOT
from wirelab.model.findings.withstood import Outcome

FILE = ROOT / "hostile" / "outcomes.csv"
Outcomes = dict[str, tuple[int, ...]]
"""How often each outcome was seen, the best first, by codec."""


def outcomes_of(found: Mapping[str, Any]) -> Outcomes:
    """The outcomes that `wirelab withstand --json` found."""
    counts = {each["subject"]: Counter(one["outcome"] for one in each["attempts"]) for each in found["codecs"]}
    return {codec: tuple(count[outcome] for outcome in Outcome) for codec, count in sorted(counts.items())}


def recorded() -> Outcomes:
    """The outcomes on record."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {codec: tuple(map(int, numbers)) for codec, *numbers in list(csv.reader(file))[1:]}


if __name__ == "__main__":
    rows = {**recorded(), **outcomes_of(json.load(sys.stdin))}
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("codec", *Outcome))
        writer.writerows((codec, *numbers) for codec, numbers in sorted(rows.items()))
