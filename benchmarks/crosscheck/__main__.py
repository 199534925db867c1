"""The lab against the platforms' own harnesses: `python -m benchmarks.crosscheck [PLATFORM …]`, from the checkout.

Each cell is measured by the lab and by JMH, pyperf, BenchmarkDotNet, testing.B, mitata, google-benchmark or criterion,
in rounds, until it is decided or the time is up (docs/decisions/0011-crosscheck-with-the-platforms-own-harness.md).
Run nothing else on the machine meanwhile.
Exit status 0: every cell agrees.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median

from benchmarks.crosscheck.cells import Checked, platforms, ready
from benchmarks.crosscheck.turns import Round, measure
from benchmarks.crosscheck.verdict import BAND, ROUNDS, Verdict, interval, verdict

from wirelab.app.resources import cache_folder
from wirelab.execution.conversation import LostError
from wirelab.process.signals import stop_on_signals
from wirelab.report.quantities import duration, ratio_with_interval, several

Rounds = Mapping[str, list[Round]]


def main() -> int:
    asked = arguments()
    cells = ready(asked.platforms or platforms(), asked.codec, cache_folder(), say)
    rounds: Rounds = {str(cell): [] for cell in cells}
    for each in kept(asked.keep):
        rounds.get(each.cell, []).append(each)
    try:
        with stop_on_signals():
            measure_all(cells, rounds, asked)
    except KeyboardInterrupt:
        say("stopped")
    return report(rounds)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.crosscheck", description=__doc__.splitlines()[0])
    parser.add_argument("platforms", nargs="*", metavar="PLATFORM", help=f"of {', '.join(platforms())}  [default: all]")
    parser.add_argument("--codec", action="append", default=[], help="only cells of this subject; may be repeated")
    parser.add_argument("--minutes", type=float, default=30, help="no round starts later than this (30)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of a cell, at most ({ROUNDS})")
    parser.add_argument("--seed", type=int, default=1, help="of every order (1)")
    parser.add_argument("--keep", type=Path, help="a file of finished rounds, which a later call continues")
    return parser.parse_args()


def measure_all(cells: Sequence[Checked], rounds: Rounds, asked: argparse.Namespace) -> None:
    """A round of every open cell, in random order, and again, until all are decided or a bound is met."""
    until = time.monotonic() + 60 * asked.minutes
    tried = {cell: len(rounds[str(cell)]) for cell in cells}
    order = random.Random(asked.seed)
    while left := [cell for cell in cells if tried[cell] < min(ROUNDS, asked.rounds) and is_open(rounds[str(cell)])]:
        for cell in order.sample(left, len(left)):
            if time.monotonic() > until:
                return
            tried[cell] += 1
            try:
                found = measure(cell, tried[cell] - 1, asked.seed)
            except LostError as error:
                say(f"{cell}: a process is lost: {error}\n{error.loss.stderr_tail}")
                continue
            rounds[str(cell)].append(found)
            keep(asked.keep, found)
            say(f"{cell}, round {tried[cell]}: {found.lab_ns / found.harness_ns:.3f}")


def is_open(rounds: Sequence[Round]) -> bool:
    return verdict(interval([each.log_ratio for each in rounds], last=False)) is Verdict.OPEN


def report(rounds: Rounds) -> int:
    """Print a row per cell, and how many agree; the exit status."""
    verdicts = []
    for cell, own in rounds.items():
        logs = [each.log_ratio for each in own]
        found = verdict(interval(logs, last=False))
        ratio = interval(logs, last=found is Verdict.OPEN)
        verdicts.append(verdict(ratio))
        times = [duration(median(each)) for each in zip(*((one.lab_ns, one.harness_ns) for one in own), strict=True)]
        steady = sum(each.steady for each in own)
        columns = (
            cell,
            *times,
            " ".join(ratio_with_interval(ratio)),
            f"{several(len(own), 'round')}, {steady} steady",
            verdicts[-1],
        )
        print(" | ".join(columns))
    agreeing = verdicts.count(Verdict.AGREES)
    print(f"{agreeing} of {len(verdicts)} cells agree within {BAND:.0%}, {verdicts.count(Verdict.DIFFERS)} differ")
    return 0 if agreeing == len(verdicts) else 1


def kept(file: Path | None) -> Iterable[Round]:
    if file is not None and file.exists():
        yield from (Round(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines())


def keep(file: Path | None, found: Round) -> None:
    if file is not None:
        with file.open("a", encoding="utf-8") as writer:
            writer.write(json.dumps(asdict(found)) + "\n")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
