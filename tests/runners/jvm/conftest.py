from collections.abc import Callable, Iterator

import pytest

from tests.conftest import require
from tests.runners.jvm.processes import RUNNERS, Talk, runner
from wirelab.app.platforms import placed_runners
from wirelab.app.resources import cache_folder


@pytest.fixture(scope="module", params=RUNNERS)
def name(request: pytest.FixtureRequest) -> str:
    """Each runner of the JVM whose tools are here."""
    found: str = request.param
    states = placed_runners([runner(found)], cache_folder())
    for missing in next(each for each in states if each.platform.name == "jvm").missing:
        command = missing.tool.command
        require("jdk" if command in {"java", "javac", "mvn"} else command, found=False, why=f"{found}: {missing.why}")
    return found


@pytest.fixture
def start(jdk: None) -> Iterator[Callable[[str, str], Talk]]:
    """Start a process of a runner with a workload's types."""
    started: list[Talk] = []

    def start(runner: str, workload: str) -> Talk:
        started.append(Talk(runner, workload))
        return started[-1]

    yield start
    for talk in started:
        talk.transport.kill()
