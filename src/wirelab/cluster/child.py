"""The process that measures a session on a host: a run like any other, which waits after each round.

Its parent writes how many rounds may be complete, one number per line; it answers with lines of JSON. When the parent
is gone, it ends as by Ctrl-C, because nobody waits for further measurements.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from pydantic import BaseModel

from wirelab.app.hosts.messages import Fault, Next, State
from wirelab.app.hosts.session import study_in
from wirelab.app.resources import cache_folder
from wirelab.app.run.listener import Where
from wirelab.app.run.run import resume_run, run_study
from wirelab.cluster.given import WORKLOADS
from wirelab.files.held import held
from wirelab.model.errors import ExitCode, LabError, UsageError, WirelabError
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import ProcessRecord
from wirelab.process.signals import stop_on_signals
from wirelab.report.run.wording import cell_words
from wirelab.store.duplicate import duplicate
from wirelab.store.lab import last_run
from wirelab.study.definition import Study
from wirelab.workload.catalogue import is_folder

ASKED, LAB, HANDED, _LOCK = "asked.json", "lab.duckdb", "handed.duckdb", "lock"
"""The files of a session: the first question, the lab, the copy that is handed over, the lock."""
_PATIENCE_S, _LOOK_S = 30.0, 0.1


class Line(BaseModel):
    """A message of the process: its state, a notice, or the reason why it cannot continue."""

    state: State | None = None
    rounds: int = 0
    notice: str = ""
    fault: Fault | None = None


class Gate:
    """The process's link to its parent: it receives permissions for rounds, and sends answers."""

    def __init__(self, parent: TextIO, answers: TextIO) -> None:
        self._parent, self._answers = parent, answers
        self._allowed, self._changed = 0, threading.Condition()
        self._over = False
        threading.Thread(target=self._listen, daemon=True).start()

    def allows(self, rounds: int) -> bool:
        """Whether so many rounds may be complete."""
        with self._changed:
            return self._allowed >= rounds

    def wait(self, rounds: int) -> None:
        """Wait until so many may be complete."""
        with self._changed:
            self._changed.wait_for(lambda: self._allowed >= rounds)

    def say(self, line: Line) -> None:
        """Answer."""
        self._answers.write(f"{line.model_dump_json()}\n")
        self._answers.flush()

    def end(self) -> None:
        """The process ends by itself now."""
        self._over = True

    def _listen(self) -> None:
        for line in self._parent:
            with self._changed:
                self._allowed = max(self._allowed, int(line))
                self._changed.notify_all()
        if not self._over:
            os.kill(os.getpid(), signal.SIGINT)


class Steps:
    """Follows a run, and lets it wait after each round, once the lab has been copied to be handed over."""

    def __init__(self, folder: Path, gate: Gate) -> None:
        self._folder, self._gate = folder, gate

    def notice(self, text: str) -> None:
        """Pass it on."""
        self._gate.say(Line(notice=text))

    def begins(self, processes: int, recorded: int) -> None:  # noqa: ARG002
        """Everything is built and nothing is measured yet: whoever waits may want to look first."""
        self._hand_over(State.READY, 0)

    def process_starts(self) -> None:
        """Nobody waits for that."""

    def process_ended(self, record: ProcessRecord, left_s: float) -> None:  # noqa: ARG002
        """Pass a loss on."""
        if record.loss is not None:
            self.notice(f"lost {cell_words(record.planned.cell)} ({record.loss.kind}): {record.loss.what}")

    def round_ended(self, rounds: int, findings: Findings, processes_left: int) -> None:  # noqa: ARG002
        """Hand the round over, unless a later one was already allowed, as when a run is resumed."""
        self._hand_over(State.MEASURED, rounds)

    def _hand_over(self, state: State, rounds: int) -> None:
        if not self._gate.allows(rounds + 1):
            hand_over(self._folder)
            self._gate.say(Line(state=state, rounds=rounds))
            self._gate.wait(rounds + 1)


def hand_over(folder: Path) -> None:
    """Copy a session's lab to where its parent reads it."""
    duplicate(folder / LAB, folder / HANDED)


def measure(folder: Path, gate: Gate) -> None:
    """Measure the session in a folder from where it is to its end."""
    asked = Next.model_validate_json((folder / ASKED).read_bytes())
    with _alone(folder):
        where = Where(folder / LAB, cache_folder(), Steps(folder, gate), asked.command)
        before = last_run(where.lab)
        if before is None:
            run_study(_study(asked, folder / WORKLOADS), where, seed=asked.seed)
        elif before.finished_at is None:
            resume_run(where)
        ended = last_run(where.lab)
        assert ended is not None
        hand_over(folder)
    gate.say(Line(state=State.ENDED, rounds=ended.rounds))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the session: the process of a host that was killed may still be ending."""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        with held(folder / _LOCK) as ours:
            if ours:
                yield
                return
        if time.monotonic() > deadline:
            what, remedy = "another process measures it", "end that one, or wait until it has ended"
            raise LabError(f"session in {folder}", what, remedy=remedy)
        time.sleep(_LOOK_S)


def _study(asked: Next, workloads: Path) -> Study:
    """The study, with the folders of the workloads that were brought; it must not name any other folder."""
    study = study_in(asked.study)
    brought = {each.named: str(workloads / each.name) for each in asked.brought}
    levels = [brought.get(level, level) for level in study.factors.workload]
    if other := [level for level in levels if is_folder(level) and level not in brought.values()]:
        what, remedy = f"it names the folder {other[0]}, which was not brought", "name a workload, or bring its folder"
        raise UsageError("study of the session", what, remedy=remedy)
    return study.changed({"workload": tuple(levels)})


def main() -> None:
    """Measure the session in the folder that is named."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # other output is not an answer
    gate = Gate(sys.stdin, answers)
    code = ExitCode.OK
    try:
        with stop_on_signals():
            measure(Path(sys.argv[1]), gate)
    except WirelabError as error:
        gate.say(Line(fault=Fault.of(error)))
        code = error.exit_code
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    gate.end()
    os._exit(code)  # its parent may close the gate in this moment


if __name__ == "__main__":
    main()
