"""What codecs make of each change of a schema, as a table to compare with: a line a codec, a letter a change.

`wirelab evolve --json | python -m tests.runners.evolved` prints it, for `evolution/outcomes.csv`.
"""

import csv
import json
import sys
from collections.abc import Mapping
from typing import Any

from tests.conftest import ROOT

FILE = ROOT / "evolution" / "outcomes.csv"
_COLUMNS = ("codec", "old to new", "new to old")
Outcomes = dict[str, tuple[str, str]]
"""By codec, the first letters of its outcomes in the order of the changes, from old to new and back."""


def outcomes_of(found: Mapping[str, Any]) -> Outcomes:
    """What `wirelab evolve --json` found."""
    letters: dict[str, tuple[list[str], list[str]]] = {}
    for trial in found["trials"]:
        letters.setdefault(trial["subject"], ([], []))[trial["writer"] > trial["reader"]].append(trial["outcome"][0])
    return {codec: ("".join(old), "".join(new)) for codec, (old, new) in sorted(letters.items())}


def recorded() -> Outcomes:
    """What was found before."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {row[_COLUMNS[0]]: (row[_COLUMNS[1]], row[_COLUMNS[2]]) for row in csv.DictReader(file)}


if __name__ == "__main__":
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows((codec, *ways) for codec, ways in outcomes_of(json.load(sys.stdin)).items())
