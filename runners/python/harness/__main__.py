"""pyperf in the place of the measuring loop: `python -I runners/python/harness TYPES`.

One question on stdin; a line on stdout whenever a turn may begin, and the next line on stdin says whether one does; at
last one with pyperf's values and the canaries around them. pyperf's worker runs in this very process: it finds the
number of loops, and takes values that last as long as the question says, a benchmark of its own in each turn. All that
it prints goes to stderr.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import count, cycle
from pathlib import Path
from typing import Any, NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "src"))

import pyperf
import simplejson
from canaries import Canaries
from wirelab_runner.corpus import Corpus
from wirelab_runner.measuring import collect, time_canary
from wirelab_runner.rendered import Types
from wirelab_runner.requests import Subject
from wirelab_runner.subjects import resolve
from wirelab_runner.work import in_memory, inputs

WARM_UP_VALUES = 50
WARM_AGAIN = 3
"""Values at the start of a turn that do not count: while others had theirs, caches went cold."""


class Sample(NamedTuple):
    """A value, the time of one call, between two runs of the canary; as it is said."""

    ns: float
    canary_ns: int
    next_canary_ns: int


def main(types: Path) -> None:
    """Answer one question."""
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(2, 1)

        def say(line: Mapping[str, object]) -> None:
            print(simplejson.dumps(line), file=out, flush=True)

        def another_turn(last: Sequence[Sample]) -> bool:
            say({"waiting": True, "canaries_ns": [each[1:] for each in last]})
            answer = sys.stdin.readline() or sys.exit("nobody is there to grant a turn")
            return bool(simplejson.loads(answer)["go"])

        asked = simplejson.loads(sys.stdin.readline())
        call = operation(asked, types)
        collect()  # pyperf collects nothing: what was loaded would be walked now and then
        turns = Turns(call, asked["samples"], asked["sample_ms"] / 1000)
        samples = list[Sample]()
        while another_turn(samples[-asked["samples"] :]):
            samples += turns.turn()
        say({"samples": samples})  # as objects: they are named tuples


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


class Turns:
    """pyperf's worker, warm, which takes the values of a turn at a time."""

    def __init__(self, call: Callable[[], None], samples: int, sample_s: float) -> None:
        self._call, self._runner, self._names = call, pyperf.Runner(), (f"turn {number}" for number in count(1))
        options = ["--worker", "--quiet", "--min-time", str(sample_s), "--warmups", str(WARM_UP_VALUES)]
        asked = self._runner.parse_args([*options, "--values", "1", "--calibrate-loops"])
        asked.loops = self._runner.bench_func("calibration", call).get_runs()[0].get_loops()
        asked.calibrate_loops, asked.warmups, asked.values, asked.hook = False, 0, WARM_AGAIN + samples, ["canaries"]

    def turn(self) -> list[Sample]:
        """The values that count."""
        Canaries.time, Canaries.taken_ns = time_canary, []
        values = self._runner.bench_func(next(self._names), self._call).get_values()
        taken = zip(values, Canaries.taken_ns, strict=True)
        return [Sample(1e9 * seconds, *canaries_ns) for seconds, canaries_ns in taken][WARM_AGAIN:]


main(Path(sys.argv[1]))
