"""Every runner on every platform that this machine has, and one living process for each workload's types."""

import re
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
import pytest

from tests.conftest import ROOT, require
from wirelab.app.platforms import PlacedRunner, placed_runners
from wirelab.app.ready import announcement
from wirelab.building.manifest import Command
from wirelab.building.program import Program, open_process
from wirelab.building.programs import Programs, build_programs
from wirelab.building.runners import Runner, list_runners
from wirelab.model.cell import CorpusName
from wirelab.process.transport import EndedError, OverlongError
from wirelab.protocol.codecs import Announcement
from wirelab.protocol.lines import ProtocolError, encode_request, parse_answer
from wirelab.protocol.messages import Answer, Fault, Hello, Load, Loaded, Open, Opened, Request
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.difference import first_difference
from wirelab.workload.catalogue import Catalogue
from wirelab.workload.copies import make_copies
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import Workload, compile_workload
from wirelab.workload.objects import Copy, taken_apart

# Words of a build that make it take minutes where programs are large, and what there is for them here: no time counts.
_BUILT_SOON = {
    "--release": ("--release", "--config=profile.release.package.runner.opt-level=0"),
    "OPTIMIZED=-O2": ("OPTIMIZED=-O0",),
}


def _built_soon(runner: Runner) -> Runner:
    manifest = runner.manifest
    stages = {
        name: stage.model_copy(update={"steps": tuple(map(_soon, stage.steps))})
        for name, stage in (("runner", manifest.build.runner), ("types", manifest.build.types))
    }
    return replace(runner, manifest=manifest.model_copy(update={"build": manifest.build.model_copy(update=stages)}))


def _soon(step: Command) -> Command:
    return tuple(word for each in step for word in _BUILT_SOON.get(each, (each,)))


RUNNERS = {runner.name: _built_soon(runner) for runner in list_runners(ROOT / "runners")}
_CATALOGUE = Catalogue((ROOT / "workloads", ROOT / "tests" / "workloads", ROOT / "protocol" / "v2" / "workloads"))
WORKLOADS = {name: _CATALOGUE.find(name) for name in _CATALOGUE.names}
_START_S = 60.0
_LIVING = 8  # processes at a time, the rest make room
_PART_OF_A_JDK = {"java", "javac", "mvn"}
# What makes measuring even or fast and costs more than it gives a short process: here nobody looks at times.
_UNMEASURED = "-Xms32m -XX:-AlwaysPreTouch"
SLOW = {"jvm-pickling"}  # it spends its time in its own code, which the quick compiler makes three times slower


def quick_compiler(runner: str) -> tuple[str, ...]:
    """The option that makes short processes of a JVM runner quick, if it does."""
    return () if runner in SLOW else ("-XX:TieredStopAtLevel=1",)


@dataclass(frozen=True, slots=True)
class Place:
    """A runner on one of its platforms."""

    runner: str
    platform: str

    def __str__(self) -> str:
        return self.runner if self.runner == self.platform else f"{self.runner} on {self.platform}"

    @property
    def found(self) -> Runner:
        """The runner."""
        return RUNNERS[self.runner]

    @property
    def answer_s(self) -> float:
        """An answer that takes longer is none; scripted subjects hang on purpose."""
        return 1.0 if self.found.manifest.hidden else 600.0

    @property
    def marks(self) -> tuple[pytest.MarkDecorator, ...]:
        """Of its tests: real runners are built first."""
        return () if self.found.manifest.hidden else (pytest.mark.builds,)

    def param(self) -> object:
        """As a parameter of a test."""
        return pytest.param(self, id=str(self), marks=self.marks)


def _places(*, on_request: bool) -> tuple[Place, ...]:
    """Platforms of hidden runners beside the first misbehave on purpose: those are not among them."""
    return tuple(
        Place(runner.name, platform.name)
        for runner in RUNNERS.values()
        for platform in runner.manifest.platforms[: 1 if runner.manifest.hidden else None]
        if platform.on_request == on_request
    )


def _newest(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Of platforms that are versions of one (`node-20`, `node-22`), the last: they differ by what is on the machine."""
    return tuple({(place.runner, re.sub(r"-\d[\d.]*$", "", place.platform)): place for place in places}.values())


PLACES = _places(on_request=False)
ON_REQUEST = _newest(_places(on_request=True))
REAL = tuple(place for place in PLACES if not place.found.manifest.hidden)


class LostProcessError(Exception):
    """The process ended, said what is no answer, or nothing in time."""


class Talk:
    """A process that is asked, strictly: an answer has nothing that the schemas do not name.

    Attributes:
        greeted: what this very process answered to `hello`.
        living: whether it has not ended.
    """

    def __init__(self, program: Program, answer_s: float) -> None:
        self._transport, self._answer_s = open_process(program), _START_S
        self._loaded: Load | None = None
        self.living = True
        self.greeted = self.ask(Hello())
        self._answer_s = answer_s

    def ask(self, request: Request) -> Answer:
        """The answer to a request.

        Raises:
            LostProcessError: there is none; the process has ended then.
        """
        if isinstance(request, Load):
            self._loaded = None
        self._transport.send(encode_request(request))
        try:
            return parse_answer(self._transport.receive(self._answer_s), strict=True)
        except (TimeoutError, EndedError, OverlongError, ProtocolError) as error:
            self.end()
            raise LostProcessError(f"{type(error).__name__} {error}: {self._transport.stderr_tail()}") from None

    def load(self, copy: Copy, *, columns: bool = False) -> str:
        """Load a copy, unless it is; what is wrong with it, or nothing.

        Raises:
            LostProcessError: as `ask`.
        """
        request = Load(copies=[str(copy.objects)], columns=[str(copy.columns)] if columns else None)
        if self._loaded == request:
            return ""
        loaded = self.ask(request)
        if isinstance(loaded, Fault) and loaded.whose != "host":
            return loaded.message
        assert isinstance(loaded, Loaded), loaded
        assert loaded.objects == copy.corpus.objects
        self._loaded = request
        return ""

    def open(self, request: Open) -> str:
        """Open a codec; what it says against that, or nothing.

        Raises:
            LostProcessError: as `ask`.
        """
        answer = self.ask(request)
        if isinstance(answer, Fault) and answer.whose == "codec":
            return answer.message
        assert isinstance(answer, Opened), answer
        return ""

    def end(self) -> None:
        """Kill the process."""
        self.living = False
        self._transport.kill()


def seen_by_others() -> list[str]:
    """What any user of the machine can read of the processes that the tests started: command lines and environments."""
    found = list[str]()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess), child.oneshot():  # a browser's helpers come and go
            found += [*child.cmdline(), *child.environ().values()]
    return found


def _unmeasured(programs: Programs, java_options: str) -> Programs:
    def started(program: Program) -> Program:
        environment = {**program.platform.environment, "_JAVA_OPTIONS": java_options}
        return replace(program, platform=program.platform.model_copy(update={"environment": environment}))

    typed = {name: started(program) for name, program in programs.typed.items()}
    return replace(programs, bare=started(programs.bare), typed=typed)


class Bench:
    """All that tests of runners share: builds, corpora, and processes, each made when it is first asked for."""

    def __init__(self, cache: Path, folder: Path) -> None:
        self._cache, self.scratch = cache, folder / "written"  # a file that runners write to
        self._states = {
            Place(state.runner.name, state.platform.name): state for state in placed_runners([*RUNNERS.values()], cache)
        }
        self._programs: dict[tuple[Place, str], Programs] = {}
        self._types: dict[str, CompiledSchema] = {}
        self._ready: dict[Place, Announcement] = {}
        self._talks: OrderedDict[tuple[Place, str], Talk] = OrderedDict()

    def state(self, place: Place) -> PlacedRunner:
        """Which tools are there."""
        return self._states[place]

    def require(self, place: Place) -> None:
        """Skip where a tool is missing; fail where it must not be."""
        for missing in self.state(place).missing:
            command = missing.tool.command
            on_request = place.found.platform(place.platform).on_request
            name = "jdk" if command in _PART_OF_A_JDK and not on_request else command
            if on_request:
                pytest.skip(f"{place}: {missing.why}")
            require(name, found=False, why=f"{place}: {missing.why}")

    def programs(self, place: Place, workload: Workload | None = None) -> Programs:
        """The runner, built for the platform, with the types of a workload if one is named."""
        key = (place, workload.name if workload else "")
        if key not in self._programs:
            self.require(place)
            types = {} if workload is None else {workload.name: self.compiled(workload)}
            made = build_programs(place.found, place.platform, types, self._cache, lambda _: None)
            self._programs[key] = _unmeasured(made, " ".join((_UNMEASURED, *quick_compiler(place.runner))))
        return self._programs[key]

    def ready(self, place: Place) -> Announcement:
        """What the runner announces."""
        if place not in self._ready:
            types = WORKLOADS["school"] if place.found.links(place.platform) else None
            self._ready[place] = announcement(self.programs(place, types))
        return self._ready[place]

    def program(self, place: Place, workload: Workload) -> Program:
        """What starts the runner with a workload's types."""
        return self.programs(place, workload).typed[workload.name]

    def talk(self, place: Place, workload: Workload) -> Talk:
        """A living process with a workload's types: the one that was there, or another in its place."""
        key = (place, workload.name)
        talk = self._talks.pop(key, None)
        if talk is None or not talk.living:
            talk = Talk(self.program(place, workload), place.answer_s)
        self._talks[key] = talk
        while len(self._talks) > _LIVING:
            self._talks.popitem(last=False)[1].end()
        return talk

    def compiled(self, workload: Workload) -> CompiledSchema:
        """The workload's types."""
        if workload.name not in self._types:
            self._types[workload.name] = compile_workload(workload)
        return self._types[workload.name]

    def copy(self, workload: Workload, size: str, variant: str) -> Copy:
        """One of the workload's corpora, taken apart."""
        corpus = make_corpus(workload, size, variant, None, self._cache, lambda _: None)
        return taken_apart(corpus, self.compiled(workload))

    def copies(self, workload: Workload, size: str, count: int) -> list[Copy]:
        """Several copies of the workload's usual variant, taken apart."""
        name = CorpusName(workload.name, size, workload.variants.default)
        made = make_copies(workload, name, count, self._cache, lambda _: None)
        return [taken_apart(corpus, self.compiled(workload)) for corpus in made]

    def smallest(self, workload: Workload) -> Copy:
        """The workload's smallest corpus of its usual variant."""
        return self.copy(workload, workload.sizes.values[0], workload.variants.default)

    def difference(self, file: Path, copy: Copy) -> str:
        """What is otherwise in the file of objects that a runner wrote than in `copy`, or nothing."""
        types = self.compiled(WORKLOADS[copy.corpus.name.workload])
        found = first_difference(copy.objects.read_bytes(), file.read_bytes(), types)
        return "" if found is None else str(found)

    def end(self) -> None:
        """End all processes."""
        for talk in self._talks.values():
            talk.end()
