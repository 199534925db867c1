"""docs/codecs.md says what runners announce."""

import pytest

from tests.runners.codecs_page import MARK, PAGE, PLACES, README, TABLE, section, sections, table
from tests.runners.places import Bench, Place
from wirelab.protocol.messages import CodecInfo, Contract, ContractChange, Parameter


def below_the_mark() -> str:
    return PAGE.read_text(encoding="utf-8").partition(MARK)[2]


@pytest.mark.parametrize("place", [place.param() for place in PLACES])
def test_the_page_says_what_codecs_announce(bench: Bench, place: Place) -> None:
    told = sections(below_the_mark())
    announced = {codec.name: section(codec) for codec in bench.ready(place).codecs}
    assert announced
    assert {name: told.get(name) for name in announced} == announced, "run: make codecs"


def test_the_page_has_every_codec_under_its_runner() -> None:
    parts = below_the_mark().split("\n## ")[1:]
    found = {part.partition("\n")[0]: [*sections(part)] for part in parts}
    assert found == {place.runner: [*place.found.manifest.codecs] for place in PLACES}


def test_the_readme_has_every_codec_by_its_format() -> None:
    found = TABLE.search(README.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == table(sections(below_the_mark())), "run: make codecs"


def test_a_section_tells_default_tuned_and_what_values_change() -> None:
    fast = Parameter(
        name="buffers",
        values=["heap", "unsafe", "file"],
        default="heap",
        says="where bytes go",
        tuned="unsafe",
        changes={"unsafe": ContractChange(unsafe_memory=True, evolution="names")},
    )
    codec = CodecInfo(
        name="codec",
        format="Format",
        library="Library",
        version="1",
        contract=Contract(input="object", output="bytes", conversion=False, evolution="none", notes="said"),
        operations=[],
        parameters=[fast],
        documentation="https://example.org/settings",
    )
    assert section(codec).splitlines() == [
        "### `codec`",
        "",
        "Format, by Library. Settings after [its documentation](https://example.org/settings).",
        "",
        "- *Default*: object to bytes; fresh output; no evolution",
        "- *Tuned*: `codec:buffers=unsafe`",
        "- *How*: said",
        "",
        "| Parameter | Values | |",
        "| --- | --- | --- |",
        "| `buffers` | `heap` (default), `unsafe` (tuned; unsafe memory: yes; evolution: names), `file` "
        "| where bytes go |",
    ]
    plain = section(codec.model_copy(update={"parameters": [], "documentation": ""}))
    assert "- *Tuned*: no settings; as by default" in plain
    assert "documentation" not in plain
