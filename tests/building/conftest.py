"""Runners whose builds are a few steps, and types for them."""

import dataclasses
import shutil
from pathlib import Path

import pytest

from tests.execution.conftest import FAKE
from wirelab.building.build import build_programs
from wirelab.building.manifest import Stage, TypesStage
from wirelab.building.outputs import Notice
from wirelab.building.runners import Runner, load_runner
from wirelab.schema.compile import CompiledSchema, compile_schema


def home(tmp_path: Path, *steps: tuple[str, ...], types: TypesStage | None = None, timeout_s: int = 60) -> Runner:
    folder = tmp_path / "fake"
    if not folder.exists():
        shutil.copytree(FAKE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    loaded = load_runner(folder)
    stage = Stage(inputs=loaded.manifest.build.runner.inputs, steps=steps, timeout_s=timeout_s)
    build = loaded.manifest.build.model_copy(update={"runner": stage, "types": types or TypesStage()})
    return dataclasses.replace(loaded, manifest=loaded.manifest.model_copy(update={"build": build}))


def types_built(runner: Runner, compiled: CompiledSchema, cache: Path, notice: Notice = lambda _: None) -> Path:
    """The folder of the types of a workload, built for a runner."""
    return build_programs(runner, "fake", {"any": compiled}, cache, notice).typed["any"].types


@pytest.fixture
def compiled(tmp_path: Path) -> CompiledSchema:
    proto = tmp_path / "small.proto"
    proto.write_text('syntax = "proto3";\npackage tiny;\nmessage Small { string name = 1; }\n')
    return compile_schema("small", proto)


COUNT = ("sh", "-c", "echo built >> ../count; echo done > made")
