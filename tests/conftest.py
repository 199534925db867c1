"""Fixtures and settings for all tests."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tests.order import arranged
from tests.soon import built_soon
from tests.starting import run_command

# Machines here are shared: a slow example says nothing. A change is judged by the same examples each time;
# `--hypothesis-profile=search` looks for others.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("same")

ROOT = Path(__file__).parents[1]
Wirelab = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.hookimpl(trylast=True)  # deselected tests are not counted
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In an order that keeps all workers busy, where there are several."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = arranged(items, workers)


def require(name: str, found: bool, why: str) -> None:
    """Skip with the reason where something is missing; fail where the environment says it must not be."""
    if found:
        return
    if name in os.environ.get("WIRELAB_TESTS_REQUIRE", "").split():
        pytest.fail(f"{name} is required here: {why}")
    pytest.skip(why)


@pytest.fixture(scope="session")
def jdk() -> None:
    """A JDK and Maven."""
    require("jdk", bool(shutil.which("javac") and shutil.which("mvn")), "no JDK or Maven on PATH")


@pytest.fixture(scope="session")
def r_language() -> None:
    """R with the packages that the analysis is compared with."""
    _require_r("car", "emmeans", "multcompView")


@pytest.fixture(scope="session")
def r_mixed_models() -> None:
    """R with the packages that the model of sessions is compared with."""
    _require_r("lme4", "lmerTest")


def _require_r(*packages: str) -> None:
    program = "".join(f"library({name});" for name in packages)
    found = bool(shutil.which("Rscript"))
    found = found and subprocess.run(["Rscript", "-e", program], capture_output=True, check=False).returncode == 0
    require("R", found, f"no R on PATH, or without its packages {', '.join(packages)}")


@pytest.fixture(scope="session")
def root() -> None:
    """Root, to mount small file systems."""
    require("root", os.geteuid() == 0, "only root can mount a file system")


@pytest.fixture
def wirelab(tmp_path: Path, request: pytest.FixtureRequest) -> Wirelab:
    """The command, run in an empty folder: `wirelab("run", "quick", timeout=60)`. Its builds take seconds."""
    builds = request.node.get_closest_marker("builds") is not None
    soon = {"WIRELAB_RESOURCES": str(built_soon())} if builds else {}

    def run(*words: str, timeout: float = 120, **environment: str) -> "subprocess.CompletedProcess[str]":
        ended = run_command(words, tmp_path, {**soon, **os.environ, **environment}, timeout)
        print(
            "$ wirelab", *words, f"\n{ended.stderr}status {ended.returncode}"
        )  # which pytest shows of a test that fails
        return ended

    return run
