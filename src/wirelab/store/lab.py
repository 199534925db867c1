"""The lab file: everything measured, in one DuckDB file, written process by process."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, fields
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any, Self

import duckdb
import numpy as np
from numpy.typing import NDArray

from wirelab.model.cell import Cell, CorpusName
from wirelab.model.errors import LabError
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import Batch, Phase, ProcessRecord
from wirelab.model.run import Check, CorpusFacts, EncodedSize, Run, RunInfo
from wirelab.protocol.codecs import Announcement
from wirelab.store import export
from wirelab.store.connection import connect, shut
from wirelab.store.faults import explained
from wirelab.store.reader import Reader, findings_adapter

_INSERT_BATCHES = """
INSERT INTO batch BY NAME
SELECT process, place, (enum_range(NULL::phase))[phase + 1]::phase AS phase, start_ns, calls, ns,
    allocated_bytes, gc_count, gc_ns, cpu_ns, process_cpu_ns, compiled
FROM fresh
"""

# As the tables' type has them.
_PHASES = {phase: place for place, phase in enumerate(Phase)}

# Columns that have the names of attributes of a process's record, and of its batches.
_OF_A_PROCESS = (
    *("wall_ns", "canary_ns", "loop_ns", "waiting_cpu_ns", "other_cpu_ns"),
    *("exit_status", "encoded_bytes", "steady"),
)
_OF_A_BATCH = tuple(field.name for field in fields(Batch) if field.name != "phase")


class Lab(Reader):
    """A lab file that is open; a context manager.

    Every method that writes is one transaction, on disk when it returns: `kill -9` at any moment loses no process that
    was recorded. Methods raise `LabError` when the file cannot be read or written.
    """

    def __init__(self, path: Path, connection: duckdb.DuckDBPyConnection, cleanup: ExitStack) -> None:
        """Use `Lab.open`."""
        super().__init__(path, connection)
        self._cleanup = cleanup
        self._next_process = self._next_id("process")

    @classmethod
    def open(cls, path: Path, *, create: bool, read_only: bool = False, exports_to: Path | None = None) -> Self:
        """Open the lab file at `path`, made if it does not exist and `create` says so.

        With `read_only`, files and folders that cannot be written will do, and nothing in the lab, which anybody may
        have written, can reach another file: an export can write only below the folder `exports_to`.

        Raises:
            LabError: there is no such file, it is no lab, it is damaged, another process holds it, it cannot be
                written, or a newer or an older Wirelab wrote it.
        """
        with ExitStack() as cleanup:
            connection = connect(path, cleanup, create=create, read_only=read_only)
            with explained(path):
                if read_only and path.is_file():  # a folder of partitions defines nothing
                    shut(connection, exports_to)
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
        """Begin a run with all known facts about it, so that one which is killed here is whole or was never there.

        Cells are in the study's order, which is that of summaries. Gives the run's id.
        """
        not_run = json.dumps([asdict(missing) for missing in info.not_run])
        names = ("study", "study_json", "seed", "wirelab_version", "command")
        known = {name: getattr(info, name) for name in names} | {"started_at": _utc(info.started_at)}
        with self._transaction():
            run = self._next_id("run")
            self._insert_by_name("run", [{"id": run, "not_run": not_run, "ending": "", **known}])
            self._insert("host", *((run, fact, value) for fact, value in info.host.items()))
            for cell in cells:
                self._cell_id(cell)
            for platform, offered in announcements:
                where = run, platform, offered.runner
                self._insert("runtime", (*where, offered.runtime, offered.model_dump_json()))
                own = ((c.name, c.format, c.library, c.version, c.contract.model_dump_json()) for c in offered.codecs)
                self._insert("codec", *((*where, *row) for row in own))
            facts = ((each, each.digest, each.objects, each.encoded_bytes) for each in corpora)
            self._insert("corpus", *((run, *_labels(each.name), *known) for each, *known in facts))
        return run

    def finish_run(self, run: int, ending: str, finished_at: datetime | None = None) -> None:
        """Say that `run` is over and why, as a clause; it can no longer be resumed."""
        moment = _utc(finished_at or datetime.now(UTC))
        with self._transaction():
            self._connection.execute("UPDATE run SET finished_at = ?, ending = ? WHERE id = ?", [moment, ending, run])

    def record(self, run: int, *records: ProcessRecord) -> None:
        """Keep processes with all their batches in one transaction: all of them or none. Each is kept once."""
        with self._transaction():
            processes = [
                _process_row(run, process, self._cell_id(record.planned.cell), record)
                for process, record in enumerate(records, start=self._next_process)
            ]
            self._insert_by_name("process", processes)
            self._insert_batches([record.batches for record in records])
        self._next_process += len(processes)

    def _insert_batches(self, batches: Sequence[Sequence[Batch]]) -> None:
        """Insert the batches of the next processes.

        They pass as columns of numbers, 25 times faster than a statement for each row.
        """
        rows = [batch for own in batches for batch in own]
        if not rows:
            return
        counts = [len(own) for own in batches]
        # DuckDB finds `fresh` by its name, in half the time that registering it as a view takes.
        fresh: dict[str, NDArray[Any]] = {  # noqa: F841
            "process": np.repeat(np.arange(self._next_process, self._next_process + len(batches)), counts),
            "place": np.concatenate([np.arange(count, dtype=np.int32) for count in counts]),
            "phase": np.fromiter((_PHASES[batch.phase] for batch in rows), dtype=np.int8, count=len(rows)),
            **{name: _column(rows, name) for name in _OF_A_BATCH},
        }
        self._connection.execute(_INSERT_BATCHES)

    def record_sizes(self, run: int, sizes: Iterable[EncodedSize]) -> None:
        """Keep encoded sizes, each instead of an earlier one."""
        rows = ((run, *_subject_row(each), each.compressor, each.size_bytes) for each in sizes)
        with self._transaction():
            self._insert("size", *rows, verb="INSERT OR REPLACE")

    def record_checks(self, run: int, checks: Iterable[Check]) -> None:
        """Keep checks, each instead of an earlier one of the same kind."""
        rows = ((run, *_subject_row(each), each.kind, each.passed, each.detail) for each in checks)
        with self._transaction():
            self._insert("check", *rows, verb="INSERT OR REPLACE")

    def record_findings(self, run: int, findings: Findings) -> None:
        """Keep all findings of a run as one JSON document, instead of an earlier one."""
        document = findings_adapter().dump_python(findings, exclude={"comparisons": {"__all__": {"logs"}}})
        with self._transaction():
            for finding in findings.cells:
                self._cell_id(finding.cell)
            self._insert("findings", (run, json.dumps(document, ensure_ascii=False)), verb="INSERT OR REPLACE")

    def export(self, folder: Path, form: export.Format = "parquet", *, force: bool = False) -> tuple[Path, ...]:
        """Write every table as a file into `folder` (made if missing); returns the files. See `export_tables`."""
        return export.export_tables(self._connection, self.path, folder, form, force=force)

    def export_partitions(self, folder: Path) -> None:
        """Write all as partitions into `folder`, which must not exist; `Lab.open` reads it. See `export_partitions`."""
        export.export_partitions(self._connection, self.path, folder)

    def _cell_id(self, cell: Cell) -> int:
        if cell.key not in self._ids:
            identity, subject = len(self._ids) + 1, cell.subject
            names = cell.platform, str(subject), subject.codec, subject.compressor
            how = str(cell.operation), str(cell.mode), str(cell.sink), cell.twin
            self._insert("cell", (identity, cell.key, *_labels(cell.corpus), *names, *how))
            self._ids[cell.key], self.cells[identity] = identity, cell
        return self._ids[cell.key]

    def _next_id(self, table: str) -> int:
        """One more than the highest id in `table`; a lab file has one writer."""
        ((identity,),) = self._rows(f"SELECT coalesce(max(id), 0) + 1 FROM {table}")
        return int(identity)

    def _insert(self, table: str, *rows: Sequence[object], verb: str = "INSERT") -> None:
        for row in rows:
            marks = ", ".join("?" * len(row))
            self._connection.execute(f'{verb} INTO "{table}" VALUES ({marks})', list(row))

    def _insert_by_name(self, table: str, rows: Sequence[Mapping[str, object]]) -> None:
        """Insert rows by the names of their columns.

        They pass as one list per column: as quick as a statement for one row, 100 times quicker for thousands.
        """
        if rows:
            columns = ", ".join(f"unnest(?) AS {name}" for name in rows[0])
            values = [[row[name] for row in rows] for name in rows[0]]
            self._connection.execute(f"INSERT INTO {table} BY NAME SELECT {columns}", values)

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


def runs_of(lab: Lab) -> tuple[Run, ...]:
    """The runs of a lab, the oldest first; a LabError if it has none."""
    runs = lab.runs()
    if not runs:
        raise LabError(f"lab {lab.path}", "it has no runs yet", remedy="start one: wirelab run")
    return runs


def last_run(path: Path) -> Run | None:
    """The run of a lab file that began last; None: there is no file, or no run in it."""
    if not path.exists():
        return None
    with Lab.open(path, create=False, read_only=True) as lab:
        runs = lab.runs()
    return runs[-1] if runs else None


def _utc(moment: datetime) -> datetime:
    """Tables hold UTC without a zone."""
    return moment.astimezone(UTC).replace(tzinfo=None)


def _labels(corpus: CorpusName) -> tuple[str, str, str]:
    return corpus.workload, corpus.size, corpus.variant


def _subject_row(each: EncodedSize | Check) -> tuple[str, ...]:
    return *_labels(each.corpus), each.platform, str(each.subject)


def _process_row(run: int, process: int, cell: int, record: ProcessRecord) -> dict[str, object]:
    planned, loss = record.planned, record.loss
    return {
        "id": process,
        "run": run,
        "round": planned.round,
        "cell": cell,
        "place": planned.order,
        "turn_group": planned.group,
        "environment_bytes": planned.environment_bytes,
        "started_at": _utc(record.started_at),
        **{name: getattr(record, name) for name in _OF_A_PROCESS},
        "loss": loss and str(loss.kind),
        "loss_what": loss and loss.what,
        "loss_seen": loss and loss.seen,
        "loss_stderr": loss and loss.stderr_tail,
    }


def _column(rows: Sequence[Batch], attribute: str) -> NDArray[Any]:
    values = list(map(attrgetter(attribute), rows))
    if None not in values:
        return np.array(values, dtype=np.int64)
    missing = [value is None for value in values]
    return np.ma.MaskedArray([value or 0 for value in values], mask=missing, dtype=np.int64)
