"""The program that lists versions of JVM libraries: it finds the artifact of each package."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from wirelab.building.runners import list_runners

PROGRAM = ROOT / "runners" / "jvm-core" / "versions.py"
RUNNERS = [
    each for each in list_runners(ROOT / "runners") if str(PROGRAM.name) in "".join(each.manifest.versions.available)
]
PACKAGES = [
    (each.folder, package)
    for each in RUNNERS
    for package in sorted({codec.package for codec in each.manifest.codecs.values() if codec.package})
]
MAVEN = """\
#!/bin/sh
for word; do case $word in -Dartifact=*) named=${word#-Dartifact=};; esac; done
group=${named%%:*}; rest=${named#*:}
folder=$HOME/.m2/repository/$(echo "$group" | tr . /)/${rest%%:*}
mkdir -p "$folder"
versions='<version>1.0</version><version>2.0-rc1</version>'
answer="<metadata><versioning><versions>$versions</versions></versioning></metadata>"
echo "$answer" > "$folder/maven-metadata-central.xml"
echo noise
"""


@pytest.fixture
def maven(tmp_path: Path) -> Path:
    """A program in Maven's place, which knows two versions of everything."""
    path = tmp_path / "mvn"
    path.write_text(MAVEN)
    path.chmod(0o755)
    return path


def _listed(maven: Path, folder: Path, package: str) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, str(PROGRAM), str(maven), str(folder), package]
    environment = {**os.environ, "HOME": str(maven.parent)}
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def test_there_are_runners_with_packages() -> None:
    assert {each.name for each in RUNNERS} >= {"jvm", "jvm-schemas", "jvm-scala"}
    assert len(PACKAGES) >= 20


@pytest.mark.parametrize(("folder", "package"), PACKAGES, ids=lambda value: getattr(value, "name", value))
def test_every_package_is_an_artifact(maven: Path, folder: Path, package: str) -> None:
    ended = _listed(maven, folder, package)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == ["1.0", "2.0-rc1"], "and nothing that Maven prints"


def test_a_package_that_no_pom_has(maven: Path) -> None:
    ended = _listed(maven, RUNNERS[0].folder, "nothing")
    assert ended.returncode != 0
    assert "no pom has an artifact of version ${nothing.version}" in ended.stderr


def test_a_repository_elsewhere(maven: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / ".m2").mkdir()
    settings = f"<settings><localRepository>{elsewhere}</localRepository></settings>"
    (tmp_path / ".m2" / "settings.xml").write_text(settings)
    maven.write_text(MAVEN.replace("$HOME/.m2/repository", str(elsewhere)))
    folder, package = PACKAGES[0]
    assert _listed(maven, folder, package).stdout.split() == ["1.0", "2.0-rc1"]
