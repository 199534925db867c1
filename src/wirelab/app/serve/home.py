"""The pages of a server that no command writes: its labs with their runs, and faults."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from wirelab.app.platforms import runners
from wirelab.app.request import study_files
from wirelab.app.resources import workload_catalogue
from wirelab.app.serve.data import is_data
from wirelab.app.serve.labs import Labs, Seen
from wirelab.model.cell import Operation
from wirelab.model.errors import WirelabError
from wirelab.model.run import Run
from wirelab.report.document import Document, Section, Text
from wirelab.report.published.runs import ListedRun, runs_table
from wirelab.report.quantities import count, several, size
from wirelab.report.render.served import Form
from wirelab.report.table import Column, Entry, Row, Table, words

_READ_ONLY = "This server is read-only. To start studies here, restart it with wirelab serve --allow-run."
_STARTS = (
    "Studies that you start here run on this machine, one at a time. A file that you drop is copied into this folder; "
    "it never leaves this machine."
)
_EMPTY = "This folder has no lab file yet. `wirelab run` makes one, wirelab.duckdb, in the folder where it is started."


def home(folder: Path, labs: Sequence[Seen], *, allow_run: bool) -> Document:
    """The labs of a folder, and all their runs, the newest first."""
    number = f"{several(len(labs), 'lab')} in {folder}"
    lead = (Text(number, "question"), Text(_STARTS if allow_run else _READ_ONLY, "soft"))
    return Document(f"Wirelab: labs in {folder.name or folder}", lead, tuple(_sections(labs)))


def _sections(labs: Sequence[Seen]) -> Iterator[Section]:
    runs = [_listed(lab, run) for lab in labs for run in lab.runs]
    yield Section("runs", "Runs", (runs_table(runs),) if runs else (), "Runs")
    columns = (
        *words("lab"),
        Column("size", number=True),
        Column("runs", number=True),
        *words("state", "tables", "tables as text", "questions"),
    )
    listed = Table("Labs", columns, tuple(map(_lab, labs)))
    yield Section("labs", "Labs", (listed,) if labs else (Text(_EMPTY),), "Labs")


def _listed(lab: Seen, run: Run) -> ListedRun:
    address = f"labs/{quote(lab.name)}/runs/{run.id}"
    forms = ("Markdown", f"{address}?form=markdown"), ("JSON", f"{address}?form=json")
    return ListedRun(lab.name, run, address, forms)


def _lab(lab: Seen) -> Row:
    address, fault = f"labs/{quote(lab.name)}/tables", lab.fault
    why = () if fault is None else tuple(filter(None, (fault.why, fault.remedy)))
    state = Entry("can be read") if fault is None else Entry(fault.what, why, "unresolved")
    packed = [Entry(name, link=f"{address}/{form}") for name, form in (("Parquet", "parquet"), ("CSV", "csv"))]
    packed.append(Entry("SQL", link=f"labs/{quote(lab.name)}/ask"))
    tables = packed if fault is None else ["", "", ""]
    return (lab.name, size(lab.size_bytes), count(len(lab.runs)), state, *tables)


def fault_page(fault: WirelabError) -> Document:
    """A fault, and its remedy."""
    texts = (Text(f"{fault.part}: {fault.what}", "answer"), Text(fault.why, "soft"), Text(fault.remedy))
    return Document("Wirelab: this cannot be shown", tuple(each for each in texts if each.words), ())


def form_of(labs: Labs, seen: Sequence[Seen], *, allow_run: bool) -> Form:
    """The choices in the forms of a page."""
    comparable = [(each.name, run) for each in seen for run in each.runs if run.finished_at is not None]
    offered = Form(
        runs=tuple((f"{quote(name)}:{run.id}", f"{name} run {run.id}: {run.info.study}") for name, run in comparable)
    )
    if not allow_run:
        return offered
    platforms = [(each.name, each.says) for runner in runners() for each in runner.manifest.platforms]
    return Form(
        offered.runs,
        labs=tuple(each.name for each in seen),
        stopped=tuple((each.name, each.stopped.id) for each in seen if each.stopped is not None),
        data=tuple(filter(is_data, labs.files)),
        workloads=workload_catalogue().names,
        studies=tuple(study_files()),
        platforms=tuple(dict(platforms).items()),
        operations=tuple(map(str, Operation)),
    )
