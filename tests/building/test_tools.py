from pathlib import Path

import pytest

from tests.building.test_build import is_gone
from wirelab.building.manifest import Tool
from wirelab.building.tools import find_version, judge, probe

VERSIONS = [
    ('openjdk version "17.0.15" 2025-04-15', "17.0.15"),
    ('openjdk version "25" 2025-09-16\nOpenJDK Runtime Environment (build 25+36)', "25"),
    ("Apache Maven 3.8.7\nJava version: 17.0.15", "3.8.7"),
    ("go version go1.26.1 linux/amd64", "1.26.1"),
    ("v20.19.2", "20.19.2"),
    ("no digits at all", None),
]


@pytest.mark.parametrize(("output", "version"), VERSIONS)
def test_versions(output: str, version: str | None) -> None:
    assert find_version(output) == version


def tool(command: str, minimum: str = "1.2") -> Tool:
    return Tool(command=command, version=(command, "--version"), minimum=minimum, get=f"apt install {command}")


JUDGED = [("1.10", True), ("1.2", True), ("1.2.0", True), ("2", True), ("1.1.9", False), ("1", False), ("0.99", False)]


@pytest.mark.parametrize(("version", "ok"), JUDGED)
def test_versions_compare_by_number(version: str, ok: bool) -> None:
    status = judge(tool("thing"), Path("/bin/thing"), f"thing {version}")

    assert status.ok is ok
    assert ok or "1.2 or newer is needed" in status.why


def program(folder: Path, body: str) -> Tool:
    path = folder / "thing"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return tool(str(path))


def test_a_tool_that_is_not_there() -> None:
    status = probe(tool("no-such-tool"))

    assert (status.ok, status.path, status.why) == (False, None, "'no-such-tool' is not on PATH")


def test_a_tool_that_writes_its_version_to_stderr(tmp_path: Path) -> None:
    status = probe(program(tmp_path, "echo 'thing 1.4.2' >&2"))

    assert (status.ok, status.version, status.why) == (True, "1.4.2", "")


def test_numbers_in_what_a_failing_tool_says_are_no_version(tmp_path: Path) -> None:
    status = probe(program(tmp_path, "echo 'error: no default toolchain (os error 2)'; echo More; exit 1"))

    assert not status.ok
    assert status.why.endswith("printed no version, only 'error: no default toolchain (os error 2)'")


def test_a_tool_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wirelab.building.tools.TIMEOUT_S", 0.2)

    status = probe(program(tmp_path, "exec sleep 30"))

    assert not status.ok
    assert "did not answer within 0.2 s" in status.why


def test_what_a_tool_that_hangs_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wirelab.building.tools.TIMEOUT_S", 0.5)
    child = tmp_path / "child"
    assert not probe(program(tmp_path, f"sleep 30 & echo $! > {child}; wait")).ok
    assert is_gone(int(child.read_text()))


def test_an_answer_is_remembered_until_the_program_changes(tmp_path: Path) -> None:
    cache, asked = tmp_path / "cache", tmp_path / "asked"
    thing = program(tmp_path, f"echo x >> {asked}; echo 1.4.2")
    assert probe(thing, cache).version == probe(thing, cache).version == "1.4.2"
    assert asked.read_text() == "x\n"

    changed = program(tmp_path, f"echo x >> {asked}; echo 1.50.3")

    assert probe(changed, cache).version == "1.50.3"


def test_the_next_process_asks_again_what_was_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, header = tmp_path / "cache", tmp_path / "header"
    thing = program(tmp_path, f"test -e {header} && echo 1.4.2 || echo no header")
    assert not probe(thing, cache).ok
    header.touch()

    monkeypatch.setattr("wirelab.building.tools._ANSWERS", {})

    assert probe(thing, cache).version == "1.4.2"


def test_what_is_remembered_is_what_was_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version behind so much else would be cut off in the memory, perhaps in its middle."""
    cache = tmp_path / "cache"
    chatty = program(tmp_path, "printf 'x%.0s' $(seq 1997); echo 1.4.2")
    now = probe(chatty, cache)
    monkeypatch.setattr("wirelab.building.tools._ANSWERS", {})
    assert probe(chatty, cache) == now


def test_a_damaged_memory_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "tools.json").write_text("{ not json")

    assert probe(program(tmp_path, "echo 1.4.2"), tmp_path).ok


def test_places_are_looked_in_for_the_version_that_is_wanted(tmp_path: Path) -> None:
    for version in ("1.4", "3.1", "2.7"):
        (tmp_path / version).mkdir()
        program(tmp_path / version, f"echo {version}")
    wanted = {"places": (f"{tmp_path}/*/thing",), "minimum": "2", "below": "3"}
    found = probe(tool("no-such-tool").model_copy(update=wanted))
    none = probe(tool("no-such-tool").model_copy(update=wanted | {"minimum": "4", "below": "5"}))

    assert (found.ok, found.path) == (True, tmp_path / "2.7" / "thing")
    assert (none.ok, none.why) == (False, f"{tmp_path}/1.4/thing is version 1.4, but 4 or newer is needed")


@pytest.mark.parametrize("place", ["$THING_HOME/bin/thing", "$THING_HOME/b*/thing"])
def test_a_variable_that_is_set_comes_before_path(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_path, own = tmp_path / "path", tmp_path / "own" / "bin"
    for folder, version in ((on_path, "1.4"), (own, "1.5")):
        folder.mkdir(parents=True)
        program(folder, f"echo {version}")
    monkeypatch.setenv("PATH", str(on_path), prepend=":")
    looked_for = Tool(command="thing", places=(place,), version=("thing", "--version"), minimum="1", get="get it")

    assert probe(looked_for).version == "1.4"
    monkeypatch.setenv("THING_HOME", str(tmp_path / "elsewhere"))
    assert probe(looked_for).version == "1.4"
    monkeypatch.setenv("THING_HOME", str(tmp_path / "own"))
    assert probe(looked_for).version == "1.5"


def test_what_a_tool_leaves_in_the_temporary_folder_goes_with_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    status = probe(program(tmp_path, 'touch "$TMPDIR/debugging-pipe"; echo "thing 1.4.2"'))

    assert status.ok
    assert [path.name for path in tmp_path.iterdir()] == ["thing"]
