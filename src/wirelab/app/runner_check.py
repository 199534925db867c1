"""`wirelab check-runner`: build a runner, and hold it against the protocol on each of its platforms."""

from collections.abc import Callable
from pathlib import Path

from wirelab.app.platforms import placed_runners
from wirelab.app.resources import resources, workload_catalogue
from wirelab.building.programs import build_programs
from wirelab.building.runners import Runner, load_runner
from wirelab.execution.conformance import Specimen, check_runner, load_suite
from wirelab.model.conformance import Check, ConformanceReport
from wirelab.model.errors import ToolchainError, UsageError
from wirelab.process.stopping import stop_on_signals
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload

_PROTOCOL = Path("protocol") / "v1"


def find_runner(named: str) -> Runner:
    """The runner in the folder `named`, or of that name among the lab's own.

    Raises:
        UsageError: there is neither.
        DefinitionError: its manifest is not well formed.
    """
    own = resources() / "runners"
    for folder in (Path(named), own / named):
        if (folder / "runner.toml").is_file():
            return load_runner(folder.resolve())
    names = ", ".join(sorted(path.parent.name for path in own.glob("*/runner.toml")))
    remedy = f"name a folder that contains a runner.toml, or one of these: {names}"
    raise UsageError(f"runner '{named}'", "there is no such runner", remedy=remedy)


@stop_on_signals()
def check(
    runner: Runner,
    platform: str | None,
    cache: Path,
    notice: Callable[[str], None],
    told: Callable[[Check], None],
) -> ConformanceReport:
    """Build the runner and play the golden transcripts on `platform`, or on its first one.

    Args:
        runner: the runner.
        platform: one of its platforms, or None.
        cache: the folder of builds and corpora.
        notice: told what is being built.
        told: told each check as it ends.

    Raises:
        UsageError: it has no such platform.
        ToolchainError: a tool is missing or the build failed.
    """
    states = {state.platform.name: state for state in placed_runners([runner], cache)}
    name = platform or next(iter(states))
    if name not in states:
        raise UsageError(f"platform '{name}'", "the runner has no such platform", remedy=f"it has {', '.join(states)}")
    if states[name].missing:
        remedy = "install what is missing and try again"
        raise ToolchainError(f"platform {name}", "it cannot run here", why=states[name].why_missing, remedy=remedy)
    suite = load_suite(resources() / _PROTOCOL)
    workload = workload_catalogue().find(suite.workload)
    corpus = make_corpus(workload, suite.size, suite.variant, None, cache, notice)
    types = compile_workload(workload)
    programs = build_programs(runner, name, {workload.name: types}, cache, notice)
    specimen = Specimen(workload.name, corpus.path, corpus.digest, corpus.objects, types)
    return check_runner(runner, programs.bare, programs.typed[workload.name], specimen, suite, told)
