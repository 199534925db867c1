"""Lists of studies, workloads, platforms, codecs, and the runs of a lab file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from wirelab.app.executed.kept import Known, executed, executed_words, known_of
from wirelab.app.lab.results import contract_words
from wirelab.app.platforms import PlacedRunner, by_platform, by_runner, placed_runners, runners
from wirelab.app.ready import announcement, built_announcements, first_here
from wirelab.app.request import Overrides, asked, find_study, study_files
from wirelab.app.resources import workload_catalogue
from wirelab.building.build import build_programs
from wirelab.building.outputs import Notice
from wirelab.model.groups import gathered
from wirelab.model.names import choose
from wirelab.protocol.codecs import Announcement, CodecInfo, Parameter
from wirelab.report.executed import COLUMNS
from wirelab.report.table import Table, table_of
from wirelab.store.lab import Lab
from wirelab.workload.definition import compile_workload

Row = Mapping[str, str]
_SAID = ("contract", "parameters", "documentation", "source", "authors", "license", "never_cold")
_DETAILS = frozenset({"executed", *_SAID})


def named(listed: Table, names: Sequence[str]) -> Table:
    """The rows with these names in their first column; a UsageError for a name without a row."""
    known = gathered((first.text, row) for row, (first, *_) in zip(listed.rows, listed.entries, strict=True))
    chosen = dict.fromkeys(choose(listed.title.lower().removesuffix("s"), name, known) for name in names)
    return replace(listed, rows=tuple(chain.from_iterable(known[name] for name in chosen)))


def studies_with_claims() -> tuple[str, ...]:
    """The lab's own studies that repeat a published one, and describe how its authors measured."""
    found = {name: find_study(name) for name in study_files()}
    return tuple(name for name, study in found.items() if study.claim and study.measure.published is not None)


def studies() -> Table:
    """The lab's own studies."""
    found = [find_study(name) for name in study_files()]
    rows = tuple({"study": study.name, "question": study.question, "origin": study.origin} for study in found)
    return table_of("Studies", rows)


def workloads() -> Table:
    """The lab's own workloads."""
    catalogue = workload_catalogue()
    found = [catalogue.find(name) for name in catalogue.names]
    rows = tuple(
        {
            "workload": workload.name,
            "what": workload.says,
            "sizes": _levels(workload.sizes.values, workload.sizes.default),
            "variants": _levels(workload.variants.values, workload.variants.default),
        }
        for workload in found
    )
    return table_of("Workloads", rows)


def platforms(cache: Path) -> Table:
    """The platforms, and whether they run here."""
    rows = tuple(
        {
            "platform": name,
            "what": states[0].platform.says + (" (on request)" if states[0].platform.on_request else ""),
            "here": _here(states),
        }
        for name, states in by_platform(placed_runners(runners(), cache)).items()
    )
    return table_of("Platforms", rows)


def _here(states: Sequence[PlacedRunner]) -> str:
    missing = dict.fromkeys(state.why_missing for state in states if state.missing)
    if not missing:
        return "yes"
    return ("no: " if all(state.missing for state in states) else "partly: ") + "; ".join(missing)


def codecs(cache: Path, build: Notice | None = None) -> Table:
    """The codecs of every runner, with its announcement if it is built.

    With `build`, missing programs are built first, and `build` hears which. A linked program is built with the types of
    the default study's workload, because it cannot be built without types.
    """
    states = placed_runners(runners(), cache)
    if build is not None:
        workload = workload_catalogue().find(asked(None, Overrides()).factors.workload[0])
        types = {workload.name: compile_workload(workload)}
        for here in filter(None, map(first_here, by_runner(states).values())):
            needed = types if here.runner.links(here.platform.name) else {}
            announcement(build_programs(here.runner, here.platform.name, needed, cache, build))
    announced = built_announcements(states, cache)
    known = executed(cache)
    rows = (
        row
        for name, own in by_runner(states).items()
        for row in _codecs(own, announced[name][1] if name in announced else None, known)
    )
    return table_of("Codecs", rows, _DETAILS)


def runs(lab: Path) -> Table:
    """The runs of a lab file; none if there is no such file."""
    if not lab.exists():
        return table_of(f"Runs (no lab file {lab})", ())
    with Lab.open(lab, create=False, read_only=True) as opened:
        found = opened.runs()
    rows = tuple(
        {
            "run": str(run.id),
            "study": run.info.study,
            "started": f"{run.info.started_at:%Y-%m-%d %H:%M}",
            "processes": str(run.processes),
            "ended": run.ending or f"stopped{'; `wirelab run --resume` finishes it' * (run is found[-1])}",
        }
        for run in found
    )
    return table_of(f"Runs in {lab}", rows)


def _codecs(states: Sequence[PlacedRunner], ready: Announcement | None, known: Known) -> Iterator[Row]:
    """The codecs of one runner; versions as it announces them on the first of its platforms that is here."""
    runner = states[0].runner
    unavailable = {codec.name: codec.reason for codec in ready.unavailable} if ready else {}
    for name, written in runner.manifest.codecs.items():
        offered = ready.codec(name) if ready else None
        info = offered or written.info(name, unavailable.get(name, "not built yet"))
        platforms = [state.platform.name for state in states]
        tried = known_of(known, platforms, name)
        numbers = {column: tried[column].short if column in tried else "" for column in COLUMNS}
        said = {"executed": executed_words(tried)}
        yield {"codec": name, **_announced(info), "platform": ", ".join(platforms), **numbers, **said}


def _announced(info: CodecInfo) -> dict[str, str]:
    written = {"contract": contract_words(info.contract), "parameters": ", ".join(map(_values, info.parameters))}
    return {name: getattr(info, name) for name in ("format", "library", "version", *_SAID)} | written


def _values(parameter: Parameter) -> str:
    marks = {parameter.tuned: " (tuned)", parameter.default: " (default)"}
    return f"{parameter.name}={'|'.join(value + marks.get(value, '') for value in parameter.values)}"


def _levels(values: Sequence[str], default: str) -> str:
    return ", ".join(f"{value} (default)" if value == default and len(values) > 1 else value for value in values)
