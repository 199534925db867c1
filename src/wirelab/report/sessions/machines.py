"""Machines and labs' runs in words. Pure."""

import shlex
from collections.abc import Mapping
from datetime import datetime

from wirelab.model.findings.sessions import Merged, Pooled, Reach
from wirelab.report.document import Document, Facts, Points, Section, Text
from wirelab.report.quantities import count, listed, several
from wirelab.report.table import Column, Table


def when(moment: datetime) -> str:
    """A timestamp, to the minute."""
    return f"{moment:%Y-%m-%d %H:%M}"


def machine_facts(machines: Mapping[str, Mapping[str, str]]) -> Facts:
    """The facts of each machine."""

    def says(own: Mapping[str, str]) -> str:
        return ", ".join(f"{value} cores" if fact == "cores" else value for fact, value in own.items())

    return Facts(tuple((f"Machine {name}", says(own)) for name, own in machines.items()))


def reach_words(pooled: Pooled) -> str:
    """The scope of an interval, in words: `5 sessions`, `3 machines (7 sessions)`."""
    sessions = several(pooled.sessions, "session")
    if pooled.reach is Reach.MACHINES:
        return f"{several(pooled.machines, 'machine')} ({sessions})"
    return "rounds of 1 session" if pooled.reach is Reach.SESSION else sessions


def merged_report(found: Merged) -> Document:
    """Write the contents of a merged lab."""
    answer = (
        f"{found.lab} has {several(len(found.runs), 'run')}, measured on {several(len(found.machines), 'machine')}"
        f" ({listed(list(found.machines))}). To show their pooled results: wirelab report --runs all --lab"
        f" {shlex.quote(found.lab)}"
    )
    columns = (
        *(Column("run", number=True), Column("from", least=12), Column("study", least=10), Column("began (UTC)")),
        *(Column("machine"), Column("processes", number=True)),
    )
    rows = tuple(
        (str(each.run), each.origin, each.study, when(each.started_at), each.machine, count(each.processes))
        for each in found.runs
    )
    said = (*found.once, *found.left_out)
    return Document(
        f"Wirelab merge: {found.lab}",
        (Text(answer, "answer"),),
        (
            Section("runs", "Runs", (Table("Runs, the earliest first", columns, rows),)),
            Section("machines", "Machines", (machine_facts(found.machines),)),
            Section("left-out", "Left out, or present twice", (Points(said),) if said else ()),
        ),
    )
