"""A folder as a user has it, and the command typed in it: in this process, because there are many wrong inputs."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.app.studies import write_study
from tests.conftest import ROOT
from wirelab.cli.main import main

CLAIMED = """\
name = "claimed"
question = "?"
[factors]
workload = ["school"]
size = [110]
platform = ["fake"]
codec = ["steady", "slower-5"]
[[claim]]
id = "slower"
kind = "relation"
place = "§1"
words = "It is slower."
of = { codec = "slower-5" }
to = { codec = "steady" }
least = 1
"""
TABLE = "".join(f"{library},{day},{10 + number + day}\n" for number, library in enumerate("abc") for day in range(4))
GENERATOR = "def generate(size, variant, random):\n    yield {'id': int(size)}\n"
PROTO = 'syntax = "proto3";\npackage own;\nmessage Thing { int32 id = 1; }\n'
WORKLOAD = """\
name = "own"
says = "one of a user"
proto = "own.proto"
[source]
kind = "generator"
seed = 1
[sizes]
values = ["1", "2"]
default = "1"
[variants]
values = ["plain"]
default = "plain"
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


Typed = Callable[..., Ended]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lab of a run, its study, other files, and resources with a workload of one's own."""
    folder = tmp_path_factory.mktemp("prepared")
    study = write_study(folder, "steady", "slower-5", rounds=1)
    words = [sys.executable, "-m", "wirelab", "run", study, "--lab", "lab.duckdb", "--report", "report.html"]
    subprocess.run(words, cwd=folder, capture_output=True, check=True, timeout=100)
    (folder / "diary.txt").write_text("dear diary")
    (folder / "latin.toml").write_bytes('name = "x"\nquestion = "grün"\n'.encode("latin-1"))
    (folder / "table.csv").write_text("library,day,ns\n" + TABLE)
    (folder / "claimed.toml").write_text(CLAIMED)
    (folder / "elsewhere.toml").write_text(CLAIMED.replace('"fake"', '"fake-crashes-at-start"'))
    (folder / "text.duckdb").write_text("no lab\n" * 1000)
    (folder / "folder").mkdir()
    own = folder / "resources"
    own.mkdir()
    for name in ("runners", "studies", "protocol"):
        (own / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "workloads" / "school", own / "workloads" / "school")
    (own / "workloads" / "own").mkdir()
    for name, text in {"workload.toml": WORKLOAD, "own.proto": PROTO, "generate.py": GENERATOR}.items():
        (own / "workloads" / "own" / name).write_text(text)
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The prepared folder, to be spoilt; also the one that commands run in."""
    here = tmp_path / "here"
    shutil.copytree(prepared, here, symlinks=True)
    monkeypatch.chdir(here)
    return here


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[Typed]:
    """The command as a function of its words and of variables of the environment."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))  # put back afterwards

    def run(*words: str, **environment: str) -> Ended:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["wirelab", *words])
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        sys.stdout.flush()
        sys.stderr.flush()
        seen = capfd.readouterr()
        code = ended.value.code
        return Ended(code if isinstance(code, int) else int(code is not None), seen.out, seen.err)

    yield run
    for stream in (sys.stdout, sys.stderr):
        stream.flush()


def refuses(ended: Ended, code: int, says: str) -> None:
    """Check that a mistake is named with its part, each of the words of `says` (apart by ` … `), and a remedy."""
    told = f"exit {ended.code}\n{ended.out}\n{ended.err}"
    assert ended.code == code, told
    assert "Traceback" not in told
    assert re.search(r"^error: .+: .+", ended.err, re.MULTILINE), told
    assert "→" in ended.err, told
    for words in says.split(" … "):
        assert words in ended.err, told


def contents(folder: Path) -> dict[str, bytes | None]:
    """All files below a folder by name."""
    found: dict[str, bytes | None] = {}
    for path, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            each = Path(path) / name
            found[str(each.relative_to(folder))] = each.read_bytes() if each.is_file() else None
    return found
