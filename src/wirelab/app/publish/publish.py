"""Labs as a folder of static files: the same files each time that the same labs are published."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec

from wirelab.app.publish.codecs import known_codecs, newer_versions
from wirelab.app.publish.folder import Folder
from wirelab.app.publish.runs import Gathered, addresses, gathered_runs, lab_files, values_of
from wirelab.app.resources import cache_path
from wirelab.files.scratch import scratch
from wirelab.model.errors import LabError, WirelabError
from wirelab.report.as_json import plain
from wirelab.report.document import Document
from wirelab.report.published.cells import Newest
from wirelab.report.published.citation import citation
from wirelab.report.published.codec_page import badge_words, codec_page, places_of
from wirelab.report.published.decision_page import decision_page
from wirelab.report.published.decisions import Decision, Evidence, decisions
from wirelab.report.published.index_page import index_page
from wirelab.report.published.known import CodecKnown
from wirelab.report.published.names import file_names
from wirelab.report.published.records import CELLS, RUNS, cell_records, run_records
from wirelab.report.published.runs import PublishedRun
from wirelab.report.render.page import render_page
from wirelab.report.render.pictures import answer_picture, badge
from wirelab.report.render.served import page_below
from wirelab.report.run.report import run_report
from wirelab.store.duplicate import are_alike, duplicate
from wirelab.store.parquet import parquet_of

TITLE = "Wirelab: which format and library is the fastest?"
_ABOVE = "All measurements"
P = ParamSpec("P")
Files = dict[str, Callable[[], bytes]]
"""The content of each file, by its path in the folder; made when it is written."""


@dataclass(frozen=True, slots=True)
class About:
    """The publisher's title, authors and address."""

    title: str = TITLE
    authors: tuple[str, ...] = ()
    address: str = ""  # where it will be; empty: not known


@dataclass(frozen=True, slots=True)
class Published:
    """The result of publishing."""

    index: Path
    runs: int
    written: int  # files that are new, or have other bytes than before
    files: int
    faults: tuple[WirelabError, ...]
    unfinished: tuple[str, ...]


def publish(labs: Sequence[Path], out: Path, about: About, *, force: bool, with_labs: bool = False) -> Published:
    """Write the folder `out` of all finished runs of `labs`: files, or folders of them.

    A run's own files are never written again with other bytes. With `force`, files that Wirelab did not write are
    replaced, too; with `with_labs`, the folder also has the lab files.

    Raises:
        UsageError: a folder has no lab; or `out` is no folder, or files that Wirelab did not write are in the way.
        LabError: no lab has a finished run that can be read.
        HostError: the folder cannot be written.
    """
    paths = lab_files(labs)
    folder = Folder.at(out, force=force)
    kept = addresses(paths) if with_labs else {}
    found = gathered_runs(paths, kept)
    if not found.runs:
        raise _nothing(found)
    shown = {run.kept for run in found.runs}
    files = _files(found.runs, about) | {
        name: partial(_lab, path, out / name) for path, name in kept.items() if name in shown
    }
    written, kept_files = folder.write(files, lambda path: path.startswith("runs/"))
    return Published(out / "index.html", len(found.runs), written, kept_files, found.faults, found.unfinished)


def _nothing(found: Gathered) -> WirelabError:
    why = "\n".join(f"{each.part}: {each.what}" for each in found.faults)
    stopped = f"stopped, and left out: {', '.join(found.unfinished)}" if found.unfinished else ""
    remedy = "measure first with `wirelab run`, or finish a stopped run with `wirelab run --resume`"
    return LabError(
        "labs", "none has a finished run that can be read", why="\n".join(filter(None, (why, stopped))), remedy=remedy
    )


def _files(runs: Sequence[PublishedRun], about: About) -> Files:
    cache = cache_path()
    known, newest = known_codecs(runs, cache), newer_versions(runs, cache)
    decided = decisions(runs)
    names = file_names(each.title for each in decided)
    pages = {each: f"decisions/{names[each.title]}.html" for each in decided}
    by_name = {each.name: each for each in known}
    files: Files = {
        "index.html": lambda: _utf8(render_page(index_page(about.title, runs, decided, pages, known, newest))),
        "CITATION.cff": lambda: citation(about.title, runs, about.authors, about.address).encode(),
    }
    files |= _data(runs, newest)
    for run in runs:
        files[run.page] = partial(_page, run_report, run.results)
        files[f"runs/{run.name}.json"] = partial(values_of, run)
    for codec in known:
        own = f"badges/{codec.file}.svg"
        files[f"codecs/{codec.file}.html"] = partial(_page, codec_page, codec, runs, newest, f"../{own}")
        files[own] = partial(_badge, codec, runs)
    for each, seen in decided.items():
        picture = f"embed/{names[each.title]}.svg"
        files[pages[each]] = partial(
            _page, decision_page, each, seen, _elsewhere(each, pages), by_name, newest, f"../{picture}"
        )
        files[picture] = partial(_picture, each, seen[0])
    return files


def _lab(path: Path, before: Path) -> bytes:
    """A lab file, with data that are only in its database's log beside it: of a run that was killed as it ended.

    The file that was published `before` stays if it has the same content.
    """
    if not path.with_name(f"{path.name}.wal").exists():
        return path.read_bytes()
    with scratch() as folder:
        whole = folder / path.name
        duplicate(path, whole)
        with suppress(LabError):  # it is none, or a damaged one
            if before.is_file() and are_alike(whole, before):
                return before.read_bytes()
        return whole.read_bytes()


def _page(document_of: Callable[P, Document], *facts: P.args, **named: P.kwargs) -> bytes:
    return _utf8(page_below(document_of(*facts, **named), "../index.html", _ABOVE).html)


def _badge(codec: CodecKnown, runs: Sequence[PublishedRun]) -> bytes:
    return _utf8(badge(*badge_words(codec, places_of(codec.name, runs))))


def _picture(decision: Decision, seen: Evidence) -> bytes:
    return _utf8(answer_picture(decision, seen))


def _elsewhere(decision: Decision, pages: Mapping[Decision, str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (each.title, page.removeprefix("decisions/"))
        for each, page in pages.items()
        if each != decision and (each.one, each.other) == (decision.one, decision.other)
    )


def _data(runs: Sequence[PublishedRun], newest: Newest) -> Files:
    cells, listed = partial(cell_records, runs, newest), partial(run_records, runs)
    return {
        "data/cells.parquet": lambda: parquet_of(CELLS, list(cells())),
        "data/cells.json": lambda: _json(list(cells())),
        "data/runs.parquet": lambda: parquet_of(RUNS, list(listed())),
        "data/runs.json": lambda: _json(list(listed())),
    }


def _json(rows: list[dict[str, Any]]) -> bytes:
    return json.dumps(plain(rows), indent=0, allow_nan=False).encode() + b"\n"


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")
