"""Writes the sections of docs/codecs.md on each codec, and docs/what-runs-where.md's table of them: `make codecs`.

Above the mark the page is typed. Below it, it repeats runners' `codecs.toml`.
"""

import re
from collections.abc import Iterator

from tests.conftest import ROOT
from tests.runners.places import REAL, Place
from wirelab.app.lab.results import contract_words
from wirelab.protocol.codecs import CodecInfo, ContractChange, Parameter

PAGE = ROOT / "docs" / "codecs.md"
TABLE_PAGE = ROOT / "docs" / "what-runs-where.md"
MARK = "<!-- From here on: make codecs -->"
TABLE = re.compile(r"(?<=<!-- codecs -->\n).*?(?=<!-- made by: make codecs -->)", re.DOTALL)
# Each runner on the first of its platforms: settings are the runner's own.
PLACES = tuple({place.runner: place for place in reversed(REAL)}.values())[::-1]


def main() -> None:
    """Write both."""
    typed, _, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    PAGE.write_text(typed + below_the_mark(), encoding="utf-8")
    TABLE_PAGE.write_text(TABLE.sub(lambda _: table(), TABLE_PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def below_the_mark() -> str:
    """The part of the page that is made, with the mark."""
    return "\n\n".join([MARK, *map(runner_part, PLACES)]) + "\n"


def table() -> str:
    """A row for each format with the codecs of each platform, as Markdown."""
    platforms = list(dict.fromkeys(place.platform for place in PLACES))
    codecs: dict[str, dict[str, list[str]]] = {}
    for place in PLACES:
        for name, codec in place.found.manifest.codecs.items():
            codecs.setdefault(codec.format, {name: [] for name in platforms})[place.platform].append(f"`{name}`")
    header = ["Format", *(f"`{name}`" for name in platforms)]
    lines = [header, ["---"] * len(header)]
    lines += [[name, *map(", ".join, cells.values())] for name, cells in sorted(codecs.items(), key=_by_how_many)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _by_how_many(row: tuple[str, dict[str, list[str]]]) -> tuple[int, str]:
    return -sum(map(len, row[1].values())), row[0].lower()


def runner_part(place: Place) -> str:
    """Everything that is said of a runner's codecs, in the order of its manifest."""
    manifest = place.found.manifest
    own = (section(codec.info(name, version="")) for name, codec in manifest.codecs.items())
    return "\n\n".join([f"## {manifest.name}", f"{manifest.says}.", *own])


def section(codec: CodecInfo) -> str:
    """The page's section on `codec`."""
    return "\n".join((f"### `{codec.name}`", "", *_facts(codec), "", *_table(codec))).rstrip()


def _facts(codec: CodecInfo) -> Iterator[str]:
    rests = f" Settings after [its documentation]({codec.documentation})." if codec.documentation else ""
    yield f"{codec.format}, by {codec.library}.{rests}"
    yield ""
    yield f"- *Default*: {contract_words(codec.contract.model_copy(update={'notes': ''}))}"
    settings = ",".join(f"{name}={value}" for name, value in codec.tuned.items())
    yield f"- *Tuned*: `{codec.name}:{settings}`" if settings else "- *Tuned*: no settings; as by default"
    if codec.never_cold:
        yield f"- *Never cold*: {codec.never_cold}"
    if codec.contract.notes:
        yield f"- *How*: {codec.contract.notes}"
    if codec.source:
        yield f"- *Source*: `{codec.source}`"
    if codec.authors:
        yield f"- *Its authors*: {codec.authors}"


def _table(codec: CodecInfo) -> Iterator[str]:
    if codec.parameters:
        yield "| Parameter | Values | |"
        yield "| --- | --- | --- |"
        for each in codec.parameters:
            yield f"| `{each.name}` | {', '.join(_values(each))} | {each.says.replace('|', '/')} |"


def _values(parameter: Parameter) -> Iterator[str]:
    for value in parameter.values:
        names = {parameter.tuned: "tuned", parameter.default: "default"}
        beside = [names[value]] if value in names else []
        beside += _changed(parameter.changes[value]) if value in parameter.changes else []
        yield f"`{value}`" + (f" ({'; '.join(beside)})" if beside else "")


def _changed(change: ContractChange) -> Iterator[str]:
    for field, value in change.model_dump(exclude_none=True).items():
        told = {True: "yes", False: "no"}.get(value, value)
        yield f"{field.replace('_', ' ')}: {told}".replace("|", "/")


if __name__ == "__main__":
    main()
