"""pyperf in the place of the measuring loop: `python -I runners/python/harness TYPES`.

One question on stdin; a line on stdout before each turn, which begins with the next line on stdin; at last one with
pyperf's values and the canaries around them. pyperf's worker runs in this very process: it finds the number of loops,
and takes values that last as long as the question says. All that it prints goes to stderr.
"""

import os
import sys
from collections.abc import Callable, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "src"))

import pyperf
import simplejson
from turns import Turn, Turns
from wirelab_runner.corpus import Corpus
from wirelab_runner.measuring import collect, time_canary
from wirelab_runner.rendered import Types
from wirelab_runner.requests import Subject
from wirelab_runner.subjects import resolve
from wirelab_runner.work import in_memory, inputs

WARM_UP_VALUES = 50


def main(types: Path) -> None:
    """Answer one question."""
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(2, 1)

        def say(line: Mapping[str, object]) -> None:
            print(simplejson.dumps(line), file=out, flush=True)

        def wait() -> None:
            say({"waiting": True})
            if not sys.stdin.readline():
                sys.exit("nobody is there to grant a turn")

        asked = simplejson.loads(sys.stdin.readline())
        turns = Turns(asked["samples"], wait, time_canary)
        call = operation(asked, types)
        collect()  # pyperf collects nothing: what was loaded would be walked now and then
        values_ns = measured(call, turns, asked["turns"], asked["sample_ms"] / 1000)
        say({"samples": turns.counted(values_ns)})


def operation(asked: Mapping[str, Any], folder: Path) -> Callable[[], None]:
    """What the runner would measure, over the same copies, one a call."""
    types = Types(folder)
    types.check(asked["workload"])
    resolved, name = resolve(Subject(**asked["subject"])), asked["operation"]
    resolved.check_operation(name)
    corpus, opened = Corpus(asked["corpora"], types), resolved.open(types)
    graphs = corpus.graphs(resolved.kind)
    items = [inputs(name, lambda: opened, *one) for one in zip(corpus.copies, graphs, strict=True)]
    copies = cycle(in_memory(name, opened, corpus.copies, items).copies)

    def call() -> None:
        for operate, item in next(copies):
            operate(item)

    return call


def measured(call: Callable[[], None], turns: Turns, count: int, sample_s: float) -> list[float]:
    """Time of one call in ns, value by value."""
    runner, Turn.turns = pyperf.Runner(), turns
    options = ["--worker", "--quiet", "--min-time", str(sample_s), "--warmups", str(WARM_UP_VALUES), "--values", "1"]
    asked = runner.parse_args([*options, "--calibrate-loops"])
    asked.loops = runner.bench_func("calibration", call).get_runs()[0].get_loops()
    asked.calibrate_loops, asked.warmups, asked.values, asked.hook = False, 0, count * turns.of_a_turn, ["turns"]
    return [1e9 * value for value in runner.bench_func("operation", call).get_values()]


main(Path(sys.argv[1]))
