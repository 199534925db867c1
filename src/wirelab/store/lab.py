"""The lab file: everything measured, in one DuckDB file, written process by process."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import duckdb

from wirelab.model.cell import Cell
from wirelab.model.errors import LabError
from wirelab.model.findings import Findings
from wirelab.model.measurement import Batch, Loss, PlannedProcess, ProcessRecord, ProcessSummary
from wirelab.model.run import Check, CorpusFacts, EncodedSize, Run, RunInfo
from wirelab.model.steadiness import WarmUp
from wirelab.model.usage import ProcessCost
from wirelab.protocol.codecs import Announcement
from wirelab.store import export, raw, reading, writing
from wirelab.store.faults import explained
from wirelab.store.findings import read_findings, read_twins, replace_findings
from wirelab.store.opening import connect


class Lab:
    """A lab file that is open; a context manager.

    Every method that writes is one transaction, on disk when it returns: `kill -9` at any moment loses no process that
    was recorded. Methods raise `LabError` when the file cannot be read or written.

    Attributes:
        path: the file.
    """

    def __init__(self, path: Path, connection: duckdb.DuckDBPyConnection, cleanup: ExitStack) -> None:
        """Use `Lab.open`."""
        self.path = path
        self._connection = connection
        self._cleanup = cleanup
        self._cells = reading.read_cells(connection)
        self._ids = {cell.key: identity for identity, cell in self._cells.items()}
        self._next_process = writing.next_id(connection, "process")

    @classmethod
    def open(cls, path: Path, *, create: bool, read_only: bool = False) -> Self:
        """Open the lab file at `path`.

        Args:
            path: the file.
            create: make it if it does not exist.
            read_only: change nothing; works on files and folders that cannot be written. Else a file of an older
                Wirelab is brought to this one's version.

        Raises:
            LabError: there is no such file, it is no lab, it is damaged, another process holds it, it cannot be
                written, or a newer Wirelab wrote it.
        """
        with ExitStack() as cleanup:
            connection = connect(path, cleanup, create=create, read_only=read_only)
            with explained(path):
                return cls(path, connection, cleanup.pop_all())

    def close(self) -> None:
        """Close the file; further calls do nothing."""
        with explained(self.path):
            self._cleanup.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- runs -----------------------------------------------------------------------------------------------------

    def begin_run(self, info: RunInfo, cells: Sequence[Cell] = ()) -> int:
        """Begin a run; returns its id. `cells`, in the study's order, are what summaries are ordered by."""
        with self._transaction():
            run = writing.insert_run(self._connection, info)
            for cell in cells:
                self._cell_id(cell)
        return run

    def finish_run(self, run: int, ending: str, finished_at: datetime | None = None) -> None:
        """Say that `run` is over and why, as a clause; it can no longer be resumed."""
        moment = writing.utc(finished_at or datetime.now(UTC))
        with self._transaction():
            self._connection.execute("UPDATE run SET finished_at = ?, ending = ? WHERE id = ?", [moment, ending, run])

    def runs(self) -> tuple[Run, ...]:
        """All runs, oldest first."""
        with explained(self.path):
            return reading.read_runs(self._connection)

    def run(self, run: int) -> Run:
        """The run with the id `run`.

        Raises:
            LabError: there is none.
        """
        for found in self.runs():
            if found.id == run:
                return found
        raise LabError(f"lab {self.path}", f"it has no run {run}", remedy="`wirelab list runs` shows the runs")

    def unfinished_run(self) -> Run | None:
        """The latest run if it is not finished: what `--resume` resumes."""
        runs = self.runs()
        return runs[-1] if runs and runs[-1].finished_at is None else None

    # --- what is measured -----------------------------------------------------------------------------------------

    def record(self, run: int, record: ProcessRecord) -> None:
        """Keep a process with all its batches.

        Raises:
            LabError: it cannot be written, or the process (run, round, cell, place) is recorded already.
        """
        self.record_all(run, [record])

    def record_all(self, run: int, records: Iterable[ProcessRecord]) -> None:
        """Keep processes in one transaction: all of them or none."""
        with self._transaction():
            processes = [
                (process, self._cell_id(record.planned.cell), record)
                for process, record in enumerate(records, start=self._next_process)
            ]
            writing.insert_processes(self._connection, run, processes)
            writing.insert_batches(self._connection, [(process, record.batches) for process, _, record in processes])
        self._next_process += len(processes)

    def record_announcement(self, run: int, platform: str, offered: Announcement) -> None:
        """Keep what a runner offers: runtime, codecs with library, version and contract, compressors."""
        with self._transaction():
            writing.replace_announcement(self._connection, run, platform, offered)

    def record_corpus(self, run: int, corpus: CorpusFacts) -> None:
        """Keep a corpus's facts."""
        with self._transaction():
            writing.upsert_corpus(self._connection, run, corpus)

    def record_sizes(self, run: int, sizes: Iterable[EncodedSize]) -> None:
        """Keep encoded sizes."""
        with self._transaction():
            for size in sizes:
                writing.upsert_size(self._connection, run, size)

    def record_checks(self, run: int, checks: Iterable[Check]) -> None:
        """Keep checks."""
        with self._transaction():
            for check in checks:
                writing.upsert_check(self._connection, run, check)

    def record_findings(self, run: int, findings: Findings) -> None:
        """Keep all that was worked out of a run, in place of what was kept before."""
        with self._transaction():
            for finding in findings.cells:
                self._cell_id(finding.cell)
            replace_findings(self._connection, run, findings, self._ids)

    # --- what was measured ----------------------------------------------------------------------------------------

    def planned(self, run: int) -> tuple[PlannedProcess, ...]:
        """Planned processes that are recorded, lost ones included: what a resumed run does not repeat."""
        with explained(self.path):
            return reading.read_planned(self._connection, run, self._cells)

    def summaries(self, run: int) -> tuple[ProcessSummary, ...]:
        """Each process of `run` as analysis wants it, by cell (in the study's order) and round."""
        with explained(self.path):
            return reading.read_summaries(self._connection, run, self._cells)

    def loops_ns(self, run: int) -> dict[Cell, float]:
        """What the loop alone cost a call, in ns, by cell; cells whose processes did not time it are left out."""
        with explained(self.path):
            return reading.read_loops_ns(self._connection, run, self._cells)

    def warm_ups(self, run: int, *, processes: int = 200, batches: int = 120) -> tuple[WarmUp, ...]:
        """How processes that count warmed up: with their turns, what the audit of steadiness looks at.

        An audit costs milliseconds a process, so it is of a sample where there are very many: at most `processes` in
        all, or one a cell if there are more cells, evenly over each cell's rounds; each warm-up is thinned to at most
        `batches` medians of neighbouring batches. Processes that did not warm up are among them.
        """
        with explained(self.path):
            return reading.read_warm_ups(self._connection, run, self._cells, processes=processes, batches=batches)

    def costs(self, run: int) -> tuple[ProcessCost, ...]:
        """What collections and other threads took in each process that counts, by cell (in the study's order)."""
        with explained(self.path):
            return reading.read_costs(self._connection, run, self._cells)

    def process_walls_s(self, run: int) -> tuple[float, ...]:
        """How long each process of `run` took from its start to its end, in seconds, in the order of recording."""
        with explained(self.path):
            return reading.read_process_walls_s(self._connection, run)

    def losses(self, run: int) -> tuple[tuple[PlannedProcess, Loss], ...]:
        """Each lost process of `run` and why, in the order they were recorded."""
        with explained(self.path):
            return reading.read_losses(self._connection, run, self._cells)

    def batches(self, run: int, planned: PlannedProcess) -> tuple[Batch, ...]:
        """The raw batches of the process that was `planned`, warm-up included, in order; none if it is not recorded."""
        with explained(self.path):
            cell = self._ids.get(planned.cell.key, 0)
            return raw.read_batches(self._connection, run, planned.round, cell, planned.order)

    def process(self, run: int, planned: PlannedProcess) -> ProcessRecord | None:
        """All that is kept of the process that was `planned`; None if it is not recorded."""
        with explained(self.path):
            cell = self._ids.get(planned.cell.key, 0)
            return raw.read_process(self._connection, run, planned, cell)

    def findings(self, run: int) -> Findings | None:
        """All that was worked out of `run` when it ended; None if it has not, or an earlier Wirelab measured it."""
        with explained(self.path):
            return read_findings(self._connection, run, self._cells)

    def twins(self, up_to: int) -> tuple[int, int]:
        """A/A twins with a ratio in this run and those before it that ended, and how many of them were alarms."""
        with explained(self.path):
            return read_twins(self._connection, up_to)

    def canary(self, run: int) -> tuple[tuple[datetime, str, float], ...]:
        """The machine's speed over `run`: start of each process (UTC), platform, its canary in ns."""
        with explained(self.path):
            return reading.read_canary(self._connection, run)

    def announcements(self, run: int) -> tuple[tuple[str, Announcement], ...]:
        """What runners offer, each with its platform."""
        with explained(self.path):
            return reading.read_announcements(self._connection, run)

    def corpora(self, run: int) -> tuple[CorpusFacts, ...]:
        """The corpora of `run`, in the order they were recorded."""
        with explained(self.path):
            return reading.read_corpora(self._connection, run)

    def sizes(self, run: int) -> tuple[EncodedSize, ...]:
        """The encoded sizes of `run`."""
        with explained(self.path):
            return reading.read_sizes(self._connection, run)

    def checks(self, run: int) -> tuple[Check, ...]:
        """The checks of `run`."""
        with explained(self.path):
            return reading.read_checks(self._connection, run)

    def export(self, folder: Path, form: export.Format = "parquet", *, force: bool = False) -> tuple[Path, ...]:
        """Write every table as a file into `folder` (made if missing); returns the files. See `export_tables`."""
        return export.export_tables(self._connection, self.path, folder, form, force=force)

    def _cell_id(self, cell: Cell) -> int:
        if cell.key not in self._ids:
            identity = len(self._ids) + 1
            writing.insert_cell(self._connection, identity, cell)
            self._ids[cell.key], self._cells[identity] = identity, cell
        return self._ids[cell.key]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        known = len(self._ids)
        with explained(self.path):
            self._connection.begin()
            try:
                yield
                self._connection.commit()
            except BaseException:
                # A failed commit has ended the transaction itself.
                with suppress(duckdb.Error):
                    self._connection.rollback()
                for key, identity in list(self._ids.items())[known:]:
                    del self._ids[key], self._cells[identity]
                raise
