"""The events of a run, written to a file as they happen: one line of JSON per event, for programs that watch."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from wirelab.files.outputs import destination_at
from wirelab.report.render.kinds import EVENTS

VARIABLE = "WIRELAB_EVENTS"


class Events:
    """The file that the environment variable names. It replaces an earlier file; without a name, nothing is written."""

    def __init__(self, lab: Path) -> None:
        """`lab` is the run's lab file; errors as in `destination_at`."""
        named = os.environ.get(VARIABLE)
        self._file: TextIO | None = None
        if named:
            path = destination_at(named, EVENTS, reads=(lab,)).path
            self._file = None if path is None else path.open("w", encoding="utf-8", errors="replace", buffering=1)

    def add(self, event: str, **facts: object) -> None:
        """Write one event; one that cannot be written is left out, because the run matters more."""
        if self._file is not None:
            with suppress(OSError):
                self._file.write(f"{json.dumps({'event': event, **facts})}\n")

    def close(self) -> None:
        """Write nothing more."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
