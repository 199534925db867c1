"""The finished runs of labs, as pages show them; labs and runs that cannot be read are named and left out."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path

from wirelab.app.lab.results import results_of_run
from wirelab.app.serve.labs import Labs
from wirelab.model.errors import LabError, UsageError, WirelabError
from wirelab.model.run import ORIGIN, Run
from wirelab.report.as_json import results_json
from wirelab.report.published.names import file_names
from wirelab.report.published.runs import PublishedRun
from wirelab.report.run.results import Results
from wirelab.store.lab import Lab

_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Gathered:
    """The runs to publish."""

    runs: tuple[PublishedRun, ...]  # the newest first
    faults: tuple[WirelabError, ...]  # of labs and runs that are left out
    unfinished: tuple[str, ...]  # runs that were stopped, by lab and number: they may continue


def lab_files(named: Sequence[Path]) -> tuple[Path, ...]:
    """Lab files as a user names them: by their own names, or by the folders that they are in.

    Raises:
        UsageError: a folder has none, or there is no such folder.
    """
    found: dict[Path, None] = {}
    for path in named:
        if not path.is_dir():
            found[path] = None
            continue
        labs = Labs(path).names
        if not labs:
            what, remedy = "it has no lab file", "name a lab file, or measure: `wirelab run` makes one"
            raise UsageError(f"folder {path}", what, remedy=remedy)
        found |= dict.fromkeys(path / name for name in labs)
    return tuple(found)


def addresses(labs: Sequence[Path]) -> dict[Path, str]:
    """Where each lab file is in the folder that is published: by its name, and a number where several share it."""
    texts: dict[str, Path] = {}
    for path in labs:
        numbered = (f"{path.stem} {number}" for number in count(2))
        texts[next(text for text in chain([path.stem], numbered) if text not in texts)] = path
    names = file_names(texts)
    return {path: f"labs/{names[text]}.duckdb" for text, path in texts.items()}


def gathered_runs(labs: Iterable[Path], kept: Mapping[Path, str]) -> Gathered:
    """Read every lab; the same run in two of them counts once. `kept`: the address of each file that is published."""
    runs: dict[str, PublishedRun] = {}
    faults: list[WirelabError] = []
    unfinished: list[str] = []
    for path in labs:
        try:
            with Lab.open(path, create=False, read_only=True) as lab:
                for run in lab.runs():
                    if run.finished_at is None:
                        unfinished.append(f"{path.name} run {run.id}")
                        continue
                    try:
                        made = _published(lab, run, kept.get(path, ""))
                    except WirelabError as fault:
                        faults.append(fault)
                        continue
                    runs.setdefault(made.name, made)
        except (LabError, UsageError) as fault:
            faults.append(fault)
    ordered = sorted(runs.values(), key=lambda each: (each.results.run.started_at, each.name), reverse=True)
    return Gathered(tuple(ordered), tuple(faults), tuple(unfinished))


def _published(lab: Lab, run: Run, kept: str) -> PublishedRun:
    results = _lasting(results_of_run(lab, run, tally=False), lab.path.name)
    offered = {(platform, codec.name): codec for platform, ready in lab.announcements(run.id) for codec in ready.codecs}
    return PublishedRun(_name(run, results), lab.path.name, run, results, offered, lab.sizes(run.id), kept)


def _lasting(results: Results, lab: str) -> Results:
    """The results without facts that change while the lab does not, and without its place on this machine."""
    codecs = tuple(replace(each, executed={}) for each in results.codecs)
    return replace(results, run=replace(results.run, lab=lab), codecs=codecs)


def _name(run: Run, results: Results) -> str:
    """Digits that identify the measurements: the run's plan, its machine and moment, and all of its estimates."""
    info = run.info
    host = sorted((name, fact) for name, fact in info.host.items() if name != ORIGIN)  # a merged run is the same run
    plan = [info.study_json, info.seed, info.started_at.isoformat(), info.wirelab_version, host]
    found = [[each.cell.key, each.process_times_ns] for each in results.findings.cells]
    text = json.dumps([plan, str(run.finished_at), found], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def values_of(run: PublishedRun) -> bytes:
    """The results of a run, as JSON."""
    return json.dumps(results_json(run.results), allow_nan=False, sort_keys=True).encode() + b"\n"
