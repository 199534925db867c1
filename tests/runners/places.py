"""Every runner on every platform that this machine has, and one living process for each workload's types."""

import re
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import require
from tests.runners.talk import Talk
from tests.runners.together import NAME, Together, together
from tests.runners.workloads import of_every_folder
from tests.soon import built_soon
from wirelab.app.platforms import PlacedRunner, placed_runners
from wirelab.app.ready import announcement
from wirelab.building.build import Programs, build_programs
from wirelab.building.program import Program
from wirelab.building.runners import Runner, list_runners
from wirelab.execution.check.checked import invented
from wirelab.execution.data import open_request
from wirelab.model.cell import CorpusName
from wirelab.model.subject import Subject
from wirelab.protocol.codecs import Announcement
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.difference import first_difference
from wirelab.workload.copies import make_copies
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import Workload, compile_workload
from wirelab.workload.objects import Copy, taken_apart

RUNNERS = {runner.name: runner for runner in list_runners(built_soon() / "runners")}
WORKLOADS = {workload.name: workload for workload in of_every_folder()}
_APART = ("school", "torture")  # the smallest types, and everything that a schema can say
GROUPS = {
    **{name: (WORKLOADS[name],) for name in _APART},
    NAME: tuple(workload for name, workload in WORKLOADS.items() if name not in _APART),
}
"""Workloads whose types each runner builds as one schema."""
_GROUP_OF = {workload.name: name for name, group in GROUPS.items() for workload in group}
_LIVING = 8  # processes at a time, the rest make room
_PART_OF_A_JDK = {"java", "javac", "mvn"}
# Options that make measuring even or fast cost a short process more than they give: here nobody looks at times.
_UNMEASURED = "-Xms32m -XX:-AlwaysPreTouch"
SLOW = {"jvm-scala-2016"}  # Scala Pickling spends its time in its own code: the quick compiler triples it


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
    def is_first(self) -> bool:
        """Whether it is the first platform of its runner: codecs are the same on all."""
        return self.platform == self.found.manifest.platforms[0].name

    def param(self, *further: object, name: str = "", exhaustive: bool = False) -> object:
        """As a parameter of a test, with further ones that are called `name`.

        Real runners are built first; a test on another platform than the first, or one that is `exhaustive`, is not for
        every day.
        """
        marks = [] if self.found.manifest.hidden else [pytest.mark.builds]
        if marks and (exhaustive or not self.is_first):
            marks.append(pytest.mark.exhaustive)
        return pytest.param(self, *further, id="-".join(filter(None, (str(self), name))), marks=marks)


def _places(*, on_request: bool) -> tuple[Place, ...]:
    """Platforms of hidden runners beside the first misbehave on purpose: those are not among them."""
    return tuple(
        Place(runner.name, platform.name)
        for runner in RUNNERS.values()
        for platform in runner.manifest.platforms[: 1 if runner.manifest.hidden else None]
        if platform.on_request == on_request
    )


def _newest(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """The last of platforms that are versions of one (`node-20`, `node-22`): they differ by the installed version."""
    return tuple({(place.runner, re.sub(r"-\d[\d.]*$", "", place.platform)): place for place in places}.values())


PLACES = _places(on_request=False)
ON_REQUEST = _newest(_places(on_request=True))
REAL = tuple(place for place in PLACES if not place.found.manifest.hidden)


def _unmeasured(programs: Programs, java_options: str) -> Programs:
    def started(program: Program) -> Program:
        environment = {**program.platform.environment, "_JAVA_OPTIONS": java_options}
        return replace(program, platform=program.platform.model_copy(update={"environment": environment}))

    typed = {name: started(program) for name, program in programs.typed.items()}
    return replace(programs, bare=started(programs.bare), typed=typed)


@cache
def _compiled(workload: str) -> CompiledSchema:
    return compile_workload(WORKLOADS[workload])


@cache
def _together() -> Together:
    return together(GROUPS[NAME])


class Bench:
    """Builds, corpora and processes for all tests of runners, each made when it is first asked for.

    Attributes:
        scratch: a file that runners write to.
        kept: the folder of files that codecs have written, for tests of all processes.
    """

    def __init__(self, cache: Path, folder: Path, kept: Path | None = None) -> None:
        self._cache, self._folder = cache, folder
        self.scratch, self.kept = folder / "written", kept or folder / "kept"
        self._states = {
            Place(state.runner.name, state.platform.name): state for state in placed_runners([*RUNNERS.values()], cache)
        }
        self._programs: dict[tuple[object, ...], Programs] = {}
        self._beside: dict[str, list[Copy]] = {}
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

    def as_it_runs(self, place: Place) -> list[str]:
        """The commands that prepare, link and start the runner on a platform, with the programs of this machine."""
        state = self.state(place)
        names = {status.tool: status.path for status in state.tools if status.path is not None}
        tools = place.found.manifest.tools
        paths = {f"{{{name}}}": str(names[tool].resolve()) for name, tool in tools.items() if tool in names}
        steps = (*state.platform.prepare.steps, *state.platform.link.steps, state.platform.start)
        return [paths.get(word, word) for step in steps for word in step]

    def programs(self, place: Place, workload: Workload | None = None) -> Programs:
        """The runner, built for the platform, with the types of a workload's group if one is named."""
        types = {} if workload is None else {_GROUP_OF[workload.name]: self.compiled(workload)}
        key = (place, *types)
        if key not in self._programs:
            self.require(place)
            made = build_programs(place.found, place.platform, types, self._cache, lambda _: None)
            self._programs[key] = _unmeasured(made, " ".join((_UNMEASURED, *quick_compiler(place.runner))))
        return self._programs[key]

    def ready(self, place: Place) -> Announcement:
        """The runner's announcement."""
        if place not in self._ready:
            types = WORKLOADS["school"] if place.found.links(place.platform) else None
            self._ready[place] = announcement(self.programs(place, types))
        return self._ready[place]

    def program(self, place: Place, workload: Workload) -> Program:
        """The program that starts the runner with a workload's types."""
        (program,) = self.programs(place, workload).typed.values()
        return program

    def talk(self, place: Place, workload: Workload) -> Talk:
        """A living process with a workload's types: the one that was there, or another one instead."""
        key = (place, _GROUP_OF[workload.name])
        talk = self._talks.pop(key, None)
        if talk is None or not talk.living:
            talk = Talk(self.program(place, workload), place.answer_s)
        self._talks[key] = talk
        while len(self._talks) > _LIVING:
            self._talks.popitem(last=False)[1].end()
        return talk

    def take(self, place: Place, subject: Subject, copy: Copy) -> tuple[Talk, str]:
        """A living process with a codec open for a copy, and the fault, or nothing; a LostProcessError if it ends."""
        workload = WORKLOADS[copy.corpus.name.workload]
        talk, beside = self.talk(place, workload), self._smallest_of(_GROUP_OF[workload.name])
        takes = self.ready(place).takes_dictionary(subject.compressor)
        opening = open_request(subject, self.ready(place), invented(self._cache) if takes else None)
        return talk, talk.take(opening, copy, beside)

    def compiled(self, workload: Workload) -> CompiledSchema:
        """The types that processes have for a workload."""
        return _together().types if _GROUP_OF[workload.name] == NAME else _compiled(workload.name)

    def copy(self, workload: Workload, size: str, variant: str) -> Copy:
        """One of the workload's corpora, taken apart."""
        corpus = make_corpus(workload, size, variant, None, self._cache, lambda _: None)
        return self._taken_apart(workload, corpus)

    def copies(self, workload: Workload, size: str, count: int) -> list[Copy]:
        """Several copies of the workload's usual variant, taken apart."""
        name = CorpusName(workload.name, size, workload.variants.default)
        made = make_copies(workload, name, count, self._cache, lambda _: None)
        return [self._taken_apart(workload, corpus) for corpus in made]

    def smallest(self, workload: Workload, variant: str | None = None) -> Copy:
        """The workload's smallest corpus of a variant, or of its usual one."""
        return self.copy(workload, workload.sizes.values[0], variant or workload.variants.default)

    def difference(self, file: Path, copy: Copy) -> str:
        """The difference of the file of objects that a runner wrote from `copy`, or nothing."""
        types = self.compiled(WORKLOADS[copy.corpus.name.workload])
        found = first_difference(copy.objects.read_bytes(), file.read_bytes(), types)
        return "" if found is None else str(found)

    def _smallest_of(self, group: str) -> list[Copy]:
        """The smallest corpora of all variants of a group of workloads."""
        if group not in self._beside:
            each = [(workload, variant) for workload in GROUPS[group] for variant in workload.variants.values]
            self._beside[group] = [self.smallest(workload, variant) for workload, variant in each]
        return self._beside[group]

    def _taken_apart(self, workload: Workload, corpus: Corpus) -> Copy:
        """The files of a corpus, for processes that have the types of its workload's group."""
        own = taken_apart(corpus, _compiled(workload.name))
        return _together().copy(own, self._folder) if _GROUP_OF[workload.name] == NAME else own

    def end(self) -> None:
        """End all processes."""
        for talk in self._talks.values():
            talk.end()
