"""Copies of a corpus: other values, or another order, and the same ones everywhere."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT
from wirelab.model.cell import CorpusName
from wirelab.model.errors import UsageError
from wirelab.schema.messages import read_delimited, varint
from wirelab.workload.copies import copy_seed, make_copies
from wirelab.workload.corpus import Corpus, make_corpus, recorded_digests
from wirelab.workload.definition import Workload, load_workload

MESSAGES = load_workload(ROOT / "workloads" / "messages")
SITE, EVENTS = (load_workload(ROOT / "workloads" / name) for name in ("site", "site-events"))
PROGRAM = """
import sys
from pathlib import Path
from wirelab.model.cell import CorpusName
from wirelab.workload.copies import make_copies
from wirelab.workload.definition import load_workload
folder, size, cache = sys.argv[1:]
workload = load_workload(Path(folder))
for copy in make_copies(workload, CorpusName(workload.name, size, "random"), 3, Path(cache), print):
    print(copy.digest)
"""


def copies(workload: Workload, size: str, count: int, cache: Path, notices: list[str] | None = None) -> Any:
    told = [] if notices is None else notices
    return make_copies(workload, CorpusName(workload.name, size, "random"), count, cache, told.append)


def objects(corpus: Corpus) -> list[bytes]:
    return list(read_delimited(corpus.path.read_bytes()))


def in_files(folder: Path, count: int, replay: str = "") -> Workload:
    """A workload whose `count` objects lie in a file."""
    own = folder / "own"
    own.mkdir(exist_ok=True)
    (own / "workload.toml").write_text(
        f'name = "own"\nsays = "mine"\nproto = "own.proto"\n{replay}\n'
        'source = { kind = "files", path = "{variant}.binpb" }\n'
        f'[sizes]\nvalues = [{count}]\ndefault = {count}\n[variants]\nvalues = ["random"]\ndefault = "random"\n'
    )
    (own / "own.proto").write_text('syntax = "proto3"; message Own { int32 a = 1; }')
    frames = (b"\x08" + varint(1 + number) for number in range(count))
    (own / "random.binpb").write_bytes(b"".join(varint(len(frame)) + frame for frame in frames))
    return load_workload(own)


@pytest.mark.parametrize("size", ["1", "100"])
def test_a_generators_copies_have_other_values_of_the_same_size(size: str, tmp_path: Path) -> None:
    made = copies(MESSAGES, size, 4, tmp_path)
    assert made[0] == make_corpus(MESSAGES, size, "random", None, tmp_path, print)
    assert made[0].digest == recorded_digests(MESSAGES)[size]["random"]
    assert {copy.name for copy in made} == {CorpusName("messages", size, "random")}
    assert {copy.objects for copy in made} == {int(size)}
    assert len({each for copy in made for each in objects(copy)}) == 4 * int(size)
    assert max(copy.bytes for copy in made) < 1.1 * min(copy.bytes for copy in made)


def test_objects_in_files_come_in_other_orders(tmp_path: Path) -> None:
    first, *others = copies(in_files(tmp_path, 50), "50", 4, tmp_path / "cache")
    assert first.path.read_bytes() == (tmp_path / "own" / "random.binpb").read_bytes()
    assert len({copy.digest for copy in (first, *others)}) == 4
    for copy in others:
        assert sorted(objects(copy)) == sorted(objects(first))
        assert all(one != other for one, other in zip(objects(copy), objects(first), strict=True))
        assert (copy.objects, copy.bytes) == (first.objects, first.bytes)


def test_two_objects_in_a_file_have_two_orders(tmp_path: Path) -> None:
    first, *others = copies(in_files(tmp_path, 2), "2", 3, tmp_path / "cache")
    assert [objects(copy) for copy in others] == [objects(first)[::-1]] * 2


def test_one_object_in_a_file_has_no_other_order(tmp_path: Path) -> None:
    made = copies(in_files(tmp_path, 1), "1", 3, tmp_path / "cache")
    assert made == (made[0],) * 3
    assert len(list((tmp_path / "cache").rglob("*.corpus"))) == 1


def test_objects_in_files_that_are_replayed_keep_their_order(tmp_path: Path) -> None:
    in_files(tmp_path, 5)
    shutil.copytree(tmp_path / "own", tmp_path / "sum")
    made = copies(
        in_files(tmp_path, 5, replay='replay = { workload = "sum", message = "Own" }'), "5", 2, tmp_path / "cache"
    )
    assert made == (made[0],) * 2


def test_workloads_that_share_a_seed_share_their_copies(tmp_path: Path) -> None:
    site, events = (copies(workload, "1k", 2, tmp_path)[1] for workload in (SITE, EVENTS))
    ours = copy_seed(SITE.source.seed, 1)
    assert site == make_corpus(SITE, "1k", "random", ours, tmp_path, print)
    assert events == make_corpus(EVENTS, "1k", "random", ours, tmp_path, print)


def test_seeds_of_copies_stay_as_they_are() -> None:
    assert copy_seed(20260701, 1) == 7655516602670387015
    seeds = {copy_seed(seed, at) for seed in (-1, 0, 1, 11) for at in range(1, 101)}
    assert len(seeds) == 400
    assert min(seeds) > 0


@pytest.mark.parametrize("files", [False, True])
def test_every_process_makes_the_same_copies(files: bool, tmp_path: Path) -> None:
    workload, size = (in_files(tmp_path, 20), "20") if files else (MESSAGES, "10")
    said = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(workload.folder), size, str(tmp_path / cache)],
            check=True, capture_output=True, text=True,
        ).stdout
        for cache in ("one", "two")
    }  # fmt: skip
    assert said == {"".join(f"{copy.digest}\n" for copy in copies(workload, size, 3, tmp_path / "three"))}


@pytest.mark.parametrize("files", [False, True])
def test_copies_are_kept_and_made_again_when_damaged(files: bool, tmp_path: Path) -> None:
    workload, size = (in_files(tmp_path, 20), "20") if files else (MESSAGES, "10")
    notices: list[str] = []
    made = copies(workload, size, 3, tmp_path / "cache", notices)
    stamps = [copy.path.stat().st_mtime_ns for copy in made]
    assert copies(workload, size, 3, tmp_path / "cache", notices) == made
    assert copies(workload, size, 2, tmp_path / "cache", notices) == made[:2]
    assert [copy.path.stat().st_mtime_ns for copy in made] == stamps
    assert notices == []
    content = made[2].path.read_bytes()
    made[2].path.write_bytes(content[:-1])
    assert copies(workload, size, 3, tmp_path / "cache", notices) == made
    assert made[2].path.read_bytes() == content
    assert len(notices) == 1


def test_one_copy_is_the_workloads_own(tmp_path: Path) -> None:
    assert copies(MESSAGES, "1", 1, tmp_path) == (make_corpus(MESSAGES, "1", "random", None, tmp_path, print),)
    with pytest.raises(UsageError):
        copies(MESSAGES, "2", 3, tmp_path)
