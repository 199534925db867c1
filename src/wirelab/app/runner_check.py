"""`wirelab check-runner`: build a runner, and hold it against the protocol on each of its platforms."""

from collections.abc import Callable
from pathlib import Path

from wirelab.app.platforms import placed_runners
from wirelab.app.resources import resources, workload_catalogue
from wirelab.building.programs import Programs, build_programs
from wirelab.building.runners import Runner, load_runner
from wirelab.execution.carrying import HardData
from wirelab.execution.conformance import Specimen, check_runner, load_suite
from wirelab.model.conformance import Check, ConformanceReport
from wirelab.model.errors import ToolchainError, UsageError
from wirelab.model.names import choose
from wirelab.process.stopping import stop_on_signals
from wirelab.workload.catalogue import Catalogue
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import Workload, compile_workload

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
    codecs: tuple[str, ...],
    cache: Path,
    notice: Callable[[str], None],
    told: Callable[[Check], None],
) -> ConformanceReport:
    """Build the runner and play the golden transcripts on `platform`, or on its first one.

    Args:
        runner: the runner.
        platform: one of its platforms, or None.
        codecs: check these alone, on hard data too; empty: all, by the transcripts.
        cache: the folder of builds and corpora.
        notice: told what is being built.
        told: told each check as it ends.

    Raises:
        UsageError: it has no such platform or codec.
        ToolchainError: a tool is missing or the build failed.
    """
    states = {state.platform.name: state for state in placed_runners([runner], cache)}
    name = platform or next(iter(states))
    if name not in states:
        raise UsageError(f"platform '{name}'", "the runner has no such platform", remedy=f"it has {', '.join(states)}")
    if states[name].missing:
        remedy = "install what is missing and try again"
        raise ToolchainError(f"platform {name}", "it cannot run here", why=states[name].why_missing, remedy=remedy)
    for codec in codecs:
        choose("codec", codec, runner.manifest.codecs)
    suite = load_suite(resources() / _PROTOCOL)
    workload = workload_catalogue().find(suite.workload)
    corpus = make_corpus(workload, suite.size, suite.variant, None, cache, notice)
    types = compile_workload(workload)
    hard = Catalogue((resources() / _PROTOCOL / "workloads",)).find(suite.hard)
    asked = {workload.name: types} | ({hard.name: compile_workload(hard)} if codecs else {})
    programs = build_programs(runner, name, asked, cache, notice)
    specimen = Specimen(workload.name, corpus.path, corpus.digest, corpus.objects, types)
    data = _hard_data(hard, codecs, programs, suite.answer_s, cache, notice) if codecs else None
    return check_runner(runner, programs.bare, programs.typed[workload.name], specimen, suite, told, hard=data)


def _hard_data(
    workload: Workload,
    codecs: tuple[str, ...],
    programs: Programs,
    answer_s: float,
    cache: Path,
    notice: Callable[[str], None],
) -> HardData:
    size = workload.sizes.values[0]
    corpora = tuple(make_corpus(workload, size, variant, None, cache, notice) for variant in workload.variants.values)
    return HardData(codecs, programs.typed[workload.name], compile_workload(workload), corpora, answer_s)
