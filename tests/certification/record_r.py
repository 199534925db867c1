"""Records what R says of the random designs.

`python -m tests.certification.record_r`; needs R with car, emmeans and multcompView.
"""

import json
import subprocess
import tempfile
from pathlib import Path

from tests.certification.oracle import DESIGNS, Design, Quantities, as_csv, design

HERE = Path(__file__).parent
RECORDED = HERE / "recorded_r.json"


def ask_r(designs: list[Design]) -> dict[int, Quantities]:
    """R's quantities of each design, by its number."""
    with tempfile.TemporaryDirectory() as folder:
        given, answered = Path(folder) / "designs.csv", Path(folder) / "answers.tsv"
        given.write_text(as_csv(designs), encoding="ascii")
        subprocess.run(
            ["Rscript", "--vanilla", str(HERE / "oracle.R"), str(given), str(answered)], check=True, timeout=240
        )
        found: dict[int, Quantities] = {}
        for line in answered.read_text(encoding="ascii").splitlines():
            number, quantity, values = line.split("\t")
            found.setdefault(int(number), {})[quantity] = [float(value) for value in values.split()]
    return found


def main() -> None:
    """Ask R and write the answers."""
    answers = ask_r([design(number) for number in range(DESIGNS)])
    lines = (f'"{number}":{json.dumps(found, separators=(",", ":"))}' for number, found in sorted(answers.items()))
    RECORDED.write_text("{" + ",\n".join(lines) + "}\n", encoding="ascii")


if __name__ == "__main__":
    main()
