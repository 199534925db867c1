"""Readers of others' bytes, their possible objections, and samples that are right.

A reader takes any bytes: it gives a value, or one of the faults that users see. Anything else is a bug of ours.
"""

import gzip
import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import duckdb
import fastavro

from tests.conftest import ROOT
from tests.measured import STUDY
from tests.report.invented_results import invented_results
from tests.store.records import CELLS, INFO, record_of
from wirelab.app.analyze.analysis import Question, analyze_each
from wirelab.app.lab.results import results_in
from wirelab.app.own_data.files import read_data
from wirelab.app.study.published import read_published
from wirelab.building.runners import load_runner
from wirelab.model.errors import WirelabError
from wirelab.protocol.codecs import read_announcement
from wirelab.protocol.lines import ProtocolError, parse_answer
from wirelab.schema.compile import compile_schema
from wirelab.store.lab import Lab
from wirelab.store.parquet import read_parquet
from wirelab.study.definition import parse_study
from wirelab.workload.definition import load_workload

_MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Target:
    """A reader.

    Attributes:
        read: takes the bytes, in an empty folder.
        samples: makes bytes that are right, and some that are nearly.
    """

    read: Callable[[bytes, Path], object]
    samples: Callable[[], list[bytes]]


def read(name: str, data: bytes) -> None:
    """Have the reader of that name read; a fault that users see is an answer."""
    with tempfile.TemporaryDirectory(prefix="wirelab-fuzz-") as folder:
        try:
            TARGETS[name].read(data, Path(folder))
        except (WirelabError, ProtocolError):
            return


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _protocol(data: bytes, folder: Path) -> None:
    parse_answer(data)


def _announcement(data: bytes, folder: Path) -> None:
    try:
        read_announcement(data)
    except ValueError:  # it is read only from the cache, which we wrote
        return


def _schema(data: bytes, folder: Path) -> None:
    path = folder / "own.proto"
    path.write_bytes(data)
    compile_schema("own", path, None)


def _study(data: bytes, folder: Path) -> None:
    parse_study(_text(data), "study own")


def _runner(data: bytes, folder: Path) -> None:
    own = folder / "fake"
    own.mkdir()
    manifest, _, codecs = data.partition(b"\n# codecs\n")
    (own / "runner.toml").write_bytes(manifest)
    (own / "codecs.toml").write_bytes(codecs)
    load_runner(own)


def _workload(data: bytes, folder: Path) -> None:
    own = folder / "school"
    own.mkdir()
    (own / "workload.toml").write_bytes(data)
    (own / "school.proto").touch()
    (own / "generate.py").touch()
    load_workload(own)


def _table(data: bytes, folder: Path) -> None:
    path = folder / "table"
    path.write_bytes(data)
    analyze_each(str(path), Question(), (None,))


def _published(data: bytes, folder: Path) -> None:
    path = folder / "figures.csv"
    path.write_bytes(data)
    read_published(path)


def _parquet(data: bytes, folder: Path) -> None:
    path = folder / "table.parquet"
    path.write_bytes(data)
    read_parquet(path, "table")


def _documents(suffix: str) -> Callable[[bytes, Path], None]:
    def reads(data: bytes, folder: Path) -> None:
        path = folder / f"orders{suffix}"
        path.write_bytes(data)
        read_data(str(path), _MOST_BYTES)

    return reads


def _lab(data: bytes, folder: Path) -> None:
    path = folder / "wirelab.duckdb"
    path.write_bytes(data)
    with Lab.open(path, create=False, read_only=True) as lab:
        for run in lab.runs():
            lab.summaries(run.id)
    results_in(path, None)


def _cell(data: bytes, folder: Path) -> None:
    """A lab of which one text is another: the first byte says which."""
    path = folder / "wirelab.duckdb"
    path.write_bytes(samples("lab")[0])
    with duckdb.connect(path) as connection:
        columns = connection.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE data_type IN ('VARCHAR', 'JSON') ORDER BY ALL"
        ).fetchall()
        table, column = columns[data[0] % len(columns)] if data else columns[0]
        try:
            connection.execute(f'UPDATE "{table}" SET "{column}" = ?', [_text(data[1:])])
        except duckdb.Error:  # DuckDB itself refuses it
            return
    results_in(path, None)


def _cells() -> list[bytes]:
    with duckdb.connect(), tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lab.duckdb")
        path.write_bytes(samples("lab")[0])
        with Lab.open(path, create=False) as lab:
            found = [*lab._connection.execute("SELECT study_json FROM run").fetchall()]
            found += lab._connection.execute("SELECT document FROM findings").fetchall()
    return [bytes([at]) + text.encode() for at in range(0, 60, 3) for text in (*(one for (one,) in found), "{}", "x")]


def _files(pattern: str) -> Callable[[], list[bytes]]:
    return lambda: [path.read_bytes() for path in sorted(ROOT.glob(pattern))]


def _answers() -> list[bytes]:
    examples = [
        {"type": "loaded", "objects": 12},
        {"type": "encoded", "bytes": 10},
        {"type": "fault", "whose": "codec", "message": "no"},
        {"type": "timed", "batch_ns": [1, 2], "cpu_ns": [1, 2], "digest": "d"},
        {
            "type": "ready",
            "protocol": 2,
            "runner": "x",
            "runtime": "x",
            "timer_resolution_ns": 1,
            "versions": {"a": "1"},
        },
    ]
    return [json.dumps(each).encode() for each in examples]


def _runners() -> list[bytes]:
    folders = [path.parent for path in sorted((ROOT / "runners").glob("*/runner.toml"))]
    both = [
        (each / "runner.toml").read_bytes() + b"\n# codecs\n" + (each / "codecs.toml").read_bytes() for each in folders
    ]
    return [each for each in both if b"base =" not in each]


def _json_lines() -> list[bytes]:
    shapes = sorted((ROOT / "tests" / "inference" / "shapes").glob("*.json*"))
    return [path.read_bytes()[:4000] for path in shapes] + [b'{"a": 1}\n{"a": null, "b": [1.5, "x"]}\n']


def _avro() -> list[bytes]:
    with tempfile.TemporaryFile() as file:
        schema = {"type": "record", "name": "R", "fields": [{"name": "a", "type": ["null", "long", "string"]}]}
        fastavro.writer(file, schema, [{"a": 1}, {"a": "x"}, {"a": None}])
        file.seek(0)
        return [file.read()]


def _parquets() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as connection:
        file = Path(folder, "t.parquet")
        connection.execute(
            "COPY (SELECT i AS n, i / 3 AS t, 'name' || i AS name, [i] AS many FROM range(50) AS r(i)) "
            f"TO '{file}' (FORMAT parquet)"
        )
        return [file.read_bytes()]


def _labs() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lab.duckdb")
        with Lab.open(path, create=True) as lab:
            run = lab.begin_run(replace(INFO, study_json=STUDY.model_dump_json()), CELLS)
            for number in range(3):
                lab.record(run, record_of(CELLS[0], number, batches=5))
            lab.record_findings(run, invented_results().findings)
            lab.finish_run(run, "it was complete")
        return [path.read_bytes()]


TARGETS: Mapping[str, Target] = {
    "protocol": Target(_protocol, _answers),
    "announcement": Target(_announcement, _answers),
    "schema": Target(_schema, _files("workloads/*/*.proto")),
    "study": Target(_study, _files("studies/*.toml")),
    "runner": Target(_runner, _runners),
    "workload": Target(_workload, _files("workloads/*/workload.toml")),
    "table": Target(
        _table, lambda: [*_files("tests/anova/samples/*.json*")(), b"a,b,t\nx,1,2.5\nx,2,3\ny,1,4\ny,2,5\n"]
    ),
    "published": Target(_published, _files("studies/published/*.csv")),
    "parquet": Target(_parquet, _parquets),
    "json": Target(_documents(".jsonl"), _json_lines),
    "csv": Target(_documents(".csv"), lambda: [b"a,b\n1,x\n2.5,\n", b'a;b\n"1;2";\xe4\n', b"\xff\xfea\0,\0b\0\n\0"]),
    "avro": Target(_documents(".avro"), _avro),
    "gzip": Target(_documents(".json.gz"), lambda: [gzip.compress(each, mtime=0) for each in _json_lines()]),
    "lab": Target(_lab, _labs),
    "cell": Target(_cell, _cells),
}


@cache
def samples(name: str) -> tuple[bytes, ...]:
    """Those of a target, short ones first."""
    return tuple(sorted(TARGETS[name].samples(), key=len))
