"""The lab file: everything measured, in one DuckDB file, written process by process."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import duckdb

from wirelab.model.cell import Cell
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import ProcessRecord
from wirelab.model.run import Check, CorpusFacts, EncodedSize, RunInfo
from wirelab.protocol.codecs import Announcement
from wirelab.store import export, writing
from wirelab.store.faults import explained
from wirelab.store.opening import connect
from wirelab.store.reading import Reader


class Lab(Reader):
    """A lab file that is open; a context manager.

    Every method that writes is one transaction, on disk when it returns: `kill -9` at any moment loses no process that
    was recorded. Methods raise `LabError` when the file cannot be read or written.
    """

    def __init__(self, path: Path, connection: duckdb.DuckDBPyConnection, cleanup: ExitStack) -> None:
        """Use `Lab.open`."""
        super().__init__(path, connection)
        self._cleanup = cleanup
        self._next_process = writing.next_id(connection, "process")

    @classmethod
    def open(cls, path: Path, *, create: bool, read_only: bool = False) -> Self:
        """Open the lab file at `path`, made if it does not exist and `create` says so.

        With `read_only`, files and folders that cannot be written will do.

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

    def begin_run(
        self,
        info: RunInfo,
        cells: Sequence[Cell] = (),
        announcements: Iterable[tuple[str, Announcement]] = (),
        corpora: Iterable[CorpusFacts] = (),
    ) -> int:
        """Begin a run with all that is known of it, so that one which is killed here is whole or was never there.

        Cells are in the study's order, which is that of summaries.

        Returns:
            The run's id.
        """
        with self._transaction():
            run = writing.insert_run(self._connection, info)
            for cell in cells:
                self._cell_id(cell)
            for platform, offered in announcements:
                writing.insert_announcement(self._connection, run, platform, offered)
            for corpus in corpora:
                facts = corpus.digest, corpus.objects, corpus.encoded_bytes
                writing.insert(self._connection, "corpus", [run, *writing.labels(corpus.name), *facts])
        return run

    def finish_run(self, run: int, ending: str, finished_at: datetime | None = None) -> None:
        """Say that `run` is over and why, as a clause; it can no longer be resumed."""
        moment = writing.utc(finished_at or datetime.now(UTC))
        with self._transaction():
            self._connection.execute("UPDATE run SET finished_at = ?, ending = ? WHERE id = ?", [moment, ending, run])

    def record(self, run: int, *records: ProcessRecord) -> None:
        """Keep processes with all their batches in one transaction: all of them or none; each only once."""
        with self._transaction():
            processes = [
                (process, self._cell_id(record.planned.cell), record)
                for process, record in enumerate(records, start=self._next_process)
            ]
            writing.insert_processes(self._connection, run, processes)
            writing.insert_batches(self._connection, [(process, record.batches) for process, _, record in processes])
        self._next_process += len(processes)

    def record_sizes(self, run: int, sizes: Iterable[EncodedSize]) -> None:
        """Keep encoded sizes, each in place of an earlier one."""
        self._replace(
            "size",
            [
                (run, *writing.labels(size.corpus), size.platform, str(size.subject), size.compressor, size.size_bytes)
                for size in sizes
            ],
        )

    def record_checks(self, run: int, checks: Iterable[Check]) -> None:
        """Keep checks, each in place of an earlier one of the same kind."""
        self._replace(
            "check",
            [
                (
                    run,
                    *writing.labels(each.corpus),
                    each.platform,
                    str(each.subject),
                    each.kind,
                    each.passed,
                    each.detail,
                )
                for each in checks
            ],
        )

    def record_findings(self, run: int, findings: Findings) -> None:
        """Keep all that was worked out of a run, in place of what was kept before."""
        with self._transaction():
            for finding in findings.cells:
                self._cell_id(finding.cell)
            writing.replace_findings(self._connection, run, findings)

    def export(self, folder: Path, form: export.Format = "parquet", *, force: bool = False) -> tuple[Path, ...]:
        """Write every table as a file into `folder` (made if missing); returns the files. See `export_tables`."""
        return export.export_tables(self._connection, self.path, folder, form, force=force)

    def _cell_id(self, cell: Cell) -> int:
        if cell.key not in self._ids:
            identity = len(self._ids) + 1
            writing.insert_cell(self._connection, identity, cell)
            self._ids[cell.key], self.cells[identity] = identity, cell
        return self._ids[cell.key]

    def _replace(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        with self._transaction():
            for row in rows:
                writing.insert(self._connection, table, row, verb="INSERT OR REPLACE")

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
                    del self._ids[key], self.cells[identity]
                raise
