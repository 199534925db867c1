"""Runners that are ready to measure: built for a platform, and announced."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wirelab.app.platforms import PlacedRunner, by_runner
from wirelab.building.build import Programs, programs_built
from wirelab.building.inputs import stage_digest
from wirelab.building.program import open_process
from wirelab.building.runners import Runner
from wirelab.building.versions import Pin
from wirelab.execution.short_conversations import handshake
from wirelab.files.outputs import write_whole
from wirelab.model.errors import MeasurementError, WirelabError
from wirelab.model.subject import versioned
from wirelab.protocol.codecs import Announcement, read_announcement
from wirelab.protocol.messages import VERSION


@dataclass(frozen=True, slots=True)
class ReadyRunner:
    """A runner that is ready to measure on a platform, with its announcement."""

    programs: Programs
    ready: Announcement

    @property
    def platform(self) -> str:
        """The platform's name."""
        return self.programs.platform


def first_here(states: Sequence[PlacedRunner]) -> PlacedRunner | None:
    """The first platform of a runner that has all its tools here, or None."""
    return next((state for state in states if not state.missing), None)


def built_announcements(states: Sequence[PlacedRunner], cache: Path) -> dict[str, tuple[str, Announcement]]:
    """The announcements of runners that are built, by name, each with the first of its platforms that is here."""
    found = {}
    for name, own in by_runner(states).items():
        here = first_here(own)
        with suppress(WirelabError):
            if here is not None and (programs := programs_built(here.runner, here.platform.name, cache)) is not None:
                found[name] = here.platform.name, announcement(programs)
    return found


def announcement(programs: Programs) -> Announcement:
    """The runner's announcement on its platform: asked once per build and its tools, then remembered.

    Raises:
        MeasurementError: it does not answer as it should.
    """
    remembered = _remembered(programs)
    with suppress(OSError, ValueError):  # it is not there, or another Wirelab wrote it
        return read_announcement(remembered.read_bytes())
    program = programs.announcing
    if program is None:
        what = "it can announce its codecs only with the types of a workload"
        raise MeasurementError(f"runner {programs.runner.name}", what, remedy="run a study on its platform")
    platform = program.platform
    ready = handshake(programs.runner.declared, platform, lambda: open_process(program))
    if programs.runner.pin is not None:
        ready = _pinned(ready, programs.runner, programs.runner.pin)
    with suppress(OSError):  # it is asked again
        write_whole(remembered, ready.model_dump_json().encode())
    return ready


def _pinned(ready: Announcement, runner: Runner, pin: Pin) -> Announcement:
    """The announcement of a program that was built for one version: that codec, if it has that version."""
    name = versioned(pin.codec, pin.version)
    own = [codec for codec in ready.codecs if codec.name == pin.codec]
    for codec in own:
        if codec.version != pin.version and pin.project is None:
            what = f"its build has {pin.codec} {codec.version}, not {pin.version}"
            remedy = f"name a version as its package source has it: {versioned(pin.codec, codec.version)}"
            raise MeasurementError(f"runner {runner.called}", what, remedy=remedy)
    lacking = [each.model_copy(update={"name": name}) for each in ready.unavailable if each.name == pin.codec]
    return ready.model_copy(
        update={
            "runner": runner.called,
            "codecs": [codec.model_copy(update={"name": name}) for codec in own],
            "unavailable": lacking,
        }
    )


def announced_before(states: Sequence[PlacedRunner], cache: Path) -> Iterator[tuple[str, Announcement]]:
    """The remembered announcements of runners, by platform; no runner is asked."""
    for state in states:
        with suppress(WirelabError, OSError, ValueError):
            if (programs := programs_built(state.runner, state.platform.name, cache)) is not None:
                yield state.platform.name, read_announcement(_remembered(programs).read_bytes())


def _remembered(programs: Programs) -> Path:
    return programs.output / f"announcement-{programs.platform}-{_state(programs)}.json"


def _state(programs: Programs) -> str:
    """Digits that change with the programs that start a process, the runner's data of codecs, and the protocol.

    Another browser may announce something else; a linked program that is built from other sources may, too.
    """
    found = [(path, Path(path).stat()) for path in sorted(programs.bare.tools.values()) if Path(path).is_file()]
    facts = [(path, state.st_size, state.st_mtime_ns) for path, state in found]
    known = [VERSION, facts, programs.runner.manifest.model_dump_json(include={"codecs", "compressors", "platforms"})]
    if programs.runner.links(programs.platform):
        link = programs.runner.platform(programs.platform).link
        stages = programs.runner.manifest.build.types, link
        known += [stage_digest(programs.runner.folder, stage.inputs, {"steps": stage.steps}) for stage in stages]
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:8]
