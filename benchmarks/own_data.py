"""Speed of inference: `python benchmarks/own_data.py` prints the figures in docs/performance.md.

Invents JSON Lines, infers a schema of them with the command as a user types it, and prints its time and the memory of
all its processes together, sampled: shared pages count once (PSS).
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

SEED, EVERY_S = 20240506, 0.1


def event(source: random.Random) -> dict[str, object]:
    """One event, much like those of a host of repositories."""

    def word(length: int) -> str:
        return "".join(source.choices("abcdefghij", k=length))

    def commit() -> dict[str, object]:
        message = f"Mend {word(source.randrange(40))}"
        sha = f"{source.getrandbits(160):040x}"
        return {"sha": sha, "message": message, "distinct": source.random() < 0.5, "score": source.random()}

    day, hour, minute = source.randrange(1, 29), source.randrange(24), source.randrange(60)
    made: dict[str, object] = {
        "id": str(UUID(int=source.getrandbits(128), version=4)),
        "type": source.choice(["PushEvent", "IssuesEvent", "WatchEvent", "ForkEvent"]),
        "actor": {"id": source.randrange(10**8), "login": word(9), "url": f"https://example.org/users/{word(6)}"},
        "repo": {"id": source.randrange(10**8), "name": word(12)},
        "public": True,
        "created_at": f"2024-05-{day:02d}T{hour:02d}:{minute:02d}:07Z",
        "payload": {"ref": "refs/heads/main", "commits": [commit() for _ in range(source.randrange(4))]},
    }
    return made if source.random() < 0.8 else {**made, "org": {"id": source.randrange(10**6), "login": word(7)}}


def lines(size_bytes: int) -> Iterator[str]:
    """Events, a line each, of at least so many bytes together."""
    source, written = random.Random(SEED), 0
    while written < size_bytes:
        line = json.dumps(event(source)) + "\n"
        written += len(line)
        yield line


def memory_bytes(root: int) -> int:
    """The memory of a process and all below it; 0 for one that has just ended."""
    try:
        text = Path(f"/proc/{root}/smaps_rollup").read_text()
        own = next(int(line.split()[1]) << 10 for line in text.splitlines() if line.startswith("Pss:"))
        children = Path(f"/proc/{root}/task/{root}/children").read_text().split()
    except (OSError, StopIteration):
        return 0
    return own + sum(memory_bytes(int(child)) for child in children)


def main() -> None:
    """Print a line for each run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wirelab-benchmark-") as folder:
        file = Path(folder) / "events.jsonl"
        with file.open("w") as writer:
            writer.writelines(lines(asked.megabytes * 10**6))
        for _ in range(asked.runs):
            command = [sys.executable, "-m", "wirelab", "run", "--data", file.name, "--schema-only"]
            began, peak_bytes = time.perf_counter(), 0
            lab = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while lab.poll() is None:
                peak_bytes = max(peak_bytes, memory_bytes(lab.pid))
                time.sleep(EVERY_S)
            if lab.returncode:
                raise SystemExit(f"the command ended with {lab.returncode}")
            seconds = time.perf_counter() - began
            print(f"{file.stat().st_size / 1e6:.0f} MB: {seconds:.1f} s, at most {peak_bytes / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
