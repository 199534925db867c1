"""Halves of a corpus: nothing is measured that trains, and other copies are measured on as many objects."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.model.cell import CorpusName
from wirelab.model.errors import UsageError
from wirelab.model.units import ByteCount
from wirelab.schema.messages import delimited, read_delimited
from wirelab.workload.corpus import Corpus
from wirelab.workload.halves import in_halves

NAME = CorpusName("own", "all", "own")


def corpus(folder: Path, name: str, objects: list[bytes]) -> Corpus:
    path = folder / f"all.own.{name}.corpus"
    path.write_bytes(b"".join(map(delimited, objects)))
    return Corpus(NAME, path, "unknown", len(objects), ByteCount(path.stat().st_size))


def halves(folder: Path, *copies: list[bytes]) -> tuple[list[list[bytes]], list[bytes]]:
    measured, training = in_halves([corpus(folder, str(at), objects) for at, objects in enumerate(copies)])
    assert [each.objects for each in measured] == [len(read(each)) for each in measured]
    assert len({each.path for each in (*measured, training)}) == len(copies) + 1
    return [read(each) for each in measured], read(training)


def read(half: Corpus) -> list[bytes]:
    return list(read_delimited(half.path.read_bytes()))


CASES = [
    # copies, the measured objects of each, those that train
    ([[b"a", b"b"]], [[b"a"]], [b"b"]),
    ([[b"a", b"b", b"c"]], [[b"a", b"c"]], [b"b"]),
    ([[b"a", b"b", b"c", b"d"], [b"d", b"c", b"b", b"a"]], [[b"a", b"c"], [b"c", b"a"]], [b"b", b"d"]),  # another order
    ([[b"a", b"a", b"a", b"b"], [b"b", b"a", b"a", b"a"]], [[b"a", b"a"], [b"a", b"a"]], [b"a", b"b"]),  # duplicates
    ([[b"a", b"b", b"c", b"d"], [b"e", b"f", b"g", b"h"]], [[b"a", b"c"], [b"e", b"g"]], [b"b", b"d"]),  # another seed
    ([[b"a", b"b", b"c"], [b"e", b"f", b"g"]], [[b"a", b"c"], [b"e", b"g"]], [b"b"]),  # and an odd number
]


@pytest.mark.parametrize(("copies", "measured", "training"), CASES)
def test_halves(tmp_path: Path, copies: list[list[bytes]], measured: list[list[bytes]], training: list[bytes]) -> None:
    assert halves(tmp_path, *copies) == (measured, training)


@given(st.lists(st.binary(max_size=2), min_size=2, max_size=30), st.randoms())
def test_copies_in_other_orders_measure_the_same_objects(
    tmp_path_factory: pytest.TempPathFactory, objects: list[bytes], random: object
) -> None:
    other = list(objects)
    random.shuffle(other)  # type: ignore[attr-defined]
    (first, second), training = halves(tmp_path_factory.mktemp("halves"), objects, other)
    assert Counter(first) == Counter(second)
    assert Counter(first) + Counter(training) == Counter(objects)


def test_one_object_has_no_other_half(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it has one object") as refused:
        halves(tmp_path, [b"a"])
    assert "--unit document" in refused.value.remedy


def test_a_half_has_a_digest_of_its_own(tmp_path: Path) -> None:
    (measured,), training = in_halves([corpus(tmp_path, "0", [b"a", b"b"])])
    assert len({measured.digest, training.digest, "unknown"}) == 3
