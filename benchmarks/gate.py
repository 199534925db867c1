"""How often a gate alarms on real codecs that are equal: `python benchmarks/gate.py --codec orjson@3.13.0 --gates 100`.

Each gate is `wirelab compare` of the runner's own build with a build of its own of the same version, so that nothing
differs but the build. With `--old`, the versions differ, and the findings about them are printed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import monotonic

WORSE = 8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--codec", required=True, help="with the version that the runner has: orjson@3.13.0")
    parser.add_argument("--old", help="the codec that it is compared with  [default: the runner's own build]")
    parser.add_argument("--gates", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0, help="of the first gate; each further one has the next")
    parser.add_argument("--budget", default="10m")
    parser.add_argument("words", nargs="*", help="further words of the command, behind --")
    given = parser.parse_args()
    old = given.old or given.codec.partition("@")[0]
    alarms, effects, began = 0, Counter[str](), monotonic()
    for done in range(1, given.gates + 1):
        code, document = gate([old, given.codec], given.seed + done - 1, [*given.words, "--budget", given.budget])
        alarms += code == WORSE
        effects.update(change["effect"] for change in document["changes"])
        minutes = (monotonic() - began) / done / 60
        print(
            f"{old} against {given.codec}: {alarms} of {done} gates alarm; {minutes:.1f} min per gate; comparisons:",
            ", ".join(f"{number} {name}" for name, number in effects.most_common()),
            flush=True,
        )


def gate(codecs: list[str], seed: int, words: list[str]) -> tuple[int, dict]:
    """The exit code of one comparison, and its findings."""
    named = [word for codec in codecs for word in ("--codec", codec)]
    with tempfile.TemporaryDirectory() as folder:
        lab = str(Path(folder, "gate.duckdb"))
        command = [
            sys.executable,
            "-m",
            "wirelab",
            "compare",
            *named,
            *words,
            "--seed",
            str(seed),
            "--lab",
            lab,
            "--json",
        ]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode not in (0, WORSE):
        sys.exit(ended.stderr)
    return ended.returncode, json.loads(ended.stdout)


if __name__ == "__main__":
    main()
