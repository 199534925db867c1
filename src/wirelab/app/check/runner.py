"""`wirelab check-runner`: build a runner, and check it against the protocol on one of its platforms."""

from collections.abc import Callable
from pathlib import Path

from wirelab.app.platforms import placed_runners
from wirelab.app.resources import hard_data, resources, workload_catalogue
from wirelab.app.trust import check_runner_trusted
from wirelab.building.build import Programs, build_programs
from wirelab.building.runners import Runner, load_runner
from wirelab.execution.check.checked import specimen_of
from wirelab.execution.check.conformance import HardData, Suite, check_runner
from wirelab.execution.data import Data
from wirelab.files.scratch import scratch
from wirelab.model.cell import CorpusName
from wirelab.model.conformance import Check, ConformanceReport
from wirelab.model.errors import ToolchainError, UsageError
from wirelab.model.names import choose
from wirelab.workload.copies import make_copies
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import Workload, compile_workload
from wirelab.workload.objects import taken_apart

WORKLOAD, SIZE, COPIES = "messages", "100", 3  # payloads of several types, the smallest that show rotation


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


def check(
    runner: Runner,
    platform: str | None,
    codecs: tuple[str, ...],
    cache: Path,
    notice: Callable[[str], None],
    each_check: Callable[[Check], None],
) -> ConformanceReport:
    """Build the runner and make every check on `platform`, or on its first one.

    If `codecs` are named, only these are checked, also on hard data. `notice` hears what is built, and `each_check`
    gets each check when it ends.

    Raises:
        UsageError: it has no such platform or codec, or is not trusted.
        ToolchainError: a tool is missing or the build failed.
    """
    check_runner_trusted(runner, cache)
    states = {state.platform.name: state for state in placed_runners([runner], cache)}
    name = platform or next(iter(states))
    if name not in states:
        raise UsageError(f"platform '{name}'", "the runner has no such platform", remedy=f"it has {', '.join(states)}")
    if states[name].missing:
        remedy = "install the missing tools and try again"
        raise ToolchainError(f"platform {name}", "it cannot run here", why=states[name].why_missing, remedy=remedy)
    for codec in codecs:
        choose("codec", codec, runner.manifest.codecs)
    workload = workload_catalogue().find(WORKLOAD)
    types = compile_workload(workload)
    corpora = make_copies(workload, CorpusName(WORKLOAD, SIZE, workload.variants.default), COPIES, cache, notice)
    asked, hard = {WORKLOAD: types}, workload_catalogue().find(str(hard_data()))
    if codecs:
        asked[hard.name] = compile_workload(hard)
    programs = build_programs(runner, name, asked, cache, notice)
    with scratch() as folder:
        specimen = specimen_of([taken_apart(corpus, types).objects for corpus in corpora], types, folder)
        suite = Suite(specimen, codecs=codecs, hard=_hard_data(hard, codecs, programs, cache, notice))
        return check_runner(runner, programs.announcing or programs.bare, programs.typed[WORKLOAD], suite, each_check)


def _hard_data(
    workload: Workload, codecs: tuple[str, ...], programs: Programs, cache: Path, notice: Callable[[str], None]
) -> HardData | None:
    if not codecs:
        return None
    types, size = compile_workload(workload), workload.sizes.values[0]
    corpora = (make_corpus(workload, size, variant, None, cache, notice) for variant in workload.variants.values)
    data = tuple(Data((taken_apart(corpus, types),), types) for corpus in corpora)
    return HardData(programs.typed[workload.name], data)
