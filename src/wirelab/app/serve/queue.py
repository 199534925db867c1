"""The queue of a server: studies that wait, the one that is measured, and those that are over."""

import os
import secrets
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from shlex import join
from typing import Any

from wirelab.app.serve.labs import Labs
from wirelab.app.serve.progress import Progress, fault_in, progress_in
from wirelab.app.serve.queued import Queued, State, keep, kept_in
from wirelab.app.serve.wanted import Wanted, require_known
from wirelab.files.held import held
from wirelab.files.scratch import scratch
from wirelab.model.errors import ExitCode, HostError, LabError, UsageError, WirelabError, host_faults
from wirelab.model.run import Run
from wirelab.model.visible import visible
from wirelab.process import children
from wirelab.store.lab import last_run

PROGRAM = (sys.executable, "-P", "-m", "wirelab")
"""Nothing is imported from the folder where it is started."""
_LOCK = ".wirelab-queue.lock"
_LOOK_S, _PATIENCE_S = 0.25, 15.0
_ENDED: Mapping[int, State] = {
    ExitCode.OK: State.DONE,
    ExitCode.MEASUREMENT: State.PARTLY,
    ExitCode.INTERRUPTED: State.STOPPED,
}


class Queue:
    """One study at a time, each by the command that a user would type, in the folder. Several threads ask."""

    def __init__(self, labs: Labs, most_bytes: int, program: Sequence[str]) -> None:
        """Use `queue_of`."""
        self._labs, self._most_bytes, self._program = labs, most_bytes, program
        self._changed = threading.Condition()
        self._studies = kept_in(labs.folder)
        self._stopping: set[str] = set()
        self._place: Path | None = None  # where the running command writes its events and its log
        self._seen = Progress()  # how far it was when somebody asked
        self._closing, self._unkept = False, ""
        self._worker = threading.Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Begin with the studies that an earlier server left."""
        self._worker.start()

    def end(self) -> None:
        """End the command that runs; the next server of the folder continues its study."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._worker.join()

    def add(self, wanted: Wanted) -> Queued:
        """Put a study at the end; errors as `require_known`."""
        require_known(wanted, self._labs)
        with self._changed:
            return self._put(Queued(id=secrets.token_hex(8), wanted=wanted, asked_at=datetime.now(UTC)))

    def stop(self, which: str) -> Queued:
        """Stop a study as Ctrl-C does, or take it out of the queue; its measurements are kept."""
        with self._changed:
            study = self._find(which, State.WAITING, State.RUNNING)
            if study.state is State.WAITING:
                return self._put(study, state=State.STOPPED)
            self._stopping.add(which)
            return study

    def resume(self, which: str) -> Queued:
        """Put a study that was stopped, or failed, at the end again: the run that it began is continued."""
        with self._changed:
            study = self._find(which, State.STOPPED, State.FAILED)
            del self._studies[which]
            return self._put(study, state=State.WAITING, says="")

    def remove(self, which: str) -> Queued:
        """Forget a study that is not running; its lab is as it was."""
        with self._changed:
            study = self._find(which, *(state for state in State if state is not State.RUNNING))
            del self._studies[which]
            self._keep()
            return study

    def shown(self) -> dict[str, Any]:
        """All of it, as a page shows it."""
        with self._changed:
            studies, place, unkept = tuple(self._studies.values()), self._place, self._unkept
            stopping = frozenset(self._stopping)
            progress = None if place is None else progress_in(place / "events", place / "log", self._seen)
        return {
            "studies": [_shown(each, progress, stopping=each.id in stopping) for each in studies],
            "fault": visible(unkept),
        }

    def _find(self, which: str, *states: State) -> Queued:
        study = self._studies.get(which)
        if study is None:
            raise UsageError("queue", "this study is no longer in it", remedy="look at the list again")
        if study.state not in states:
            raise UsageError("queue", f"the study is {study.state}, so that cannot be done", remedy="look again")
        return study

    def _put(self, study: Queued, **changes: object) -> Queued:
        study = study.model_copy(update=changes)
        self._studies[study.id] = study
        self._keep()
        self._changed.notify_all()
        return study

    def _keep(self) -> None:
        """Write the queue to its file; if that fails, the page says so, and measuring continues."""
        try:
            keep(self._labs.folder, self._studies)
            self._unkept = ""
        except OSError as error:
            self._unkept = f"The queue cannot be kept, so it would not survive a restart: {error.strerror or error}."

    def _work(self) -> None:
        while (study := self._next()) is not None:
            try:
                changes = self._performed(study)
            except Exception as fault:  # whatever it is, the studies behind it have their turn
                changes = {"state": State.FAILED, "says": _words(fault)}
            with self._changed:
                self._place = None
                self._stopping.discard(study.id)
                if changes:
                    self._put(self._studies[study.id], **changes)

    def _next(self) -> Queued | None:
        with self._changed:
            while not self._closing:
                waiting = next((each for each in self._studies.values() if each.state is State.WAITING), None)
                if waiting is not None:
                    return self._put(waiting, state=State.RUNNING)
                self._changed.wait()
        return None

    def _performed(self, study: Queued) -> dict[str, object]:
        """Measure a study; returns how it has changed, nothing where the server ends."""
        require_known(study.wanted, self._labs)  # it may come from a file
        with self._labs.measuring(study.wanted.lab) as lab, scratch() as place:
            last = last_run(lab)
            own = None if study.after is None else _behind(last, study)
            if own is not None and own.finished_at is not None:  # it ended while no server saw it
                return {"state": State.DONE, "run": own.id}
            if own is None:  # it has begun none, or another run began behind its own, which cannot be continued then
                with self._changed:
                    study = self._put(study, after=(last.id if last else 0) - study.wanted.resume, run=None)
                own = _behind(last, study)
            words = study.wanted.words(resume=study.wanted.resume or own is not None, most_bytes=self._most_bytes)
            status = self._ran(study.id, words, place)
            if self._closing and study.id not in self._stopping:
                return {}
            after = study.after
            with suppress(LabError):  # somebody else may have it now
                own = _behind(last_run(lab), study)
                after = after if own else None  # it began no run: one that others begin there is not its own
            return {"run": own and own.id, "after": after, **self._ended(study.id, status, place / "log")}

    def _ran(self, which: str, words: Sequence[str], place: Path) -> int:
        """Run the command of a study to its end; to stop it, it is asked to end, and killed if it does not."""
        environment = {**os.environ, "NO_COLOR": "1", "WIRELAB_EVENTS": str(place / "events")}
        with (place / "log").open("wb") as log:
            child = children.start([*self._program, *words], environment, self._labs.folder, log)
        self._seen, self._place = Progress(), place
        asked_at: float | None = None
        while (status := children.wait(child, _LOOK_S)) is None:
            late = asked_at is not None and time.monotonic() - asked_at > _PATIENCE_S
            if self._closing or late:
                children.kill(child)
            elif asked_at is None and which in self._stopping:
                children.interrupt(child)
                asked_at = time.monotonic()
        return status

    def _ended(self, which: str, status: int, log: Path) -> dict[str, object]:
        state = _ENDED.get(status, State.FAILED)
        if state is State.FAILED and which in self._stopping:
            state = State.STOPPED
        says = fault_in(log) if state in (State.FAILED, State.PARTLY) else ""
        signalled = f"it was ended by signal {-status}" if state is State.FAILED and status < 0 else ""
        return {"state": state, "says": signalled or says}


@contextmanager
def queue_of(labs: Labs, most_bytes: int, program: Sequence[str] = PROGRAM) -> Iterator[Queue]:
    """The queue of a folder, of which there is one; it works within the block.

    Raises:
        HostError: another server has it, or the folder cannot be written.
        DefinitionError: the queue that an earlier server left is damaged.
    """
    part = f"folder {labs.folder}"
    with ExitStack() as stack:
        remedy = "make it writable, or start without --allow-run"
        with host_faults(part, "its queue cannot be kept there", remedy):
            ours = stack.enter_context(held(labs.folder / _LOCK))
        if not ours:
            what, remedy = "another server starts studies in it", "use its page, or start this one without --allow-run"
            raise HostError(part, what, remedy=remedy)
        queue = Queue(labs, most_bytes, program)
        queue.start()
        stack.callback(queue.end)
        yield queue


def _behind(last: Run | None, study: Queued) -> Run | None:
    """The lab's last run, if the study began it."""
    is_own = last is not None and last.id > (study.after or 0) and study.run in (None, last.id)
    return last if is_own else None


def _words(fault: Exception) -> str:
    if isinstance(fault, WirelabError):
        return "\n".join(filter(None, (f"{fault.part}: {fault.what}", fault.why, fault.remedy)))
    return f"a bug in Wirelab, or a fault of this machine: {fault!r}"


def _shown(study: Queued, progress: dict[str, Any] | None, *, stopping: bool) -> dict[str, Any]:
    running = study.state is State.RUNNING
    return {
        "id": study.id,
        "state": "stopping" if running and stopping else str(study.state),
        "command": visible(join(("wirelab", *study.wanted.words(resume=study.wanted.resume)))),
        "lab": study.wanted.lab,
        "run": study.run,
        "fault": visible(study.says, "\n"),
        "progress": progress if running else None,
    }
