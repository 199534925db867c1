"""The wait for answers about data never seen: `python benchmarks/first_answer.py` prints docs/performance.md's figures.

Each question gets 1,000 invented documents with field names of their own, so that no types of them are built. Build
the runners first (`make run`, or a first call of this).
"""

import argparse
import json
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from own_data import event

DOCUMENTS = 1000
VERDICT, SIZES, ROW = ("so far", "✓"), ("sizes of",), ("raw",)


def documents(file: Path) -> None:
    """Write documents whose schema nobody has built types for."""
    source, new = random.Random(), f"f{secrets.token_hex(4)}"
    lines = ({**event(source), new: number} for number in range(DOCUMENTS))
    file.write_text("".join(f"{json.dumps(each)}\n" for each in lines))


def seconds_until(command: list[str], folder: Path, *wanted: tuple[str, ...]) -> Iterator[float]:
    """Seconds from the start of `command` to the first line that has one of the words, for each of `wanted`."""
    began = time.monotonic()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as started:
        assert started.stdout is not None
        for words in wanted:
            for line in started.stdout:
                if any(word in line for word in words):
                    break
            yield time.monotonic() - began
        started.send_signal(signal.SIGINT)
        started.stdout.read()


def main() -> int:
    """Print a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--platform", action="append", help="of first verdicts (repeatable)")
    parser.add_argument("--times", type=int, default=3, help="how often each is asked")
    given = parser.parse_args()
    wirelab = str(Path(sys.executable).parent / "wirelab")
    for platform in given.platform or ["python", "jvm", "dotnet-console"]:
        for _ in range(given.times):
            with tempfile.TemporaryDirectory() as folder:
                documents(Path(folder) / "events.jsonl")
                command = [wirelab, "run", "events.jsonl", "--platform", platform]
                sizes_s, verdict_s = seconds_until(command, Path(folder), SIZES, VERDICT)
                print(
                    f"{platform}: first sizes after {sizes_s:.1f} s, first verdict after {verdict_s:.1f} s", flush=True
                )
    for _ in range(given.times):
        with tempfile.TemporaryDirectory() as folder:
            documents(Path(folder) / "events.jsonl")
            first_s, whole_s = seconds_until([wirelab, "sizes", "--data", "events.jsonl"], Path(folder), SIZES, ROW)
            print(f"sizes, every codec: first line after {first_s:.1f} s, table after {whole_s:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
