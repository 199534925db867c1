"""The reports of a use case while it works, and its place: the command line draws them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import ProcessRecord


class Listener(Protocol):
    """Hears of everything that happens, in order. Each method must return soon: a process follows."""

    def notice(self, text: str) -> None:
        """Something the user should know: a build that takes time, a corpus made again, a platform left out."""

    def begins(self, processes: int, recorded: int) -> None:
        """Measuring begins, with at most `processes` processes, of which `recorded` are in the lab already."""

    def process_starts(self) -> None:
        """A process of a group that takes turns starts; the group is recorded when all of it has ended."""

    def process_ended(self, record: ProcessRecord, left_s: float) -> None:
        """A process ended, counted or lost, and is in the lab; the run takes at most about `left_s` longer."""

    def round_ended(self, rounds: int, findings: Findings, processes_left: int) -> None:
        """A round is complete: `rounds` so far, the findings now, and how many processes are left at most."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where studies are measured, and who hears of it."""

    lab: Path
    cache: Path
    listener: Listener
    command: str = ""  # as it was typed
