"""The outcomes of each change of a schema, as a table to compare with: one line per codec, one letter per change.

`wirelab evolve --json >e.json; python -m tests.runners.evolved <e.json` writes it into `evolution/outcomes.csv`. Codecs
that were not tried keep their lines, with a dash for each change that came since.
"""

import csv
import json
import sys
from collections.abc import Mapping
from typing import Any

from tests.conftest import ROOT
from wirelab.app.executed.tried import UNTRIED

FILE = ROOT / "evolution" / "outcomes.csv"
_COLUMNS = ("codec", "old to new", "new to old")
Outcomes = dict[str, tuple[str, str]]
"""The first letters of a codec's outcomes in the order of the changes, from old to new and back; a dash: none."""


def outcomes_of(found: Mapping[str, Any]) -> Outcomes:
    """The outcomes that `wirelab evolve --json` found."""
    letters: dict[str, tuple[list[str], list[str]]] = {}
    for trial in found["trials"]:
        letters.setdefault(trial["subject"], ([], []))[trial["writer"] > trial["reader"]].append(trial["outcome"][0])
    return {codec: ("".join(old), "".join(new)) for codec, (old, new) in sorted(letters.items())}


def recorded() -> Outcomes:
    """The outcomes on record."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {row[_COLUMNS[0]]: (row[_COLUMNS[1]], row[_COLUMNS[2]]) for row in csv.DictReader(file)}


def agrees(found: tuple[str, str], before: tuple[str, str]) -> bool:
    """Whether outcomes are those on record, as far as these were tried."""
    return all(
        old in (UNTRIED, new) for ways in zip(found, before, strict=True) for new, old in zip(*ways, strict=True)
    )


def whole(found: Outcomes, changes: int) -> Outcomes:
    """The outcomes found, and those on record for other codecs, all of so many changes."""
    before = {
        codec: (old.ljust(changes, UNTRIED), new.ljust(changes, UNTRIED)) for codec, (old, new) in recorded().items()
    }
    return dict(sorted({**before, **found}.items()))


if __name__ == "__main__":
    document = json.load(sys.stdin)
    rows = whole(outcomes_of(document), len(document["changes"]))
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows((codec, *ways) for codec, ways in rows.items())
