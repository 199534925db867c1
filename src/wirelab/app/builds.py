"""Runners made ready, as many at a time as there are processors: those first that were soonest the last time."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wirelab.app.platforms import PlacedRunner
from wirelab.app.ready import ReadyRunner, announcement
from wirelab.app.versions import unlisted
from wirelab.building.build import built_runner, outputs_needed
from wirelab.building.outputs import Notice, expected_s, is_program
from wirelab.building.programs import build_programs
from wirelab.model.errors import MeasurementError, ToolchainError, WirelabError
from wirelab.model.run import NotRun
from wirelab.process.side_by_side import side_by_side
from wirelab.schema.compile import CompiledSchema

Types = Mapping[str, CompiledSchema]
_LINES_SHOWN = 8
_COLOUR = re.compile("\x1b\\[[0-9;]*m")


def made_ready(
    chosen: Sequence[PlacedRunner],
    named: Sequence[str],
    types: Types,
    cache: Path,
    notice: Notice,
    when_ready: Callable[[ReadyRunner], None],
    *,
    timed: bool,
) -> tuple[list[ReadyRunner], list[NotRun]]:
    """Make each runner ready on its platform.

    What is missing of platforms that were not `named` is no fault. `notice` hears what is being built, and at once what
    cannot be; `when_ready` is called with each runner, beside other builds. Those that are ready come in the order of
    `chosen`; those that cannot run, with the reason. Unless what they do is `timed`, types that are not built yet may
    be built so that this is quick.

    Raises:
        DefinitionError, HostError: see `build_programs`.
    """

    def needed_of(placed: PlacedRunner) -> tuple[Path, ...]:
        return () if placed.missing else outputs_needed(placed.runner, placed.platform.name, types.values(), cache)

    outputs = [needed_of(each) for each in chosen]
    if not timed:
        chosen = [each.untimed if own else each for each, own in zip(chosen, outputs, strict=True)]
        outputs = [needed_of(each) if own else own for each, own in zip(chosen, outputs, strict=True)]
    lanes = _lanes(chosen, outputs)
    needed = tuple(dict.fromkeys(output for lane in lanes for at in lane for output in outputs[at]))

    def make(at: int) -> ReadyRunner | NotRun:
        placed = chosen[at]
        made = _ready_or_not(placed, types, cache, notice, needed, named=placed.platform.name in named)
        if isinstance(made, NotRun):
            notice(f"skipping {made.what}: {made.why}")
        else:
            when_ready(made)
        return made

    found = dict(side_by_side(lanes, make))
    ordered = [found[at] for at in range(len(chosen))]
    ready = [each for each in ordered if isinstance(each, ReadyRunner)]
    return ready, [each for each in ordered if isinstance(each, NotRun)]


def _lanes(chosen: Sequence[PlacedRunner], outputs: Sequence[Sequence[Path]]) -> list[list[int]]:
    """Places in `chosen` that are made one after the other, the soonest lane first.

    Those of one runner share what is built of it, and programs that the same tools build share what these download.
    """
    lanes: dict[tuple[str, ...], list[int]] = {}
    for at, (placed, own) in enumerate(zip(chosen, outputs, strict=True)):
        tools = placed.runner.manifest.build.runner.requires if any(map(is_program, own)) else ()
        lanes.setdefault(tools or (placed.runner.name,), []).append(at)
    return sorted(lanes.values(), key=lambda lane: sum(expected_s(output) for at in lane for output in outputs[at]))


def _ready_or_not(
    placed: PlacedRunner, types: Types, cache: Path, notice: Notice, needed: Sequence[Path], *, named: bool
) -> ReadyRunner | NotRun:
    runner = placed.runner
    what = f"runner {runner.called} on {placed.platform.name}"
    if placed.missing:
        return NotRun(what, placed.why_missing, fault=named)
    if runner.pin is not None and built_runner(runner, cache) is None and (why := unlisted(runner, cache)):
        return NotRun(what, why, fault=True)
    try:
        programs = build_programs(runner, placed.platform.name, types, cache, notice, needed)
        return ReadyRunner(programs, announcement(programs))
    except (ToolchainError, MeasurementError) as error:
        return NotRun(what, _in_a_line(error) if runner.pin else _shortened(error), fault=True)


def _in_a_line(error: WirelabError) -> str:
    """A fault of one version's: the first line that calls itself an error, or the last, of those that a build wrote."""
    lines = [line for each in _COLOUR.sub("", error.why).splitlines() if (line := each.strip()) and line[:2] != "$ "]
    saying = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "")
    return "; ".join(part for part in (saying or error.what, error.remedy) if part)


def _shortened(error: WirelabError) -> str:
    """A build's or handshake's fault with its last lines: the whole log is in a file that the remedy names."""
    lines = error.why.strip().splitlines()[-_LINES_SHOWN:]
    return "\n".join(part for part in (f"{error.part}: {error.what}", *lines, error.remedy) if part)
