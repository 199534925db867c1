"""Runners that are ready to measure: built for a platform, and announced."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wirelab.app.platforms import PlacedRunner
from wirelab.building.outputs import Notice
from wirelab.building.program import Program, open_process
from wirelab.building.programs import Programs, build_programs, programs_built
from wirelab.design.cells import Capabilities
from wirelab.execution.short_conversations import handshake, undeclared
from wirelab.model.errors import WirelabError
from wirelab.protocol.messages import MAJOR, MINOR, Ready
from wirelab.schema.compile import CompiledSchema


@dataclass(frozen=True, slots=True)
class ReadyRunner:
    """A runner that is ready to measure on a platform.

    Attributes:
        programs: what starts its processes.
        ready: what it announced.
    """

    programs: Programs
    ready: Ready

    @property
    def platform(self) -> str:
        """The platform's name."""
        return self.programs.platform

    @property
    def capabilities(self) -> Capabilities:
        """What it can measure."""
        return Capabilities(
            {codec.name: frozenset(codec.operations) for codec in self.ready.codecs},
            frozenset(compressor.name for compressor in self.ready.compressors),
            frozenset(codec.name for codec in self.ready.codecs if codec.never_cold),
            frozenset(self.ready.sinks),
        )


def make_ready(
    placed: PlacedRunner,
    types: Mapping[str, CompiledSchema],
    cache: Path,
    notice: Notice,
    needed: Sequence[Path],
) -> ReadyRunner:
    """Build what measuring needs, and take the runner's announcement.

    Args:
        placed: the runner on a platform whose tools are there.
        types: the types of each workload, by its name.
        cache: the lab's cache folder.
        notice: told what is being built.
        needed: the outputs that the command has to make, in order; see `build_programs`.

    Raises:
        ToolchainError: a build failed.
        MeasurementError: it does not answer as it should.
        DefinitionError, HostError: see `build_programs`.
    """
    programs = build_programs(placed.runner, placed.platform.name, types, cache, notice, needed)
    return ReadyRunner(programs, announcement(programs))


def first_here(states: Sequence[PlacedRunner]) -> PlacedRunner | None:
    """The first platform of a runner that has all its tools here, or None."""
    return next((state for state in states if not state.missing), None)


def built_announcement(states: Sequence[PlacedRunner], cache: Path) -> Ready | None:
    """What a runner announces on the first of its platforms, or None: it is not built, or does not answer."""
    here = first_here(states)
    with suppress(WirelabError):
        if here is not None and (programs := programs_built(here.runner, here.platform.name, cache)) is not None:
            return announcement(programs)
    return None


def announcement(programs: Programs) -> Ready:
    """What the runner announces on its platform: asked once a build and its tools, then remembered.

    Raises:
        MeasurementError: it does not answer as it should.
    """
    manifest = programs.runner.manifest
    remembered = programs.output / f"announcement-{programs.platform}-{_state(programs.bare)}.json"
    if remembered.is_file():
        ready = Ready.model_validate_json(remembered.read_bytes())
        if not undeclared(manifest, ready):
            return ready
    ready = handshake(manifest, lambda: open_process(programs.bare))
    remembered.write_text(ready.model_dump_json(), encoding="utf-8")
    return ready


def _state(program: Program) -> str:
    """Digits that change with the programs that start a process, and with the protocol.

    Another browser may announce something else, and an older lab kept no more of an announcement than it knew.
    """
    found = [(path, Path(path).stat()) for path in sorted(program.tools.values()) if Path(path).is_file()]
    facts = [(path, state.st_size, state.st_mtime_ns) for path, state in found]
    return hashlib.sha256(json.dumps([MAJOR, MINOR, facts]).encode()).hexdigest()[:8]
