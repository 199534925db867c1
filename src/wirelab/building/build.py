"""Building a runner: once for its program, then once for each workload's types."""

import contextlib
import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache as remembered
from functools import cached_property
from importlib import metadata
from pathlib import Path

import wirelab.schema
from wirelab.building.command import run_command
from wirelab.building.fill import fill, with_arguments
from wirelab.building.inputs import copy_inputs, stage_digest, states
from wirelab.building.manifest import Stage, TypesStage
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
        """See to it that the output is there and whole; arguments and errors as `build_runner`."""
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
        for step in self.stage.steps:
            words = with_arguments(step, "{proto_files}", self.proto_files)
            try:
                run_command(self.part, fill(words, values), folder, folder / "build.log", self.stage.timeout_s)
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


def build_runner(runner: Runner, cache: Path, notice: Notice, needed: Sequence[Path] = ()) -> BuiltRunner:
    """Build the program of `runner`, or find it built.

    `notice` hears each build as it starts, its place among the outputs `needed`, and how long it took the last time.

    Raises:
        ToolchainError: a tool is missing, or a step failed; with its last lines.
        HostError: no space, or no permission.
    """
    built = _built(runner, cache)
    with _host_faults(f"runner {runner.name}", cache):
        built.untyped.mkdir(parents=True, exist_ok=True)
    _of_program(runner, cache).ensure(notice, needed)
    return built


def build_platform(built: BuiltRunner, platform: str, notice: Notice, needed: Sequence[Path] = ()) -> None:
    """Run the stage of `platform`, if it has one, unless it ran before; arguments and errors as `build_runner`."""
    if (stage := _of_platform(built, platform)) is not None:
        stage.ensure(notice, needed)


def link_types(
    built: BuiltRunner, platform: str, compiled: CompiledSchema, notice: Notice, needed: Sequence[Path] = ()
) -> Path:
    """Link the built types of one workload for `platform`, if it asks for that; return the program to start."""
    stage = _of_linked(built, platform, compiled) or _of_types(built, compiled)
    return stage.ensure(notice, needed)


def built_runner(runner: Runner, cache: Path) -> BuiltRunner | None:
    """The program of `runner` if it is built already, or None."""
    built = _built(runner, cache)
    return built if is_whole(built.output) else None


def build_types(built: BuiltRunner, compiled: CompiledSchema, notice: Notice, needed: Sequence[Path] = ()) -> Path:
    """Build the domain types of one workload for `built`, or find them built; return their folder."""
    return _of_types(built, compiled).ensure(notice, needed)


def outputs_needed(runner: Runner, platform: str, types: Iterable[CompiledSchema], cache: Path) -> tuple[Path, ...]:
    """The outputs that are not in the cache, or not whole there, in the order in which they are made."""
    built = _built(runner, cache)
    of_types = [(_of_types(built, compiled), _of_linked(built, platform, compiled)) for compiled in types]
    stages = [_of_platform(built, platform), *(stage for both in of_types for stage in both)]
    outputs = [built.output, *(stage.output for stage in stages if stage is not None)]
    return tuple(output for output in outputs if not is_whole(output))


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


def _of_linked(built: BuiltRunner, platform: str, compiled: CompiledSchema) -> _Build | None:
    runner, stage = built.runner, built.runner.platform(platform).link
    if not stage.steps:
        return None
    types, prepared = _of_types(built, compiled), _of_platform(built, platform)
    part = f"{types.part} on {platform}"
    values = {"runner": built.output, "types": types.output, "prepared": prepared.output if prepared else built.untyped}
    facts = {"types": types.digest, "prepared": prepared.digest if prepared else None}
    named = {name: str(folder) for name, folder in values.items()}
    name = f"{types.name}-{platform}"
    return _Build(part, runner, stage, built.cache, name, facts, prepare=lambda _: named, proto_files=types.proto_files)


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
                name=template.source.split("/", 2)[2] if template.source.startswith("../") else template.source,
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
