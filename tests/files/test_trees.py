"""Files of a folder and of archives in it, by their names."""

import gzip
import io
import tarfile
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from wirelab.files.trees import read_tree
from wirelab.model.errors import DefinitionError, HostError, UsageError


def packed(path: Path, files: dict[str, bytes], mode: str = "w:xz") -> Path:
    with tarfile.open(path, mode) as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def test_a_folder_with_files_folders_archives_and_links(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.json").write_bytes(b"1")
    packed(tmp_path / "b.tar.xz", {"b/y.json": b"2", "b/z": b""})
    packed(tmp_path / "c.tgz", {"c/y.json": b"3"}, "w:gz")
    (tmp_path / "link").symlink_to(tmp_path / "a" / "x.json")
    assert read_tree(tmp_path, "suites") == {"a/x.json": b"1", "b/y.json": b"2", "b/z": b"", "c/y.json": b"3"}


def test_an_archive_by_its_name(tmp_path: Path) -> None:
    assert read_tree(packed(tmp_path / "b.tar.xz", {"b/y": b"2"}), "suites") == {"b/y": b"2"}


def test_links_and_devices_in_archives_are_left_out(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "b.tar", "w") as archive:
        for name, kind in (("passwd", tarfile.SYMTYPE), ("hard", tarfile.LNKTYPE), ("null", tarfile.CHRTYPE)):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
    assert read_tree(tmp_path, "suites") == {}


@pytest.mark.parametrize("name", ["b.tar.xz", "b.tar.gz", "b.tar.bz2", "b.tar"])
def test_a_damaged_archive_is_named(tmp_path: Path, name: str) -> None:
    mode = {"b.tar.xz": "w:xz", "b.tar.gz": "w:gz", "b.tar.bz2": "w:bz2", "b.tar": "w"}[name]
    path = packed(tmp_path / name, {"b/y": bytes(range(256)) * 40}, mode)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 4])
    with pytest.raises(DefinitionError, match=f"suites, {name}: it is not an archive, or it is damaged"):
        read_tree(tmp_path, "suites")


@pytest.mark.parametrize(("name", "mode"), [("b.tar.gz", "w:gz"), ("b.tar.bz2", "w:bz2"), ("b.tar.xz", "w:xz")])
def test_an_archive_that_is_damaged_in_its_middle_is_named(tmp_path: Path, name: str, mode: str) -> None:
    """For bzip2 that is an OSError, as if the file could not be read."""
    path = packed(tmp_path / name, {"b/y": Random(1).randbytes(100_000)}, mode)
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 0xFF
    path.write_bytes(whole)
    with pytest.raises(DefinitionError, match=f"suites, {name}: it is not an archive, or it is damaged"):
        read_tree(tmp_path, "suites")


def test_an_archive_with_a_header_that_is_nonsense(tmp_path: Path) -> None:
    member = tarfile.TarInfo("holes")
    member.pax_headers = {"GNU.sparse.map": "0,x"}
    with tarfile.open(tmp_path / "b.tar", "w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(member)
    with pytest.raises(DefinitionError, match=r"suites, b\.tar: it is not an archive, or it is damaged"):
        read_tree(tmp_path, "suites")


HOSTILE = {
    "a long name": ({"type": tarfile.GNUTYPE_LONGNAME, "size": 8 << 20}, "has 8,388,608 bytes"),
    "the name of a link": ({"type": tarfile.GNUTYPE_LONGLINK, "size": 8 << 20}, "has 8,388,608 bytes"),
    "keys of a file": ({"type": tarfile.XHDTYPE, "size": 8 << 20}, "has 8,388,608 bytes"),
    "keys of all files": ({"type": tarfile.XGLTYPE, "size": 8 << 20}, "has 8,388,608 bytes"),
    "a long name in a long name": ({"type": tarfile.GNUTYPE_LONGNAME, "size": 512}, "hundreds of headers"),
}


@pytest.mark.parametrize(("about", "says"), HOSTILE.values(), ids=HOSTILE)
def test_headers_have_a_bound(tmp_path: Path, about: dict[str, object], says: str) -> None:
    """Announced content is refused before it is read: here 8 MiB of zeros in 8 kB."""
    member = tarfile.TarInfo("y")
    for name, value in about.items():
        setattr(member, name, value)
    header = member.tobuf(tarfile.GNU_FORMAT)
    with gzip.open(tmp_path / "b.tar.gz", "wb", compresslevel=1) as archive:
        for _ in range(1_000 if member.size == 512 else 1):
            archive.write(header + bytes(member.size))
    tracemalloc.start()
    try:
        with pytest.raises(DefinitionError, match=r"suites, b\.tar\.gz: ") as caught:
            read_tree(tmp_path, "suites", 2 << 20)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    assert says in str(caught.value)


def test_a_map_of_holes_has_a_bound(tmp_path: Path) -> None:
    """It comes before a file's content, and says itself how long it is."""
    member = tarfile.TarInfo("holes")
    member.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "1"}
    with gzip.open(tmp_path / "b.tar.gz", "wb", compresslevel=1) as archive:
        archive.write(member.tobuf(tarfile.PAX_FORMAT) + b"1000000000\n" + b"0\n" * (2 << 20))
    with pytest.raises(DefinitionError, match="more than 2 MiB together"):
        read_tree(tmp_path, "suites", 2 << 20)


def test_a_name_that_is_too_long_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="suites: it cannot be read"):
        read_tree(tmp_path / ("x" * 300), "suites")


def test_no_more_than_a_bound(tmp_path: Path) -> None:
    path = packed(tmp_path / "b.tar.xz", {"b/zeros": bytes(3 << 20)})
    assert path.stat().st_size < 10_000
    with pytest.raises(DefinitionError, match="more than 2 MiB together"):
        read_tree(tmp_path, "suites", 2 << 20)


@pytest.mark.parametrize("name", ["missing", "x.json"])
def test_what_is_neither_folder_nor_archive(tmp_path: Path, name: str) -> None:
    (tmp_path / "x.json").write_bytes(b"1")
    with pytest.raises(UsageError):
        read_tree(tmp_path / name, "suites")
