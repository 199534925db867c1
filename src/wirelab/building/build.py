"""Building a runner: once for its program, then once for each workload's types."""

import contextlib
import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache as remembered
from functools import cached_property
from importlib import metadata
from pathlib import Path

import wirelab.schema
from wirelab.building.command import run_command
from wirelab.building.inputs import copy_inputs, stage_digest, states
from wirelab.building.manifest import Stage, TypesStage, fill
from wirelab.building.outputs import PROGRAM, Notice, ensure, is_whole
from wirelab.building.program import Program
from wirelab.building.runners import Runner
from wirelab.building.tools import probe
from wirelab.model.errors import HostError, ToolchainError
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.descriptors import with_distinct_fields, with_file_options
from wirelab.schema.protoc import PACKAGE, protoc_path
from wirelab.schema.rendering.render import TemplateSource, render
from wirelab.schema.rendering.shapes import in_shapes
from wirelab.schema.types import Schema

_NAME_DIGITS = 16
_TELLING_LINES = 4


@dataclass(frozen=True)
class _Build:
    """A stage of a runner: where its output is, or would be, and how it is made."""

    part: str  # the stage, in messages
    runner: Runner
    stage: Stage
    cache: Path
    name: str  # of the output folder, before its digest
    facts: Mapping[str, object]
    sources: tuple[str, ...] = ()  # further files that it depends on
    prepare: Callable[[Path], Mapping[str, str]] = lambda _: {}
    """Writes the files that the steps need, and returns the values of their further placeholders."""
    proto_files: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """A digest of all its inputs."""
        facts = {
            "stage": self.stage.model_dump(mode="json", exclude={"libraries", "packages"}),
            "tools": _versions(self.part, self.runner, self.stage, self.cache),
            "python": [_python(), sys.version] if self.stage.runs_python else None,
            **self.facts,
            **({"libraries": states(self.stage.libraries)} if self.stage.libraries else {}),
        }
        return stage_digest(self.runner.folder, (*self.stage.inputs, *self.sources), facts)

    @property
    def output(self) -> Path:
        """The folder."""
        return self.cache / "builds" / self.runner.name / f"{self.name}-{self.digest[:_NAME_DIGITS]}"

    def ensure(self, notice: Notice, needed: Sequence[Path]) -> Path:
        """See to it that the output is there and whole; arguments and errors as `build_programs`."""
        output = self.output
        with _host_faults(self.part, self.cache):
            ensure(output, self._make, self.part, notice, needed)
        return output

    def _make(self, folder: Path) -> None:
        runner, source = self.runner, _source(self.runner, folder)
        copy_inputs(runner.folder, self.stage.inputs, source)
        tools = {name: str(probe(runner.manifest.tools[name], self.cache).path) for name in self.stage.requires}
        own = {"output": str(folder), "source": str(source), "python": _python()}
        values = {**tools, **own, **self.prepare(folder)}
        for step in self.stage.given("proto_files", self.proto_files).steps:
            try:
                run_command(self.part, fill(step, values), folder, folder / "build.log", self.stage.timeout_s)
            except ToolchainError as error:
                why = _where_written(_telling(error.why, folder), runner, folder)
                raise ToolchainError(error.part, error.what, why=why, remedy=error.remedy) from None


def _python() -> str:
    """The interpreter behind the lab's environment: all environments of one interpreter share its builds."""
    return os.path.realpath(sys.executable)


@dataclass(frozen=True, slots=True)
class BuiltRunner:
    """A runner whose program is built, into the `output` of its first stage."""

    runner: Runner
    output: Path
    digest: str
    cache: Path

    @property
    def untyped(self) -> Path:
        """An empty folder, for processes without a workload."""
        return self.cache / "builds" / "untyped"

    def program(self, platform: str, types: Path | None = None) -> Program:
        """The program on `platform` with the types built into `types`; None: only for a handshake."""
        found, stage = self.runner.platform(platform), _of_platform(self, platform)
        statuses = {name: probe(self.runner.manifest.tools[name], self.cache) for name in found.requires}
        tools = {name: str(status.path or status.tool.command) for name, status in statuses.items()}
        return Program(found, self.output, types or self.untyped, stage.output if stage else self.untyped, tools)


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs of a runner's processes on one platform."""

    runner: Runner
    platform: str
    output: Path  # the folder of the runner's build
    bare: Program  # without a workload, for a handshake
    typed: Mapping[str, Program]  # with the types of a workload, by its name

    @property
    def announcing(self) -> Program | None:
        """The program for a handshake; None where it needs types that are linked, and there are none yet."""
        if self.runner.links(self.platform):
            return next(iter(self.typed.values()), None)
        return self.bare


def build_programs(
    runner: Runner,
    platform: str,
    types: Mapping[str, CompiledSchema],
    cache: Path,
    notice: Notice,
    needed: Sequence[Path] | None = None,
) -> Programs:
    """Build the runner's program, the platform's preparation, and the types of each workload, or find them built.

    `notice` hears each build as it starts, its place among the outputs `needed`, and how long it took the last time.

    Raises:
        ToolchainError: a tool is missing, or a step failed; with its last lines.
        DefinitionError: a template or file option is not well formed.
        HostError: no space, or no permission.
    """
    if needed is None:
        needed = outputs_needed(runner, platform, types.values(), cache)
    built = build_runner(runner, cache, notice, needed)
    build_platform(built, platform, notice, needed)
    folders = {}
    for name, compiled in types.items():
        for stage in _of_workload(built, platform, compiled):  # the last one makes the program to start
            folders[name] = stage.ensure(notice, needed)
    return _programs(built, platform, folders)


def programs_built(runner: Runner, platform: str, cache: Path) -> Programs | None:
    """The program for a handshake if the runner is built already, or None."""
    built = _built(runner, cache)
    return _programs(built, platform, {}) if is_whole(built.output) else None


def outputs_needed(runner: Runner, platform: str, types: Iterable[CompiledSchema], cache: Path) -> tuple[Path, ...]:
    """The outputs that are not in the cache, or not whole there, in the order in which they are made."""
    built = _built(runner, cache)
    prepared = _of_platform(built, platform)
    stages = [stage for compiled in types for stage in _of_workload(built, platform, compiled)]
    outputs = [built.output, *(stage.output for stage in (prepared, *stages) if stage is not None)]
    return tuple(output for output in outputs if not is_whole(output))


def build_runner(runner: Runner, cache: Path, notice: Notice, needed: Sequence[Path] = ()) -> BuiltRunner:
    """Build the program of `runner`, or find it built; arguments and errors as `build_programs`."""
    built = _built(runner, cache)
    with _host_faults(f"runner {runner.name}", cache):
        built.untyped.mkdir(parents=True, exist_ok=True)
    _of_program(runner, cache).ensure(notice, needed)
    return built


def build_platform(built: BuiltRunner, platform: str, notice: Notice, needed: Sequence[Path] = ()) -> None:
    """Run the stage of `platform`, if it has one, unless it ran before; arguments and errors as `build_programs`."""
    if (stage := _of_platform(built, platform)) is not None:
        stage.ensure(notice, needed)


def _programs(built: BuiltRunner, platform: str, folders: Mapping[str, Path]) -> Programs:
    bare = built.program(platform)
    typed = {name: replace(bare, types=folder) for name, folder in folders.items()}
    return Programs(built.runner, platform, built.output, bare, typed)


def _built(runner: Runner, cache: Path) -> BuiltRunner:
    stage = _of_program(runner, cache)
    return BuiltRunner(runner, stage.output, stage.digest, cache)


def _of_program(runner: Runner, cache: Path) -> _Build:
    facts = {"cache": str(cache.resolve())}
    return _Build(f"runner {runner.called}", runner, runner.program_stage, cache, PROGRAM, facts)


def _of_platform(built: BuiltRunner, platform: str) -> _Build | None:
    runner, stage = built.runner, built.runner.prepared_stage(platform)
    if not stage.steps:
        return None
    # Platforms with the same preparation have one output, named for the first of them.
    first = next(each.name for each in runner.manifest.platforms if each.prepare == runner.platform(platform).prepare)
    part, name, values = f"runner {runner.called} on {platform}", f"platform-{first}", {"runner": str(built.output)}
    return _Build(part, runner, stage, built.cache, name, {"runner": built.digest}, prepare=lambda _: values)


def _of_types(built: BuiltRunner, compiled: CompiledSchema) -> _Build:
    runner, stage = built.runner, built.runner.types_stage
    brought = _brought(runner, compiled)
    # Codecs need only the types that they encode; sources of the workload's own need all types.
    schema = compiled.schema if brought is None else compiled.replaying

    def prepare(folder: Path) -> Mapping[str, str]:
        descriptors = folder / "descriptors.binpb"
        types = with_file_options(compiled.descriptor_set, stage.file_options)
        descriptors.write_bytes(with_distinct_fields(types) if stage.distinct_fields else types)
        if brought is not None:
            copy_inputs(brought, (".",), folder / "sources")
        _render(runner, stage, schema, folder)
        return {"runner": str(built.output), "protoc": str(protoc_path()), "descriptors": str(descriptors)}

    facts = {
        "runner": built.digest,
        "schema": [schema.name, schema.root, schema.digest, hashlib.sha256(compiled.descriptor_set).hexdigest()],
        "sources": None if brought is None else stage_digest(brought, (".",), {}),
        "engine": [_engine_digest(), metadata.version(PACKAGE)],
    }
    part, sources = f"types of {schema.name} for runner {runner.called}", tuple(each.source for each in stage.templates)
    # Those that are built quickly have durations of their own.
    name = f"{'types' if runner.timed or not stage.untimed else 'untimed'}-{schema.name}"
    return _Build(part, runner, stage, built.cache, name, facts, sources, prepare, schema.files)


def _of_workload(built: BuiltRunner, platform: str, compiled: CompiledSchema) -> Iterator[_Build]:
    """The types of a workload, and the program that the platform links with them, if it does."""
    types = _of_types(built, compiled)
    yield types
    stage = built.runner.platform(platform).link
    if not stage.steps:
        return
    prepared = _of_platform(built, platform)
    values = {"runner": built.output, "types": types.output, "prepared": prepared.output if prepared else built.untyped}
    facts = {"types": types.digest, "prepared": prepared.digest if prepared else None}
    named = {name: str(folder) for name, folder in values.items()}
    yield _Build(
        f"{types.part} on {platform}",
        built.runner,
        stage,
        built.cache,
        f"{types.name}-{platform}",
        facts,
        prepare=lambda _: named,
        proto_files=types.proto_files,
    )


def _brought(runner: Runner, compiled: CompiledSchema) -> Path | None:
    """The folder with sources that the workload brings for this runner; they go beside the rendered ones."""
    folder = None if compiled.sources is None else compiled.sources / runner.name
    return folder if folder is not None and folder.is_dir() else None


def _render(runner: Runner, stage: TypesStage, schema: Schema, folder: Path) -> None:
    for shapes in dict.fromkeys(template.shapes for template in stage.templates):
        templates = [
            TemplateSource(
                source_text=(runner.folder / template.source).read_text(encoding="utf-8"),
                # For those that import it: the same for the runners that share it.
                name=template.source.split("/", 2)[-1] if template.source.startswith("../") else template.source,
                target=template.target if template.shapes == shapes else "",
                for_each=template.for_each,
                values=template.values,
            )
            for template in stage.templates
        ]
        shaped = in_shapes(schema, stage.shapes if shapes is None else shapes, stage.own)
        for target, text in render(shaped, templates, stage.vocabulary).items():
            path = folder / target
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def _where_written(text: str, runner: Runner, folder: Path) -> str:
    """A build's log with the names of the files that were copied, rather than of their copies; commands as they ran."""
    source, own = _source(runner, folder), text
    for copy, original in ((source, runner.folder), (source.parent, runner.folder.parent)):
        own = own.replace(f"{copy}{os.sep}", f"{original}{os.sep}")
    lines = zip(text.splitlines(), own.splitlines(), strict=True)
    return "\n".join(ran if ran.startswith("$ ") else shown for ran, shown in lines)


def _telling(log: str, folder: Path) -> str:
    """The first line that names a copied file, and the 3 after it: behind a compiler's own, build tools add many.

    Without such a line, the whole log.
    """
    lines = log.splitlines()
    copies = f"{folder / 'source'}{os.sep}"
    first = next((at for at, line in enumerate(lines) if copies in line and not line.startswith("$ ")), None)
    return log if first is None else "\n".join(lines[first : first + _TELLING_LINES])


def _source(runner: Runner, folder: Path) -> Path:
    """Where a stage finds the runner's own files; those of runners beside it are beside them."""
    return folder / "source" / runner.name


def _versions(part: str, runner: Runner, stage: Stage, cache: Path) -> dict[str, str]:
    statuses = [probe(tool, cache) for tool in runner.tools(stage.requires)]
    missing = [status for status in statuses if not status.ok]
    if missing:
        raise ToolchainError(
            part,
            f"{', '.join(status.tool.command for status in missing)} cannot be used",
            why="\n".join(status.why for status in missing),
            remedy="\n".join(status.tool.get for status in missing),
        )
    return {status.tool.command: f"{status.path} {status.version}" for status in statuses}


@remembered
def _engine_digest() -> str:
    """A digest of the code that renders: another version of it may write other sources from the same schema."""
    return stage_digest(Path(wirelab.schema.__file__).parent, (".",), {})


@contextlib.contextmanager
def _host_faults(part: str, cache: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        remedy = f"make {cache} writable and free some space, or set WIRELAB_CACHE to another folder"
        raise HostError(part, "the build cannot be saved", why=str(error), remedy=remedy) from error
