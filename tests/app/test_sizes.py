"""Sizes, to the byte; and published ones beside them."""

import gzip
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zstandard import ZstdCompressor

from wirelab.app.sizes import encoded_sizes, size_with_dictionary
from wirelab.app.sizes_table import SizedCell, sizes_csv, sizes_tables
from wirelab.app.study.published import PublishedSizes, published_sizes, read_published
from wirelab.app.study.shape import JsonBytes, in_their_own_words
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.errors import DefinitionError, UsageError
from wirelab.model.figure import Quantity
from wirelab.model.run import DEFLATE, GZIP, NO_COMPRESSOR, TOGETHER, ZSTANDARD
from wirelab.model.subject import parse_subject

CORPUS = CorpusName("w", "1k", "v")
CELL = Cell(CORPUS, "p", parse_subject("fast"), Operation.SERIALIZE)
OTHER = Cell(CORPUS, "p", parse_subject("slow"), Operation.SERIALIZE)
PUBLISHED = Path(__file__).parents[2] / "studies" / "published"
HEADER = "codec,workload,size,metric,value,unit\n"


def sizes(*payloads: bytes) -> dict[str, int]:
    found = encoded_sizes(CELL, payloads)
    assert {(size.corpus, size.platform, size.subject) for size in found} == {(CORPUS, "p", CELL.subject)}
    return {size.compressor: size.size_bytes for size in found}


# An empty deflate stream is one empty block of 2 bytes; zlib writes two zeros before it repeats them. A frame of
# Zstandard has 4 bytes of magic number, 1 of descriptor, 1 of content size, and 3 before its block.
ONE_OBJECT = [
    (b"", {NO_COMPRESSOR: 0, GZIP: 20, DEFLATE: 2, ZSTANDARD: 9}),
    (b"a", {NO_COMPRESSOR: 1, GZIP: 21, DEFLATE: 3, ZSTANDARD: 10}),
    (b"abc", {NO_COMPRESSOR: 3, GZIP: 23, DEFLATE: 5, ZSTANDARD: 12}),
    (bytes(100), {NO_COMPRESSOR: 100, GZIP: 24, DEFLATE: 6, ZSTANDARD: 17}),
]


@pytest.mark.parametrize(("data", "expected"), ONE_OBJECT, ids=["empty", "one", "three", "zeros"])
def test_one_object_to_the_byte(data: bytes, expected: dict[str, int]) -> None:
    assert sizes(data) == expected


def test_objects_are_compressed_one_by_one_and_together() -> None:
    assert sizes(b"abc", b"", b"abc", b"abc") == {
        NO_COMPRESSOR: 9,
        GZIP: 3 * 23 + 20,
        GZIP + TOGETHER: 25,
        DEFLATE: 3 * 5 + 2,
        DEFLATE + TOGETHER: 7,
        ZSTANDARD: 3 * 12 + 9,
        ZSTANDARD + TOGETHER: 18,
    }


def test_a_dictionary_of_one_half_compresses_the_other() -> None:
    random = Random(5)
    names = ["".join(random.choices("abcdefgh", k=8)) for _ in range(20)]
    objects = [
        f'{{"customer": "{random.choice(names)}", "number": {random.randrange(100)}}}'.encode() for _ in range(400)
    ]
    alone = sizes(*objects)[ZSTANDARD]
    with_dictionary = size_with_dictionary(objects)
    assert with_dictionary is not None
    assert with_dictionary < 0.7 * alone
    # Texts that only one half has are in no dictionary for it: each object is of letters of its own.
    unlike = [bytes(random.choices(range(256), k=60)) for _ in range(400)]
    found = size_with_dictionary(unlike)
    assert found is not None
    assert found > sum(map(len, unlike))


@pytest.mark.parametrize("objects", [[], [b"abc"], [b"abc"] * 4])
def test_too_little_trains_no_dictionary(objects: list[bytes]) -> None:
    assert size_with_dictionary(objects) is None


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=8))
def test_gzip_and_zstandard_are_the_libraries_own(objects: list[bytes]) -> None:
    found = sizes(*objects)
    assert found[NO_COMPRESSOR] == sum(map(len, objects))
    assert found[GZIP] == sum(len(gzip.compress(each, 6)) for each in objects)
    assert found[ZSTANDARD] == sum(len(ZstdCompressor(level=3).compress(each)) for each in objects)
    assert (GZIP + TOGETHER in found) == (len(objects) > 1)
    assert sizes(*objects) == found


def published(tmp_path: Path, text: str, names: str | None = None) -> Path:
    (tmp_path / "p.csv").write_text(text)
    if names is not None:
        (tmp_path / "p.names.toml").write_text(names)
    return tmp_path / "p.csv"


def sizes_in(file: Path) -> PublishedSizes:
    return published_sizes(read_published(file))


def test_published_sizes_stand_beside_ours_by_name(tmp_path: Path) -> None:
    text = (
        HEADER + "Quick,events,1k,size,1234,byte\nQuick,events,1k,size_gzip,99,byte\nQuick,events,1k,serialize,7,ns\n"
    )
    file = published(tmp_path, text, '[workload]\nevents = ["w"]\n[codec]\nQuick = ["fast", "faster"]\n')
    ours = [SizedCell(OTHER, {}, "it crashed"), SizedCell(CELL, {NO_COMPRESSOR: 2000, GZIP: 100, DEFLATE: 82})]
    (table,) = sizes_tables(ours, sizes_in(file))
    records = table.records
    assert records == [
        {
            "codec": "fast",
            "platform": "p",
            "raw": "2,000",
            "raw published": "1,234",
            GZIP: "100",
            f"{GZIP} published": "99",
            DEFLATE: "82",
            f"{DEFLATE} published": "",
            "why": "",
        },
        dict.fromkeys(records[0], "") | {"codec": "slow", "platform": "p", "why": "it crashed"},
    ]


def test_published_sizes_are_of_the_subjects_that_are_named(tmp_path: Path) -> None:
    found = sizes_in(published(tmp_path, HEADER + "q,w,1k,size,5,byte\n", '[codec]\nq = ["fast", "slow:a=b"]\n'))
    for named in ("fast", "slow:a=b"):
        assert found.size_bytes(CORPUS, parse_subject(named), NO_COMPRESSOR) == 5
    for other in ("fast+gzip", "fast:a=b", "slow"):
        assert found.size_bytes(CORPUS, parse_subject(other), NO_COMPRESSOR) is None
    assert found.size_bytes(CORPUS, parse_subject("fast"), GZIP) is None
    assert found.subjects("w") == (parse_subject("fast"), parse_subject("slow:a=b"))
    assert found.subjects("another") == ()


def test_the_published_sites_have_names_of_ours() -> None:
    found = sizes_in(PUBLISHED / "site-scala.csv")
    for workload, size_bytes in (("site", 1175), ("site-events", 1192)):
        corpus = CorpusName(workload, "2k", "random")
        assert found.size_bytes(corpus, parse_subject("protobuf-python"), NO_COMPRESSOR) == size_bytes


NAMES = """
[columns]
place = "platform"
[fixed]
workload = "w"
[platform]
Here = ["p", "q"]
[metrics]
write_s = { quantity = "time", operation = "serialize", unit = "s" }
"""


NAMED = '[metrics]\nserialize = { quantity = "time", operation = "serialize", unit = "ms" }\n'


def test_a_table_with_its_metrics_in_columns_is_read_in_our_names(tmp_path: Path) -> None:
    text = "codec,place,replicate,write_s\nfast,Here,1,0.5\nfast,There,1,\n"
    common = {"workload": "w", "codec": "fast", "operation": "serialize", "replicate": "1"}
    assert [(one.quantity, one.levels, one.value) for one in read_published(published(tmp_path, text, NAMES))] == [
        (Quantity.TIME, common | {"platform": name}, 5e8) for name in ("p", "q")
    ], "one figure for each of our names; a blank is none"


@pytest.mark.parametrize(
    ("text", "names", "says"),
    [
        ("a,b\n1,2\n", None, "unknown columns: a, b"),
        ("size," + HEADER + "10,fast,w,1k,size,7,byte\n", None, "it has a column 'size' twice"),
        ("codec,size,serialize\nfast,1k,5,3\n", NAMED, "line 2: it has more cells than there are columns"),
        ("codec,size\nfast,1\n", '[metrics]\nt = { quantity = "time" }\n', "it has no metric"),
        (HEADER + "fast,w,1k,size,many,byte\n", None, "line 2: 'many' is not a number from 0 up"),
        (HEADER + "\n\nfast,w,1k,size,many,byte\n", None, "line 4: 'many' is not a number from 0 up"),
        (HEADER + "fast,w,1k,size,nan,byte\n", None, "line 2: 'nan' is not a number from 0 up"),
        (HEADER + "fast,w,1k,size,-1,byte\n", None, "line 2: '-1' is not a number from 0 up"),
        ("replicate," + HEADER + "x,fast,w,1k,size,7,byte\n", None, "line 2: replicate 'x' is not a number"),
        (HEADER + "fast,w,1k,size,7,bit\n", None, "line 2: unknown unit 'bit'"),
        (HEADER + "fast,w,1k,speed,7,byte\n", None, "line 2: there is no metric 'speed'"),
        (HEADER + 'fast,w,1k,size,"7', None, "line 2: it is not CSV"),
        ("", None, "it is empty"),
        (HEADER + "fast,w,1k,size,many,byte\nfast,w,1k,size,7,bit\n", None, "line 3: unknown unit 'bit'"),
        (HEADER + 30 * "fast,w,1k,size,many,byte\n", None, "it has 30 mistakes"),
        (HEADER + 30 * "fast,w,1k,size,many,byte\n", None, "line 21: 'many' is not a number from 0 up; leave the cell"),
        (HEADER + 30 * "fast,w,1k,size,many,byte\n", None, "and 10 more"),
        (HEADER, "[codecs]\n", "line 1: codecs: unknown key; did you mean 'codec'?"),
        (HEADER, '[codec]\na = "b"\n', "line 2: codec.a: "),
    ],
)
def test_published_files_that_are_none(tmp_path: Path, text: str, names: str | None, says: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        read_published(published(tmp_path, text, names))
    assert says in f"{caught.value} {caught.value.why}"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such file"):
        read_published(tmp_path / "none.csv")


def test_every_size_is_a_row_of_the_csv() -> None:
    text = sizes_csv([SizedCell(CELL, {NO_COMPRESSOR: 20, GZIP: 30}), SizedCell(OTHER, {}, "no")])
    assert text.splitlines() == [
        "workload,size,variant,platform,codec,compressor,size_bytes,why",
        "w,1k,v,p,fast,none,20,",
        "w,1k,v,p,fast,gzip-6,30,",
        "w,1k,v,p,slow,,,no",
    ]


@pytest.mark.parametrize(
    ("as_documents", "written", "says"),
    [
        (True, 97, "numbers or texts, such as 3 for 3.0, or escapes (3 bytes fewer in JSON)"),
        (False, 1180, "the text around such values, or numbers, texts or escapes (1,080 bytes more in JSON)"),
        (False, 100, None),
    ],
)
def test_what_shapes_do_not_account_for_is_named(as_documents: bool, written: int, says: str | None) -> None:
    found = in_their_own_words({CELL: JsonBytes(100, as_documents), OTHER: JsonBytes(100, True)}, {CELL: written})
    assert [(one.what, one.why) for one in found] == (
        [] if says is None else [("data of w by fast (p)", f"written differently: {says}")]
    )
