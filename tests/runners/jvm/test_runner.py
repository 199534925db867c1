"""What the JVM's runners alone have; what all runners must do, `tests/runners/test_every_runner.py` tells."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.runners.bench import Bench, Stand
from wirelab.execution.exchange import handshake
from wirelab.execution.program import environment
from wirelab.execution.transport import ProcessTransport

pytestmark = pytest.mark.timeout(900)


def test_it_says_which_collectors_it_has(stand: Stand, bench: Bench) -> None:
    assert "G1" in bench.ready(stand).details["collectors"]


def test_a_codec_that_cannot_be_loaded_is_announced_with_the_reason(stand: Stand, bench: Bench, tmp_path: Path) -> None:
    registry = tmp_path / "META-INF" / "services" / "wirelab.codec.Codec"
    registry.parent.mkdir(parents=True)
    registry.write_text("wirelab.codec.NoSuchClass # absent\njava.lang.Object # foreign\n")
    program = bench.built(stand).program(stand.platform)
    command = [*program.command()]
    command[command.index("-cp") + 1] += f"{os.pathsep}{tmp_path}"
    codecs = {**stand.home.manifest.codecs, "absent": "is not there", "foreign": "is none"}
    manifest = stand.home.manifest.model_copy(update={"codecs": codecs})
    ready = handshake(manifest, lambda: ProcessTransport(command, environment(program.platform)))
    assert {codec.name for codec in ready.codecs} == set(stand.home.manifest.codecs)
    assert {codec.name: codec.reason.rsplit(": ", 1)[0] for codec in ready.unavailable} == {
        "absent": "it cannot be loaded from this runner's jar: java.lang.ClassNotFoundException",
        "foreign": "it cannot be loaded from this runner's jar: java.lang.ClassCastException",
    }


def test_its_own_tests_pass_and_its_sources_are_formatted(stand: Stand, tmp_path: Path) -> None:
    for name in ("jvm-core", stand.runner):
        ignored = shutil.ignore_patterns("target")
        shutil.copytree(stand.home.folder.parent / name, tmp_path / name, ignore=ignored)
    command = ["mvn", "-B", "-ntp", "-q", "spotless:check", "test"]
    folder = tmp_path / stand.runner
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:]
