"""The progress of a run, on standard error: a bar with the time left, and verdicts as soon as they are final."""

import shlex
import time
from pathlib import Path
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as Bar

from wirelab.cli.events import Events
from wirelab.cli.options.values import other_lab
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import ProcessRecord
from wirelab.model.visible import visible
from wirelab.report.quantities import several, time_left
from wirelab.report.run.wording import cell_words, final_words

_EVERY_S = 20.0
"""How often a line shows the progress of a run, where no bar can be drawn."""


class Progress:
    """Draws the events of a run; a context manager that says how to continue when the run is interrupted."""

    def __init__(self, lab: Path, again: str | None = None) -> None:
        """`lab` is where the run goes, and `again` the command that continues it; None: `wirelab run --resume` does."""
        option = f" --lab {shlex.quote(other)}" if (other := other_lab(str(lab))) else ""
        self._lab, self._again = lab, again or f"wirelab run --resume{option}"
        self._console = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("processes{task.fields[left]}"),
            console=self._console,
            transient=True,
        )
        self._task: int | None = None
        self._said: set[object] = set()
        self._shown_at = time.monotonic()
        self._started = 0  # processes of this round that take turns
        self._events = Events(lab)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._events.close()
        if self._task is not None:
            self._bar.stop()
        if kind is not None and issubclass(kind, KeyboardInterrupt) and self._task is not None:
            self._console.print(f"Stopped. Everything measured so far is in {_shown(str(self._lab))}. To continue:")
            self._console.print(f"  {_shown(self._again)}", style="bold")

    def notice(self, text: str) -> None:
        """Print a sentence."""
        self._events.add("notice", says=text)
        self._print_notice(text)

    def begins(self, processes: int, recorded: int) -> None:
        """Draw the bar."""
        self._events.add("begins", processes=recorded, of=processes)
        self._bar.start()
        self._task = self._bar.add_task("round 1", total=processes, completed=recorded, left="")

    def process_starts(self) -> None:
        """Say how many processes of a round have started: if they take turns, none is recorded until all have ended."""
        self._started += 1
        self._events.add("started", processes=self._started)
        self._say_how_far(f"process {self._started} has started")

    def process_ended(self, record: ProcessRecord, left_s: float) -> None:
        """Move the bar; print a loss."""
        if record.loss is not None:
            cell = cell_words(record.planned.cell)
            self._events.add("lost", says=f"{cell} ({record.loss.kind}): {record.loss.what}")
            self._console.print(f"[red]lost[/] {_shown(cell)} ({record.loss.kind}): {_shown(record.loss.what)}")
        if self._task is None:
            return
        task, left = self._bar.tasks[self._task], f"up to {time_left(left_s)} left"
        self._bar.update(task.id, advance=1, left=f", {left}")
        self._events.add("ended", processes=round(task.completed), of=round(task.total or 0), left_s=round(left_s, 1))
        self._say_how_far(f"{task.completed:.0f} of at most {several(round(task.total or 0), 'process')}, {left}")

    def round_ended(self, rounds: int, findings: Findings, processes_left: int) -> None:
        """Print verdicts that have just become final."""
        self._started = 0
        if self._task is not None:
            task = self._bar.tasks[self._task]
            total = task.completed + processes_left
            self._bar.update(task.id, description=f"round {rounds + (processes_left > 0)}", total=total)
            self._events.add("round", rounds=rounds, of=round(total))
        for found in findings.comparisons:
            if found.decided:
                cell = cell_words(found.comparison.cell)
                self._say(rounds, found.comparison, f"{cell}: {final_words(found.verdict, found.ratio)}")
        transfer = findings.forecast.transfer
        for each in transfer.ways if transfer else ():
            if each.decided:
                self._say(rounds, each.way, f"{each.way.format}: {final_words(each.verdict, each.ratio)}")

    def _say_how_far(self, words: str) -> None:
        """Print a line, now and then, where no bar is drawn."""
        if self._task is not None and not self._console.is_terminal and time.monotonic() - self._shown_at > _EVERY_S:
            self._shown_at = time.monotonic()
            self._print_notice(f"{self._bar.tasks[self._task].description}: {words}")

    def _print_notice(self, text: str) -> None:
        shown = escape(visible(text, "\n")).replace("\n", "\n  ")
        self._console.print(f"[cyan]·[/] {shown}")

    def _say(self, rounds: int, of: object, words: str) -> None:
        """Print a verdict once."""
        if of not in self._said:
            self._said.add(of)
            self._events.add("verdict", rounds=rounds, says=words)
            self._console.print(f"[green]✓[/] round {rounds}: {_shown(words)}")


def _shown(words: str) -> str:
    """Words of a run, which may contain other people's names, escaped so that Rich shows them unchanged."""
    return escape(visible(words))
