"""Revisions of a project: checked out once, whoever is the quickest."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.building.test_build import is_gone
from wirelab.building import revisions
from wirelab.building.revisions import check_out, revision_of, version_of
from wirelab.files import scratch
from wirelab.model.errors import HostError, ToolchainError


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "own.txt").write_text("ours")
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "first"]):
        subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True)
    return folder


def test_another_process_may_be_quicker(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit, git = revision_of(project, "HEAD"), revisions._git
    theirs = tmp_path / "cache" / "revisions" / f"own-{version_of(commit)}"

    def slow(words: list[str]) -> "subprocess.CompletedProcess[str]":
        theirs.mkdir(exist_ok=True)
        (theirs / "own.txt").write_text("theirs")
        return git(words)

    monkeypatch.setattr(revisions, "_git", slow)
    assert check_out(project, commit, "own", tmp_path / "cache") == theirs
    assert (theirs / "own.txt").read_text() == "theirs"
    assert list(theirs.parent.iterdir()) == [theirs]


KILLED = """
import os, signal, sys
from pathlib import Path
from wirelab.building import revisions
git = revisions._git
def and_die(words):
    git(words)
    os.kill(os.getpid(), signal.SIGKILL)
commit = revisions.revision_of(Path(sys.argv[1]), "HEAD")
revisions._git = and_die
revisions.check_out(Path(sys.argv[1]), commit, "own", Path(sys.argv[2]))
"""


def test_the_next_process_removes_what_a_killed_one_left(project: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(project), str(cache)], check=False)
    assert killed.returncode == -signal.SIGKILL
    (left,) = (cache / "revisions").iterdir()
    long_ago = time.time() - 3600
    for each in (left / ".alive", left):
        if each.exists():
            os.utime(each, (long_ago, long_ago))
    scratch._remove_orphans.cache_clear()
    made = check_out(project, revision_of(project, "HEAD"), "own", cache)
    assert (made / "own.txt").read_text() == "ours"
    assert list(made.parent.iterdir()) == [made]


def test_what_a_git_that_hangs_has_started_ends_with_it(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = tmp_path / "child"
    (tmp_path / "git").write_text(f"#!/bin/sh\nsleep 30 & echo $! > {child}; wait\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(revisions, "_TIMEOUT_S", 0.5)
    with pytest.raises(ToolchainError, match="it cannot be started, or did not end"):
        revision_of(project, "HEAD")
    assert is_gone(int(child.read_text()))


def test_a_cache_that_cannot_be_written(project: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HostError, match="it cannot be checked out"):
        check_out(project, revision_of(project, "HEAD"), "own", tmp_path / "file")
