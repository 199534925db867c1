"""A command's output destroys nothing: only earlier files of its kind are replaced, and those whole."""

import contextlib
import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from wirelab.files.outputs import Kind, destination_at, keep_new, same_content
from wirelab.model.errors import HostError, UsageError

KIND = Kind("list", b"# a list of ours", "all else is as it was")
EARLIER, NOW = b"# a list of ours\n1\n", b"# a list of ours\n2\n"
LAB = b"\0" * 8 + b"DUCK" + b"\0" * 100


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_an_empty_one_and_an_earlier_one(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "earlier").write_bytes(EARLIER)
    for name in ("new", "empty", "earlier"):
        destination_at(tmp_path / name, KIND).write(NOW)
        assert (tmp_path / name).read_bytes() == NOW
    assert names(tmp_path) == ["earlier", "empty", "new"]


def test_a_mark_may_stand_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(bytes(10_000) + KIND.mark)
    destination_at(path, KIND).write(NOW)
    assert path.read_bytes() == NOW


@pytest.mark.parametrize("content", [b"a diary", b"# another list\n", bytes(9000) + KIND.mark + bytes(9000)])
def test_a_file_of_another_kind_is_kept_unless_forced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="not a list that Wirelab wrote") as fault:
        destination_at(path, KIND)
    assert "--force" in fault.value.remedy
    assert path.read_bytes() == content
    destination_at(path, KIND, force=True).write(NOW)
    assert path.read_bytes() == NOW


@pytest.mark.parametrize("force", [False, True])
def test_neither_a_lab_nor_what_is_read_is_ever_replaced(tmp_path: Path, force: bool) -> None:
    (tmp_path / "lab").write_bytes(LAB)
    (tmp_path / "read").write_bytes(EARLIER)
    (tmp_path / "link").symlink_to("read")
    os.link(tmp_path / "read", tmp_path / "hard")
    with pytest.raises(UsageError, match="never overwritten"):
        destination_at(tmp_path / "lab", KIND, force=force)
    for name in ("read", "link", "hard", "../" + tmp_path.name + "/read"):
        with pytest.raises(UsageError, match="the command reads this file"):
            destination_at(tmp_path / name, KIND, reads=(tmp_path / "read",), force=force)
    with pytest.raises(UsageError, match="the command reads this file"):
        destination_at(tmp_path / "to be", KIND, reads=(tmp_path / "to be",), force=force)
    assert (tmp_path / "lab").read_bytes() == LAB
    assert (tmp_path / "read").read_bytes() == EARLIER


def test_links_are_followed_and_permissions_kept(tmp_path: Path) -> None:
    (tmp_path / "earlier").write_bytes(EARLIER)
    (tmp_path / "earlier").chmod(0o640)
    for name, target in (("link", "earlier"), ("dangling", "made")):
        (tmp_path / name).symlink_to(target)
        destination_at(tmp_path / name, KIND).write(NOW)
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / target).read_bytes() == NOW
    assert stat.S_IMODE((tmp_path / "earlier").stat().st_mode) == 0o640


def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    destination_at("/dev/null", KIND).write(NOW)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    destination_at(pipe, KIND).write(NOW)
    reader.join(timeout=10)
    assert got == [NOW]


@pytest.mark.parametrize("named", ["-", "/dev/stdout"])
def test_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.chdir(tmp_path)
    destination_at(named, KIND).write(NOW)
    assert capfdbinary.readouterr().out == NOW
    assert names(tmp_path) == []


@pytest.mark.parametrize("named", ["none/out", "file/out", "/proc/none", "x" * 300])
def test_what_cannot_be_written_is_found_at_once(tmp_path: Path, named: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HostError, match="it cannot be written") as fault:
        destination_at(tmp_path / named, KIND)
    assert "nothing was begun yet" in fault.value.remedy


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it is a folder"):
        destination_at(tmp_path, KIND, force=True)


def test_a_full_disk_leaves_the_earlier_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "list"
    path.write_bytes(EARLIER)
    destination = destination_at(path, KIND)
    aside = tmp_path / "aside"
    aside.mkdir()
    (aside / "part").symlink_to("/dev/full")
    monkeypatch.setattr("wirelab.files.outputs.beside", lambda _: contextlib.nullcontext(aside))
    with pytest.raises(HostError, match="No space left"):
        destination.write(NOW)
    assert path.read_bytes() == EARLIER
    assert names(tmp_path) == ["aside", "list"]


def test_what_cannot_be_written_any_more_says_what_is_safe(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    destination = destination_at(folder / "report.html", KIND)
    folder.rmdir()
    with pytest.raises(HostError) as fault:
        destination.write(NOW)
    assert fault.value.remedy.endswith(KIND.safe)


def without_links(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the system make no hard links."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", refuse)


@pytest.mark.parametrize("number", [None, errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EXDEV, errno.EMLINK])
def test_a_new_file_replaces_nothing_with_hard_links_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int | None
) -> None:
    if number is not None:
        without_links(monkeypatch, number)
    (tmp_path / "part").write_bytes(NOW)
    same_content(tmp_path / "part", tmp_path / "same")
    keep_new(tmp_path / "part", tmp_path / "new")
    assert (tmp_path / "same").read_bytes() == (tmp_path / "new").read_bytes() == NOW
    (tmp_path / "part").unlink(missing_ok=True)
    (tmp_path / "part").write_bytes(EARLIER)
    (tmp_path / "dangling").symlink_to("nowhere")
    for name in ("new", "dangling"):
        with pytest.raises(FileExistsError):
            keep_new(tmp_path / "part", tmp_path / name)
    assert (tmp_path / "new").read_bytes() == NOW
    assert names(tmp_path) == ["dangling", "new", "part", "same"]


def test_another_fault_of_the_system_is_no_lack_of_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch, errno.ENOSPC)
    (tmp_path / "part").touch()
    for act in (keep_new, same_content):
        with pytest.raises(OSError, match="No space"):
            act(tmp_path / "part", tmp_path / "new")
    assert names(tmp_path) == ["part"]
