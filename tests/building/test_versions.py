"""Versions of a package: which there are, their order, and the stage that builds one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.building.test_runners import CODECS, MANIFEST, write
from wirelab.building.runners import Runner, load_runner
from wirelab.building.versions import available, between, in_order
from wirelab.model.errors import DefinitionError

PACKAGED = CODECS.replace('library = "none"\n', 'library = "none"\npackage = "plainly"\n')
VERSIONS = """
[versions]
arguments = ["--with", "{package}={version}"]
steps = [["get", "{package}@{version}", "{output}"]]
available = ["{python}", "-c", "SCRIPT", "{package}"]
[build.runner]
steps = [["make", "{pinned}", "{output}"], ["{python}", "--version"]]
"""


def _runner(folder: Path, script: str = "") -> Runner:
    return load_runner(write(folder, MANIFEST + VERSIONS.replace("SCRIPT", script), codecs=PACKAGED))


def test_the_stage_of_a_version(tmp_path: Path) -> None:
    runner = _runner(tmp_path)
    assert runner.program_stage.steps == (("make", "{output}"), ("{python}", "--version")), "without a version"
    pinned = runner.at("plain", "1.2")
    assert pinned.program_stage.steps == (
        ("make", "--with", "plainly=1.2", "{output}"),
        ("{python}", "--version"),
        ("get", "plainly@1.2", "{output}"),
    )
    assert list(pinned.manifest.codecs) == ["plain@1.2"]
    assert list(pinned.declared.codecs) == ["plain"], "the codec that the program announces"
    assert (runner.called, pinned.called, pinned.name) == ("one", "one with plain@1.2", "one")


PLATFORMS = """
[[platforms]]
name = "own"
says = "with packages of its own"
start = ["{prepared}/main"]
[platforms.prepare]
packages = true
steps = [["copy", "{output}"]]
[[platforms]]
name = "shared"
says = "with those of the program"
start = ["{prepared}/main"]
[platforms.prepare]
steps = [["copy", "{output}"]]
"""


def test_a_platform_with_packages_of_its_own_gets_the_version_too(tmp_path: Path) -> None:
    text = MANIFEST + PLATFORMS + VERSIONS.replace("SCRIPT", "")
    runner = load_runner(write(tmp_path, text, codecs=PACKAGED))
    copied, got = ("copy", "{output}"), ("get", "plainly@1.2", "{output}")
    assert runner.prepared_stage("own").steps == (copied,)
    assert runner.at("plain", "1.2").prepared_stage("own").steps == (copied, got)
    assert runner.at("plain", "1.2").prepared_stage("shared").steps == (copied,)


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("print('plainly (2.0.1)'); print('Available versions: 2.0.1, 1.10, 1.9, 1.0rc1')", "2.0.1 1.10 1.9 1.0rc1"),
        ("""print('["1.0.0","1.0.1-beta.2","v2.0"]')""", "1.0.0 1.0.1-beta.2 v2.0"),
        ("print('nothing')", ""),
        ("raise SystemExit('no network, 1.0')", ""),
        ("print('1.0', end=chr(0) * 9)", "1.0"),
        ("print('\uff11.0 1.0+local x1.5 -2.0')", ""),
    ],
)
def test_versions_that_a_command_prints(tmp_path: Path, script: str, found: str) -> None:
    quoted = script.replace("\\", "\\\\").replace('"', '\\"')
    runner = _runner(tmp_path, quoted)
    assert available(runner.folder, runner.manifest, "plainly", tmp_path) == tuple(found.split())


def test_releases_in_their_order() -> None:
    there = ("1.10", "1.9", "v2.0", "1.9.1", "2.1rc1", "1.0-beta", "1")
    assert in_order(there) == ["1", "1.9", "1.9.1", "1.10", "v2.0"]
    assert between(there, "1.9", "1.10") == ["1.9", "1.9.1", "1.10"]
    assert between(there, "3", "4") == []


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), unique=True))
def test_order_is_that_of_numbers(numbers: list[tuple[int, int]]) -> None:
    assert in_order([f"{major}.{minor + 1}" for major, minor in numbers]) == [
        f"{major}.{minor + 1}" for major, minor in sorted(numbers)
    ]


@pytest.mark.parametrize(
    ("versions", "why"),
    [
        ("", "codecs.plain.package: [versions] has no way to get another version of a package"),
        ('[versions]\nsteps = [["x", "{verson}"]]\n', "versions.steps.0: there is no placeholder '{verson}'"),
        ('[versions]\narguments = ["{x}"]\n', "versions.arguments.0: there is no placeholder '{x}'"),
        ('[versions]\narguments = ["a"]\navailable = ["{version}"]\n', "versions.available: there is no placeholder"),
    ],
)
def test_a_manifest_that_cannot_get_versions(tmp_path: Path, versions: str, why: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, MANIFEST + versions, codecs=PACKAGED))
    assert why in caught.value.why
