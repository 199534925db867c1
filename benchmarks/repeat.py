"""Whether a ratio is the same in another session: `python benchmarks/repeat.py --lab A.duckdb`, and again later.

Measures 24 cells in three runtimes until every ratio is known to ±5 %, into the lab file. The second call, an hour or a
day later, prints by how much each ratio differs from the one before.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

STUDY = """
name = "repeat"
question = "Are ratios the same in another session?"

[factors]
workload = ["school"]
size = [1100]
platform = ["jvm", "python", "dotnet-console"]
codec = [
    "protobuf-java", "gson", "jackson-json", "kryo5", "protobuf-python", "orjson", "json", "msgspec-msgpack",
    "google-protobuf", "system-text-json", "newtonsoft-json", "bson-newtonsoft",
]
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lab", type=Path, required=True)
    given = parser.parse_args()
    study = given.lab.with_suffix(".toml")
    study.write_text(STUDY)
    ratios = measured(study, given.lab)
    kept = given.lab.with_suffix(".json")
    if kept.exists():
        compare(json.loads(kept.read_text()), ratios)
    kept.write_text(json.dumps(ratios))


def measured(study: Path, lab: Path) -> dict[str, float]:
    """The ratio of every cell, by its name."""
    command = [sys.executable, "-m", "wirelab", "run", str(study), "--lab", str(lab), "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if not ended.stdout:
        sys.exit(ended.stderr)
    report = json.loads(ended.stdout)
    found = {}
    for each in report["findings"]:
        ratio = (each["ratio"] or {}).get("ratio")
        if ratio and not each["cell"]["twin"]:
            cell = each["cell"]
            found[f"{cell['platform']} {cell['subject']} {cell['operation']}"] = ratio["estimate"]
    print(f"{len(found)} ratios after {report['run']['rounds']} rounds; {report['run']['ending']}")
    return found


def compare(before: dict[str, float], now: dict[str, float]) -> None:
    """Print by how much ratios changed."""
    changes = {name: abs(ratio / before[name] - 1) for name, ratio in now.items() if name in before}
    for name, change in sorted(changes.items(), key=lambda item: item[1]):
        print(f"{100 * change:5.1f} %  {before[name]:8.3f} {now[name]:8.3f}  {name}")
    within = sum(change <= 0.03 for change in changes.values())
    print(f"{within} of {len(changes)} within 3 %")


if __name__ == "__main__":
    main()
