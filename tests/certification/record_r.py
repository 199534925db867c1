"""Records R's answers for the random designs, those with holes, and sessions.

`python -m tests.certification.record_r`; needs R with car, emmeans, multcompView, lme4 and lmerTest.
"""

import json
import subprocess
import tempfile
from pathlib import Path

from tests.certification import holes, oracle, sessions
from tests.certification.oracle import Quantities

HERE = Path(__file__).parent
RECORDED, RECORDED_HOLES = HERE / "recorded_r.json", HERE / "recorded_r_holes.json"
RECORDED_SESSIONS = HERE / "recorded_r_sessions.json"


def ask_r(script: str, table: str) -> dict[int, Quantities]:
    """R's quantities of each design of a long table, by its number."""
    with tempfile.TemporaryDirectory() as folder:
        given, answered = Path(folder) / "designs.csv", Path(folder) / "answers.tsv"
        given.write_text(table, encoding="ascii")
        subprocess.run(["Rscript", "--vanilla", str(HERE / script), str(given), str(answered)], check=True, timeout=240)
        found: dict[int, Quantities] = {}
        for line in answered.read_text(encoding="ascii").splitlines():
            number, quantity, values = line.split("\t")
            found.setdefault(int(number), {})[quantity] = [float(value) for value in values.split()]
    return found


def ask_of_designs(numbers: range) -> dict[int, Quantities]:
    """R's quantities of the random designs."""
    return ask_r("oracle.R", oracle.as_csv([oracle.design(number) for number in numbers]))


def ask_of_holes(numbers: range) -> dict[int, Quantities]:
    """R's quantities of the designs with holes."""
    return ask_r("holes.R", holes.as_csv([holes.design(number) for number in numbers]))


def ask_of_sessions(numbers: range) -> dict[int, Quantities]:
    """R's quantities of the designs of sessions and machines."""
    return ask_r("sessions.R", sessions.as_csv([sessions.design(number) for number in numbers]))


def recorded(path: Path) -> dict[int, Quantities]:
    """R's recorded answers."""
    return {int(number): found for number, found in json.loads(path.read_text(encoding="ascii")).items()}


def main() -> None:
    """Ask R and write the answers."""
    for path, answers in (
        (RECORDED, ask_of_designs(range(oracle.DESIGNS))),
        (RECORDED_HOLES, ask_of_holes(range(holes.DESIGNS))),
        (RECORDED_SESSIONS, ask_of_sessions(range(sessions.DESIGNS))),
    ):
        lines = (f'"{number}":{json.dumps(found, separators=(",", ":"))}' for number, found in sorted(answers.items()))
        path.write_text("{" + ",\n".join(lines) + "}\n", encoding="ascii")


if __name__ == "__main__":
    main()
