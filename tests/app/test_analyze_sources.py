"""Where `wirelab analyze` takes its table from, and what a part of its rows says."""

import os
import threading

from wirelab.app.analyze.analysis import Question, analyze_each

ROWS = [f"{'ab'[at % 2]},{1 + at % 2 + 0.01 * (at % 7)}" for at in range(3_000)]


def test_a_pipe_has_its_bytes_only_once() -> None:
    """As of `wirelab analyze <(zcat times.csv.gz)`."""
    taken, given = os.pipe()

    def write() -> None:
        with os.fdopen(given, "w") as file:
            file.write("\n".join(["lib,t_s", *ROWS]))

    threading.Thread(target=write).start()
    (found,) = analyze_each(f"/dev/fd/{taken}", Question(factors=("lib",)), ("t_s",))
    os.close(taken)
    assert found.analysis.n == len(ROWS)
