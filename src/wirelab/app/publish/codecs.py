"""Facts about the codecs of runs besides their measurements: contracts, newer versions, executed trials."""

from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from wirelab.app.executed.kept import executed, known_of
from wirelab.app.executed.tried import recorded
from wirelab.app.lab.results import contract_words
from wirelab.app.platforms import placed_runners, runners
from wirelab.app.ready import announced_before
from wirelab.building.versions import in_order
from wirelab.model.groups import gathered
from wirelab.protocol.codecs import CodecInfo, Parameter
from wirelab.report.published.known import CodecKnown
from wirelab.report.published.names import file_names
from wirelab.report.published.runs import PublishedRun


def known_codecs(runs: Sequence[PublishedRun], cache: Path) -> tuple[CodecKnown, ...]:
    """Every codec of the runs by name, with the facts of the newest run that has it."""
    cells = [(run, each.cell) for run in runs for each in run.results.findings.cells]
    by_name = gathered((cell.subject.name, (run, cell)) for run, cell in cells)
    files, known, tried = file_names(by_name), executed(cache), recorded()
    found = []
    for name, own in sorted(by_name.items()):
        run, cell = own[0]
        platforms = tuple(sorted({each.platform for _, each in own}))
        codec, info = run.results.codec_of(cell), run.offered.get((cell.platform, cell.subject.codec))
        outcomes = known_of(known, platforms, name)
        found.append(
            CodecKnown(
                name=name,
                file=files[name],
                format=run.results.format_of(cell),
                library=codec.library if codec else name,
                platforms=platforms,
                contract=tuple(_contract(info)) if info else (),
                executed=outcomes,
                evolved=tuple((says, *ways) for says, ways in tried.evolved.get(("", name), {}).items()),
                withstood=tuple(tried.withstood.get(("", name), {}).items()),
            )
        )
    return tuple(found)


def _contract(info: CodecInfo) -> Iterator[tuple[str, str]]:
    yield "contract", contract_words(info.contract)
    said = {
        "license": info.license,
        "source": info.source,
        "documentation": info.documentation,
        "authors": info.authors,
    }
    yield from ((name, text) for name, text in said.items() if text)
    for each in info.parameters:
        yield f"parameter {each.name}", f"{each.says}: {_values(each)}"


def _values(parameter: Parameter) -> str:
    marks = {parameter.tuned: " (tuned)", parameter.default: " (default)"}
    return ", ".join(value + marks.get(value, "") for value in parameter.values)


def newer_versions(runs: Sequence[PublishedRun], cache: Path) -> dict[tuple[str, str], str]:
    """The newest version that a run or a runner of this machine has, by codec and version, if that is a different one.

    Versions that are not releases have no order, so they are left out.
    """
    measured = {(each.cell.subject.name, run.version(each.cell)) for run in runs for each in run.results.findings.cells}
    names = {name for name, _ in measured}
    known = gathered([*measured, *_announced(names, cache)])
    found: dict[tuple[str, str], str] = {}
    for name, version in measured:
        ordered = in_order(known[name])
        if version in ordered and version != ordered[-1]:
            found[name, version] = ordered[-1]
    return found


def _announced(names: Container[str], cache: Path) -> Iterator[tuple[str, str]]:
    """Versions that built runners of this machine have; no runner is asked, and none is built."""
    having = [runner for runner in runners() if any(name in names for name in runner.manifest.codecs)]
    for _, ready in announced_before(placed_runners(having, cache), cache):
        yield from ((codec.name, codec.version) for codec in ready.codecs if codec.name in names)
