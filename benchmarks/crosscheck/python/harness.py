"""pyperf's side of a cross-check, in the environment of the Python runner: its worker measures a value when asked.

`python harness.py RUNNER PACKAGES TYPES QUESTION`: the runner's sources, the folder of pyperf, that of the rendered
types, and the question. `benchmarks/crosscheck/turns.py` describes it, and the lines on stdin and stdout.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, count, cycle
from pathlib import Path
from typing import Any

sys.path += sys.argv[1:3]

import pyperf
import simplejson
from wirelab_runner.session import Session

WARM_UP_VALUES = 20


def main(types: Path, question: Mapping[str, Any]) -> None:
    """Measure a value at once, and another one for each line."""
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(2, 1)
        value_ns = values_ns(call_of(types, question), question)
        for _ in chain([""], sys.stdin):
            print(next(value_ns), file=out, flush=True)


def call_of(types: Path, question: Mapping[str, Any]) -> Callable[[], None]:
    """The work that the runner would time, one copy per call."""
    session = Session(types)
    for request in map(simplejson.loads, question["requests"]):
        getattr(session, request["type"])(request)
    copies = cycle(session.work().copies(question["operation"]))

    def call() -> None:
        for operate, item in next(copies):
            operate(item)

    return call


def values_ns(call: Callable[[], None], question: Mapping[str, Any]) -> Iterable[float]:
    """The time of a call by pyperf, as often as it is asked for: first of all pyperf warms up and finds its loops."""
    runner, names = pyperf.Runner(), map(str, count())
    options = ["--worker", "--quiet", "--min-time", str(question["value_ms"] / 1000), "--values", "1"]
    asked = runner.parse_args([*options, "--warmups", str(WARM_UP_VALUES), "--calibrate-loops"])
    asked.loops = runner.bench_func("calibration", call).get_runs()[0].get_loops()
    asked.calibrate_loops, asked.warmups = False, question["lead_in"]
    while True:
        (seconds,) = runner.bench_func(next(names), call).get_values()
        yield 1e9 * seconds


main(Path(sys.argv[3]), simplejson.loads(sys.argv[4]))
