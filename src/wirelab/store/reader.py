"""The content of an open lab file, as values; DuckDB reduces it where it can."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from duckdb import DuckDBPyConnection
from pydantic import TypeAdapter

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.comparison import Question
from wirelab.model.errors import LabError
from wirelab.model.findings.diagnostics import ProcessCost, WarmUp
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import Batch, Loss, LossKind, Phase, PlannedProcess, ProcessSummary
from wirelab.model.run import Check, CorpusFacts, EncodedSize, NotRun, Run, RunInfo, instructions_kind
from wirelab.model.subject import parse_subject
from wirelab.protocol.codecs import Announcement, read_announcement
from wirelab.store import partitions
from wirelab.store.faults import explained, understood

_COUNTS = frozenset(map(instructions_kind, Operation))
_LABELS = "workload, size, variant"
_PLANNED = "round, place, cell, environment_bytes, turn_group"  # in the order of `PlannedProcess`

# The measurements of a process: its turns, or its measured batches where it took none. The time that a collection adds
# is seen in the batch of that collection, a lead-in or not, compared with the turns without any.
_SUMMARIES = """
WITH own AS (SELECT * FROM process WHERE run = $run),
timed AS (
    SELECT *, ns / calls AS time_ns, coalesce(gc_count, 0) > 0 AS collects
    FROM {batch} AS batch
    WHERE phase IN ('lead-in', 'measured') AND process IN (SELECT id FROM own WHERE loss IS NULL)
),
reduced AS (
    SELECT
        process,
        list(time_ns ORDER BY place) FILTER (phase = 'measured') AS turns_ns,
        list(collects ORDER BY place) FILTER (phase = 'measured') AS collected,
        sum(ns) / sum(calls) AS mean_ns,
        median(time_ns) FILTER (phase = 'measured' AND NOT collects) AS undisturbed_ns,
        (sum(ns) FILTER (collects) / undisturbed_ns - sum(calls) FILTER (collects)) / sum(calls) AS collection_share,
        bool_or(collects) AS collects,
        sum(allocated_bytes) FILTER (phase = 'measured')
            / sum(calls) FILTER (phase = 'measured' AND allocated_bytes IS NOT NULL) AS allocated_bytes
    FROM timed
    GROUP BY process
)
SELECT cell, round, turn_group, coalesce(turns_ns, []), coalesce(collected, []), mean_ns, coalesce(collection_share, 0),
    coalesce(collects, false), allocated_bytes, encoded_bytes, steady, loss, place
FROM own LEFT JOIN reduced ON reduced.process = own.id
ORDER BY cell, round, place
"""

_COSTS = """
SELECT cell, round,
    if(count(gc_count) = count(*), sum(gc_count)::BIGINT, NULL),
    if(count(gc_ns) = count(*), sum(gc_ns) / sum(ns), NULL),
    if(count(process_cpu_ns) = count(*), sum(process_cpu_ns) / sum(calls), NULL)
FROM {batch} AS batch JOIN process ON process.id = batch.process
WHERE run = $run AND loss IS NULL AND phase IN ('lead-in', 'measured')
GROUP BY process.id, cell, round, process.place
ORDER BY cell, round, process.place
"""

# Processes are picked evenly over a cell's rounds; batches before the number of calls was frozen are of another kind.
_WARM_UPS = """
WITH counted AS (
    SELECT id, cell, round, place,
        row_number() OVER (PARTITION BY cell ORDER BY round, place) AS number,
        count(*) OVER (PARTITION BY cell) AS processes,
        greatest(1, $processes // (SELECT count(DISTINCT cell) FROM process WHERE run = $run)) AS wanted
    FROM process WHERE run = $run AND loss IS NULL
),
picked AS (
    SELECT id, cell, round, place FROM counted
    WHERE number * wanted // processes > (number - 1) * wanted // processes
),
own AS (
    SELECT process, batch.place, phase, ns / calls AS time_ns, calls,
        last_value(calls) OVER (PARTITION BY process ORDER BY batch.place
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS final_calls
    FROM {batch} AS batch WHERE phase IN ('warm-up', 'measured') AND process IN (SELECT id FROM picked)
),
ranked AS (
    SELECT process, time_ns,
        row_number() OVER (PARTITION BY process ORDER BY place) - 1 AS place,
        count(*) OVER (PARTITION BY process) AS batches
    FROM own WHERE calls = final_calls AND phase = 'warm-up'
),
thinned AS (
    SELECT process, place // ceil(batches / $batches)::BIGINT AS place, median(time_ns) AS time_ns
    FROM ranked GROUP BY ALL
)
SELECT picked.cell, picked.round, picked.place,
    coalesce(list(time_ns ORDER BY thinned.place) FILTER (time_ns IS NOT NULL), [])
FROM picked LEFT JOIN thinned ON picked.id = thinned.process
GROUP BY picked.id, picked.cell, picked.round, picked.place
ORDER BY cell, picked.id
"""


_TWINS = """
SELECT verdict FROM (
    SELECT unnest(document->>'$.comparisons[*].comparison.question') AS question,
        unnest(document->>'$.comparisons[*].verdict') AS verdict,
        unnest(document->'$.comparisons[*].ratio') AS ratio
    FROM findings WHERE run = ?
)
WHERE question = ? AND verdict <> ? AND ratio::VARCHAR <> 'null'
"""


@dataclass(frozen=True, slots=True)
class Contents:
    """The content of a run, to compare it with its copies."""

    processes: int
    batches: int
    ns: int  # of all its batches

    @property
    def order(self) -> tuple[int, int]:
        """One that was resumed has more than a copy from before that."""
        return self.processes, self.batches


@cache  # a command may keep and read the findings of many runs
def findings_adapter() -> TypeAdapter[Findings]:
    """Write and read findings as the document that a lab keeps."""
    return TypeAdapter(Findings)


class Reader:
    """An open lab file, with its cells by their ids. Methods raise `LabError` when the file cannot be read."""

    @understood
    def __init__(self, path: Path, connection: DuckDBPyConnection) -> None:
        """Use `Lab.open`."""
        self.path = path
        self._connection = connection
        columns = f"id, {_LABELS}, platform, subject, operation, mode, sink, twin"
        self.cells = {
            identity: Cell(
                CorpusName(*labels), platform, parse_subject(subject), Operation(does), ModeKind(mode), Sink(sink), twin
            )
            for identity, *labels, platform, subject, does, mode, sink, twin in self._rows(
                f"SELECT {columns} FROM cell ORDER BY id"
            )
        }
        self._ids: dict[str, int] = {cell.key: identity for identity, cell in self.cells.items()}

    @understood
    def runs(self) -> tuple[Run, ...]:
        """All runs, oldest first."""
        hosts: dict[int, dict[str, str]] = {}
        for run, fact, value in self._rows("SELECT run, fact, value FROM host ORDER BY rowid"):
            hosts.setdefault(run, {})[fact] = value
        rows = self._rows(
            "SELECT id, study, study_json, not_run, seed, started_at, wirelab_version,"
            " coalesce(command, ''), finished_at, ending,"
            " (SELECT count(*) FROM process WHERE process.run = run.id),"
            " (SELECT coalesce(max(round) + 1, 0) FROM process WHERE process.run = run.id) FROM run ORDER BY id"
        )
        return tuple(_run(row, hosts.get(row[0], {})) for row in rows)

    @understood
    def run(self, run: int) -> Run:
        """The run with the id `run`; a LabError if there is none."""
        for found in self.runs():
            if found.id == run:
                return found
        raise LabError(f"lab {self.path}", f"it has no run {run}", remedy="`wirelab list runs` shows the runs")

    def unfinished_run(self) -> Run | None:
        """The latest run if it is not finished: the one that `--resume` resumes."""
        runs = self.runs()
        return runs[-1] if runs and runs[-1].finished_at is None else None

    @understood
    def planned(self, run: int) -> tuple[PlannedProcess, ...]:
        """Planned processes that are recorded, lost ones included, in the order of recording.

        A resumed run does not repeat them.
        """
        return tuple(map(self._planned, self._rows(f"SELECT {_PLANNED} FROM process WHERE run = ? ORDER BY id", [run])))

    @understood
    def process_walls_s(self, run: int) -> tuple[float, ...]:
        """How long each process of `run` took from its start to its end, in seconds, in the order of recording."""
        rows = self._rows("SELECT wall_ns / 1e9 FROM process WHERE run = ? ORDER BY id", [run])
        return tuple(float(wall_s) for (wall_s,) in rows)

    @understood
    def contents(self, run: int) -> Contents:
        """The content of `run`."""
        ((processes,),) = self._rows("SELECT count(*) FROM process WHERE run = ?", [run])
        ((batches, ns),) = self._rows_of_batches(
            "SELECT count(*), coalesce(sum(ns), 0)::BIGINT FROM {batch}"
            " WHERE process IN (SELECT id FROM process WHERE run = $run)",
            run,
        )
        return Contents(int(processes), int(batches), int(ns))

    @understood
    def summaries(self, run: int) -> tuple[ProcessSummary, ...]:
        """Each process of `run` as analysis wants it, by cell (in the study's order) and round."""
        rows = self._rows_of_batches(_SUMMARIES, run)
        return tuple(
            ProcessSummary(
                self.cells[cell],
                round_,
                group,
                _times(turns_ns),
                tuple(collected),
                *(mean_ns, collection_share, collects),
                *(_size(allocated), _size(encoded), steady),
                *(loss and LossKind(loss), place),
            )
            for cell, round_, group, turns_ns, collected, mean_ns, collection_share, collects, *rest in rows
            for allocated, encoded, steady, loss, place in [rest]
        )

    @understood
    def loops_ns(self, run: int) -> dict[Cell, float]:
        """The loop's own cost per call, in ns: the median of each cell's processes, where they timed it."""
        rows = self._rows(
            "SELECT cell, median(loop_ns) FROM process"
            " WHERE run = ? AND loop_ns IS NOT NULL AND loss IS NULL GROUP BY cell",
            [run],
        )
        return {self.cells[cell]: loop_ns for cell, loop_ns in rows}

    @understood
    def warm_ups(self, run: int, *, processes: int = 200, batches: int = 120) -> tuple[WarmUp, ...]:
        """The warm-ups and turns of processes that count, for the audit of steadiness.

        An audit costs milliseconds per process, so it is of a sample where there are very many: at most `processes`,
        or one per cell if there are more cells, evenly over each cell's rounds. Each warm-up is thinned to at most
        `batches` medians of neighbouring batches. Processes that did not warm up are among them.
        """
        rows = self._rows_of_batches(_WARM_UPS, run, processes=processes, batches=batches)
        return tuple(WarmUp(self.cells[cell], round_, place, _times(times)) for cell, round_, place, times in rows)

    @understood
    def costs(self, run: int) -> tuple[ProcessCost, ...]:
        """The time of collections and other threads in each process that counts, by cell (in the study's order)."""
        return tuple(ProcessCost(self.cells[cell], *rest) for cell, *rest in self._rows_of_batches(_COSTS, run))

    @understood
    def losses(self, run: int) -> tuple[tuple[PlannedProcess, Loss], ...]:
        """Each lost process of `run` and why, in the order they were recorded."""
        rows = self._rows(
            f"SELECT loss, loss_what, loss_seen, loss_stderr, {_PLANNED}"
            " FROM process WHERE run = ? AND loss IS NOT NULL ORDER BY id",
            [run],
        )
        return tuple(
            (self._planned(planned), Loss(LossKind(kind), what, seen, stderr))
            for kind, what, seen, stderr, *planned in rows
        )

    @understood
    def batches(self, run: int, planned: PlannedProcess) -> tuple[Batch, ...]:
        """The raw batches of the process that was `planned`, warm-up included, in order; none if it is not recorded."""
        rows = self._rows_of_batches(
            "SELECT phase, start_ns, calls, ns, allocated_bytes, gc_count, gc_ns, cpu_ns, process_cpu_ns, compiled"
            " FROM {batch} WHERE process ="
            " (SELECT id FROM process WHERE run = $run AND round = $round AND cell = $cell AND place = $place)"
            " ORDER BY place",
            run,
            round=planned.round,
            cell=self._ids.get(planned.cell.key, 0),
            place=planned.order,
        )
        return tuple(Batch(Phase(phase), *rest) for phase, *rest in rows)

    @understood
    def findings(self, run: int) -> Findings | None:
        """All findings of `run` from its end; None if it has not ended, or an earlier Wirelab measured it."""
        whole = "SELECT document FROM findings WHERE run = ? AND document->>'forecast' IS NOT NULL"
        rows = self._rows(whole, [run])
        return findings_adapter().validate_json(rows[0][0]) if rows else None

    def twins(self, up_to: int) -> tuple[int, int]:
        """A/A twins with a ratio in this run and those before it that ended, and how many of them were alarms."""
        asked = str(Question.TWIN), str(Verdict.UNSTEADY)
        runs = self._rows("SELECT run FROM findings WHERE run <= ? ORDER BY run", [up_to])
        # Run by run: the documents of all runs together may be larger than the memory.
        verdicts = [found for run in runs for found in self._rows(_TWINS, [*run, *asked])]
        return len(verdicts), verdicts.count((str(Verdict.DIFFERENT),))

    @understood
    def canary(self, run: int) -> tuple[tuple[str, float], ...]:
        """The machine's speed over `run`: each process's platform and its canary in ns."""
        rows = self._rows(
            "SELECT platform, canary_ns FROM process JOIN cell ON cell.id = process.cell"
            " WHERE run = ? AND canary_ns IS NOT NULL ORDER BY process.id",
            [run],
        )
        return tuple((platform, float(ns)) for platform, ns in rows)

    @understood
    def announcements(self, run: int) -> tuple[tuple[str, Announcement], ...]:
        """The offers of runners, each with its platform."""
        rows = self._rows("SELECT platform, announcement FROM runtime WHERE run = ? ORDER BY rowid", [run])
        return tuple((platform, read_announcement(text)) for platform, text in rows)

    @understood
    def corpora(self, run: int) -> tuple[CorpusFacts, ...]:
        """The corpora of `run`, in the order they were recorded."""
        rows = self._rows(
            f"SELECT {_LABELS}, digest, objects, encoded_bytes FROM corpus WHERE run = ? ORDER BY rowid", [run]
        )
        return tuple(CorpusFacts(CorpusName(*row[:3]), row[3], *map(_size, row[4:])) for row in rows)

    @understood
    def sizes(self, run: int) -> tuple[EncodedSize, ...]:
        """The encoded sizes of `run`."""
        rows = self._rows(
            f"SELECT {_LABELS}, platform, subject, compressor, size_bytes FROM size WHERE run = ? ORDER BY ALL", [run]
        )
        return tuple(
            EncodedSize(CorpusName(*labels), platform, parse_subject(subject), compressor, size)
            for *labels, platform, subject, compressor, size in rows
        )

    @understood
    def checks(self, run: int) -> tuple[Check, ...]:
        """The checks of `run`."""
        rows = self._rows(
            f'SELECT {_LABELS}, platform, subject, kind, passed, detail FROM "check" WHERE run = ? ORDER BY ALL', [run]
        )
        return tuple(
            Check(CorpusName(*labels), platform, parse_subject(subject), kind, passed, _detail(kind, detail))
            for *labels, platform, subject, kind, passed, detail in rows
        )

    def _rows(self, question: str, given: Sequence[object] | Mapping[str, object] = ()) -> list[tuple[Any, ...]]:
        with explained(self.path):
            return self._connection.execute(question, given).fetchall()

    def _rows_of_batches(self, question: str, run: int, **given: object) -> list[tuple[Any, ...]]:
        """The answer about a run; `{batch}` in the question stands for its batches."""
        batches = partitions.batches_of(self.path, run) if partitions.is_partitioned(self.path) else "batch"
        return self._rows(question.format(batch=batches), {"run": run, **given})

    def _planned(self, row: Sequence[Any]) -> PlannedProcess:
        round_, place, cell, *rest = row
        return PlannedProcess(round_, place, self.cells[cell], *rest)


def _run(row: tuple[Any, ...], host: dict[str, str]) -> Run:
    identity, study, text, not_run, seed, started_at, version, command, finished_at, ending, *measured = row
    missing = tuple(NotRun(**each) for each in json.loads(not_run))
    info = RunInfo(study, text, missing, seed, _at(started_at), version, command, host)
    return Run(identity, info, finished_at and _at(finished_at), ending, *measured)


def _times(ns: Sequence[float]) -> tuple[float, ...]:
    if not all(0 < each < inf for each in ns):
        raise ValueError("a time is not above 0")
    return tuple(ns)


def _size(value: Any) -> Any:
    """A size, or None."""
    if value is not None and value < 0:
        raise ValueError("a size is below 0")
    return value


def _detail(kind: str, detail: str) -> str:
    """The detail of a check; that of a count is a number."""
    if kind in _COUNTS:
        _size(int(detail))
    return detail


def _at(moment: datetime) -> datetime:
    """Tables hold UTC without a zone."""
    return moment.replace(tzinfo=UTC)
