"""docs/codecs.md repeats runners' manifests."""

import pytest

from tests.conftest import ROOT
from tests.runners.codecs_page import MARK, PAGE, PLACES, TABLE, TABLE_PAGE, below_the_mark, section, table
from tests.runners.places import Place
from wirelab.protocol.codecs import CodecInfo, Contract, ContractChange, Parameter


def test_the_page_says_what_manifests_say() -> None:
    _, mark, below = PAGE.read_text(encoding="utf-8").partition(MARK)
    assert mark + below == below_the_mark(), "run: make codecs"


def test_a_table_has_every_codec_by_its_format() -> None:
    found = TABLE.search(TABLE_PAGE.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == table(), "run: make codecs"


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
        source="runners/one/codec.one",
        authors="Call it once (https://example.org/1, 2031-05-04).",
    )
    assert section(codec).splitlines() == [
        "### `codec`",
        "",
        "Format, by Library. Settings after [its documentation](https://example.org/settings).",
        "",
        "- *Default*: object to bytes; fresh output; no evolution",
        "- *Tuned*: `codec:buffers=unsafe`",
        "- *How*: said",
        "- *Source*: `runners/one/codec.one`",
        "- *Its authors*: Call it once (https://example.org/1, 2031-05-04).",
        "",
        "| Parameter | Values | |",
        "| --- | --- | --- |",
        "| `buffers` | `heap` (default), `unsafe` (tuned; unsafe memory: yes; evolution: names), `file` "
        "| where bytes go |",
    ]
    plain = section(codec.model_copy(update={"parameters": [], "documentation": ""}))
    assert "- *Tuned*: no settings; as by default" in plain
    assert "documentation" not in plain


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.runner)
def test_every_codec_names_the_file_that_calls_its_library(place: Place) -> None:
    for name, codec in place.found.manifest.codecs.items():
        assert (ROOT / codec.source).is_file(), name
