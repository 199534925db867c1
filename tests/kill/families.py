"""The commands that write, by family: the files before, the words typed, the files made, and the words typed next."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.app.studies import write_study
from tests.app.test_replicate import write as write_replication
from tests.conftest import ROOT

LAB = "wirelab.duckdb"
_FAKE = ("--platform", "fake", "--codec", "steady")
Prepare = Callable[[Path, Path], None]
"""It takes a family's folder, and the folder of the files that are made once for all families."""


@dataclass(frozen=True, slots=True)
class Family:
    """Commands of one kind.

    Attributes:
        name: for people, and for `--family`.
        words: the command that is killed.
        next_words: the command after it, which has to come to its end.
        prepare: makes the files that are there before.
        makes: the files that are there at last, below the folder; each is whole or absent at every moment.
        lab: the lab file that it writes, if it writes one.
        statuses: how the next command may end.
        resumes: whether the killed command continues where the one before was killed, in the same folder.
        fresh_cache: whether builds and corpora are made each time.
    """

    name: str
    words: tuple[str, ...]
    next_words: tuple[str, ...]
    prepare: Prepare
    makes: tuple[str, ...] = ()
    lab: str = ""
    statuses: tuple[int, ...] = (0,)
    resumes: bool = False
    fresh_cache: bool = False


def made_once(shared: Path, run: Callable[[Sequence[str], Path], None]) -> None:
    """A lab with a finished run, for the commands that read one."""
    study = write_study(shared, "steady", "slower-5", "chatty", rounds=3)
    run(("run", study, "--seed", "7"), shared)


def _nothing(folder: Path, shared: Path) -> None:
    """An empty folder."""


def _with_study(folder: Path, shared: Path) -> None:
    write_study(folder, "steady", "chatty", rounds=2, precision=1e-6)


def _with_long_study(folder: Path, shared: Path) -> None:
    write_study(folder, "steady", "chatty", rounds=1000, band=0, precision=1e-6)


def _with_lab(folder: Path, shared: Path) -> None:
    shutil.copy(shared / LAB, folder)


def _with_data(folder: Path, shared: Path) -> None:
    orders = [{"id": at, "who": f"customer {at % 7}", "items": [{"price": at / 8, "n": at}] * 3} for at in range(400)]
    (folder / "orders.jsonl").write_text("".join(f"{json.dumps(order)}\n" for order in orders))


def _with_workload(folder: Path, shared: Path) -> None:
    shutil.copytree(ROOT / "workloads" / "school", folder / "school")
    (folder / "school" / "digests.toml").unlink()


def _with_table(folder: Path, shared: Path) -> None:
    rows = [
        f"{library},{size},{len(library) * size + day / 7}" for library in "ab" for size in (1, 2) for day in range(9)
    ]
    (folder / "times.csv").write_text("\n".join(("library,size,time", *rows, "")))


def _same(name: str, words: str, prepare: Prepare, *makes: str, **others: object) -> Family:
    """One of which the same command is typed again."""
    typed = tuple(words.split())
    return Family(name, typed, typed, prepare, makes, **others)  # type: ignore[arg-type]


_TABLES = ("batch", "cell", "process", "run", "size")
FAMILIES = (
    Family(
        "run",
        ("run", "scripted.toml", "--seed", "7"),
        ("run", "--resume"),
        _with_study,
        (LAB, "wirelab-report.html"),
        lab=LAB,
    ),
    Family(
        "resume", ("run", "--resume"), ("list", "runs", "--lab", LAB), _with_long_study, (LAB,), lab=LAB, resumes=True
    ),
    _same(
        "first run, empty cache",
        "run scripted.toml --seed 7",
        _with_study,
        LAB,
        "wirelab-report.html",
        lab=LAB,
        fresh_cache=True,
    ),
    _same("run FILE", "run orders.jsonl --rounds 1 " + " ".join(_FAKE), _with_data, "wirelab-report.html", lab=LAB),
    _same("run FILE --schema-only", "run orders.jsonl --schema-only", _with_data, "orders/orders.proto"),
    _same(
        "replicate",
        "replicate mine.toml --method sound --budget 2s",
        lambda folder, _: write_replication(folder),
        "mine-replication-report.html",
        lab="mine-replication.duckdb",
    ),
    _same("export", "export out", _with_lab, *(f"out/{table}.parquet" for table in _TABLES), lab=LAB),
    _same("export as CSV", "export out --format csv", _with_lab, *(f"out/{table}.csv" for table in _TABLES), lab=LAB),
    _same("report", "report", _with_lab, "wirelab-report.html", lab=LAB),
    _same("report as Markdown", "report --format markdown", _with_lab, "wirelab-report.md", lab=LAB),
    _same(
        "analyze",
        "analyze times.csv --response time --factors library,size --html analysis.html",
        _with_table,
        "analysis.html",
    ),
    _same("analyze a lab", f"analyze {LAB} --html analysis.html", _with_lab, "analysis.html", lab=LAB),
    _same(
        "evolve",
        f"evolve --out changes.html {' '.join(_FAKE)}",
        _nothing,
        "changes.html",
        statuses=(5,),
    ),
    _same(
        "interop",
        f"interop school --variant random --out pairs.html {' '.join(_FAKE)} --codec bimodal",
        _nothing,
        "pairs.html",
    ),
    _same("sizes", f"sizes school --csv sizes.csv {' '.join(_FAKE)}", _nothing, "sizes.csv"),
    _same("sizes of data", f"sizes --data orders.jsonl --csv sizes.csv {' '.join(_FAKE)}", _with_data, "sizes.csv"),
    _same(
        "workload add", "workload add --data orders.jsonl", _with_data, "orders/workload.toml", "orders/orders.corpus"
    ),
    _same(
        "workload check",
        f"workload check ./school --trust --record {' '.join(_FAKE)}",
        _with_workload,
        "school/digests.toml",
        fresh_cache=True,
    ),
    _same("check-runner", "check-runner fake --platform fake --codec steady", _nothing, fresh_cache=True),
    _same("doctor", "doctor", _nothing, statuses=(0, 1, 4), fresh_cache=True),
)
