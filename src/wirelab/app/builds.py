"""Makes runners ready, as many at a time as there are processors; those that were quickest the last time come first."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wirelab.app.platforms import PlacedRunner
from wirelab.app.ready import ReadyRunner, announcement
from wirelab.app.versions import unlisted
from wirelab.building.build import build_programs, outputs_needed, programs_built
from wirelab.building.outputs import Notice, expected_s, is_program
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

    A platform that was not `named` may lack tools without a fault. `notice` hears which programs are being built, and
    at once which runners cannot run; `when_ready` is called with each ready runner while others are built. Returns the
    ready runners in the order of `chosen`, and the others with the reason. If nothing is `timed`, types that are not
    built yet may be built in a quicker way.

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
        if isinstance(made, ReadyRunner):
            when_ready(made)
        return made

    found = {}
    for at, made in side_by_side(lanes, make):
        found[at] = made
        if isinstance(made, NotRun):  # said only here: a fault of one ends the builds of the others
            notice(f"skipping {made.what}: {made.why}")
    ordered = [found[at] for at in range(len(chosen))]
    ready = [each for each in ordered if isinstance(each, ReadyRunner)]
    return ready, [each for each in ordered if isinstance(each, NotRun)]


def _lanes(chosen: Sequence[PlacedRunner], outputs: Sequence[Sequence[Path]]) -> list[list[int]]:
    """Lanes of places in `chosen` that are made one after the other; the lane that is ready soonest comes first.

    Platforms of one runner share its builds, and programs that are built by the same tools share their downloads.
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
    if (
        runner.pin is not None
        and programs_built(runner, placed.platform.name, cache) is None
        and (why := unlisted(runner, cache))
    ):
        return NotRun(what, why, fault=True)
    try:
        programs = build_programs(runner, placed.platform.name, types, cache, notice, needed)
        return ReadyRunner(programs, announcement(programs))
    except (ToolchainError, MeasurementError) as error:
        return NotRun(what, _in_a_line(error) if runner.pin else _shortened(error), fault=True)


def _in_a_line(error: WirelabError) -> str:
    """The fault of a runner for one version, in a line: the build's first line that mentions an error, or its last."""
    lines = [line for each in _COLOUR.sub("", error.why).splitlines() if (line := each.strip()) and line[:2] != "$ "]
    saying = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "")
    return "; ".join(part for part in (saying or error.what, error.remedy) if part)


def _shortened(error: WirelabError) -> str:
    """A build's or handshake's fault with its last lines: the whole log is in a file that the remedy names."""
    lines = error.why.strip().splitlines()[-_LINES_SHOWN:]
    return "\n".join(part for part in (f"{error.part}: {error.what}", *lines, error.remedy) if part)
