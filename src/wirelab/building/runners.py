"""Runners on disk: a folder each, with its manifest."""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wirelab.building.inheritance import expanded, joined
from wirelab.building.manifest import PLACEHOLDER, Base, Codecs, Platform, RunnerManifest, Stage, Tool, TypesStage
from wirelab.building.versions import Pin
from wirelab.files.toml import malformed, parse_document, read_toml, validated
from wirelab.model.errors import DefinitionError
from wirelab.model.subject import versioned
from wirelab.protocol.messages import VERSION

CODECS = "codecs.toml"
STAGE_PLACEHOLDERS = frozenset({"output", "source", "runner", "protoc", "descriptors", "python", "proto_files"})
START_PLACEHOLDERS = frozenset({"runner", "types", "prepared", "python"})
LINK_PLACEHOLDERS = STAGE_PLACEHOLDERS | {"types", "prepared"}


@dataclass(frozen=True, slots=True)
class Runner:
    """A runner, and the folder with its `runner.toml`."""

    folder: Path
    manifest: RunnerManifest
    pin: Pin | None = None  # the version of one library in its program, which offers only the codec of that library
    timed: bool = True  # whether any of its work will be timed, so that types are built for speed

    @property
    def name(self) -> str:
        """The runner's name."""
        return self.manifest.name

    @property
    def called(self) -> str:
        """Its name in messages and labs, with the version that it is built for."""
        return self.name if self.pin is None else f"{self.name} with {versioned(self.pin.codec, self.pin.version)}"

    @property
    def declared(self) -> RunnerManifest:
        """The manifest that its program announces: without the version that it is built for."""
        return self.manifest if self.pin is None else self.pin.program

    @property
    def program_stage(self) -> Stage:
        """The stage that builds its program."""
        return self.manifest.build.runner.given("pinned", ()) if self.pin is None else self.pin.stage

    @property
    def types_stage(self) -> TypesStage:
        """The stage that builds a workload's types."""
        stage = self.manifest.build.types
        return stage.given("untimed", () if self.timed else stage.untimed)

    def prepared_stage(self, platform: str) -> Stage:
        """The stage that prepares a platform; one with packages of its own has the same version of them."""
        stage = self.platform(platform).prepare
        return self.pin.added_to(stage) if self.pin is not None and stage.packages else stage

    def at(self, codec: str, version: str, project: Path | None = None) -> "Runner":
        """The same with a program of its own that has a version of the package of `codec`, and offers only that codec.

        `project` is the folder of the library's project if it is built from that.
        """
        written = self.manifest.codecs[codec]
        manifest = self.manifest.model_copy(update={"codecs": {versioned(codec, version): written}, "usual": ()})
        return replace(self, manifest=manifest, pin=Pin(codec, written.package, version, self.manifest, project))

    def tools(self, names: tuple[str, ...]) -> tuple[Tool, ...]:
        """The tools of these names."""
        return tuple(self.manifest.tools[name] for name in names)

    def platform(self, name: str) -> Platform:
        """The platform of this name."""
        return {each.name: each for each in self.manifest.platforms}[name]

    def links(self, platform: str) -> bool:
        """Whether its program on a platform is linked with a workload's types, so that there is none without."""
        return self.manifest.linked or bool(self.platform(platform).link.steps)


def load_runner(folder: Path) -> Runner:
    """Read `runner.toml` in `folder`, and the manifest it is based on.

    Raises:
        DefinitionError: one cannot be read or is not well formed; all its faults at once, by key.
    """
    manifest = _load_runner(folder / "runner.toml")
    faults = [f"{key}: {fault}" for key, fault in _faults(folder, manifest)]
    if faults:
        raise malformed(str(folder / "runner.toml"), faults)
    return Runner(folder, manifest)


def list_runners(root: Path) -> tuple[Runner, ...]:
    """All runners below `root`, by name."""
    return tuple(load_runner(path.parent) for path in sorted(root.glob("*/runner.toml")))


def _load_runner(path: Path) -> RunnerManifest:
    text = _read(path)
    data = _standing(read_toml(text, str(path)), path, ())
    if data.get("protocol") not in (VERSION, None):
        what = f"it speaks version {data['protocol']} of the runner protocol; this lab speaks {VERSION}"
        raise DefinitionError(str(path), what, remedy="port it: protocol/v2/README.md")
    codecs = path.with_name(CODECS)
    own = parse_document(_read(codecs), Codecs, str(codecs)).model_dump(exclude_unset=True)
    data |= {key: {**own[key], **data.get(key, {})} for key in own if isinstance(data.get(key, {}), dict)}
    return validated(_filled(data), text, RunnerManifest, str(path))


def _standing(data: dict[str, Any], path: Path, above: tuple[Path, ...]) -> dict[str, Any]:
    """The manifest `data` of `path`, joined with its base, and so on; `above`: bases that were met."""
    if not isinstance(base := data.get("base"), str):
        return data
    there = (path.parent / base).resolve()
    if there in above:
        raise DefinitionError(str(there), "it is based on itself", remedy="remove `base` from it")
    text = _read(there)
    common = _standing(read_toml(text, str(there)), there, (*above, there))
    validated(_filled(common), text, Base, str(there))  # its own mistakes, under its own name
    return joined(common, data)


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    """`data` with its lists of arguments instead of their names."""
    lists = data.get("arguments", {})
    filled: dict[str, Any] = expanded(data, lists) if isinstance(lists, dict) else data
    return filled


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DefinitionError(str(path), "it cannot be read", why=str(error), remedy="see CONTRIBUTING.md") from None


def _faults(folder: Path, manifest: RunnerManifest) -> Iterator[tuple[str, str]]:
    """Mistakes that the classes of the manifest cannot find by themselves."""
    if manifest.name != folder.name:
        yield "name", f"'{manifest.name}' differs from the folder's name, '{folder.name}'"
    names = [platform.name for platform in manifest.platforms]
    if not names:
        yield "platforms", "at least one is needed"
    for index, platform in enumerate(manifest.platforms):
        key = f"platforms.{index}"
        if names.count(platform.name) > 1:
            yield f"{key}.name", f"'{platform.name}' appears twice"
        yield from _unknown_tools(f"{key}.requires", platform.requires, manifest)
        for name, command in (("start", platform.start), ("start_cold", platform.start_cold)):
            yield from _unknown_placeholders(f"{key}.{name}", command, START_PLACEHOLDERS | {*platform.requires})
        yield from _stage_faults(f"{key}.prepare", folder, platform.prepare, manifest)
        yield from _stage_faults(f"{key}.link", folder, platform.link, manifest, LINK_PLACEHOLDERS)
    unknown = [usual for usual in manifest.usual if re.split("[:+]", usual)[0] not in manifest.codecs]
    yield from (("usual", f"there is no codec of '{usual}' in codecs.toml") for usual in unknown)
    of_program = STAGE_PLACEHOLDERS | {"pinned"}
    yield from _stage_faults("build.runner", folder, manifest.build.runner, manifest, of_program)
    yield from _versions_faults(manifest)
    yield from _stage_faults("build.types", folder, manifest.build.types, manifest, STAGE_PLACEHOLDERS | {"untimed"})
    for index, template in enumerate(manifest.build.types.templates):
        if not (folder / template.source).is_file():
            yield f"build.types.templates.{index}.source", f"there is no file '{template.source}'"


def _stage_faults(
    key: str, folder: Path, stage: Stage, manifest: RunnerManifest, known: frozenset[str] = STAGE_PLACEHOLDERS
) -> Iterator[tuple[str, str]]:
    yield from _unknown_tools(f"{key}.requires", stage.requires, manifest)
    for index, source in enumerate(stage.inputs):
        if not (folder / source).exists():
            yield f"{key}.inputs.{index}", f"there is no file or folder '{source}'"
    for index, step in enumerate(stage.steps):
        yield from _unknown_placeholders(f"{key}.steps.{index}", step, known | {*stage.requires})


def _versions_faults(manifest: RunnerManifest) -> Iterator[tuple[str, str]]:
    versions, known = manifest.versions, {"package", "python", *manifest.build.runner.requires}
    yield from _unknown_placeholders("versions.available", versions.available, known | {"folder"})
    known |= {*STAGE_PLACEHOLDERS, "version"}
    for index, words in enumerate(versions.project):
        yield from _unknown_placeholders(f"versions.project.{index}", words, known | {"project"})
    for name, commands in (("steps", versions.steps), ("arguments", (versions.arguments,))):
        for index, words in enumerate(commands):
            yield from _unknown_placeholders(f"versions.{name}.{index}", words, known)
    for name, codec in manifest.codecs.items():
        if codec.package and not versions.steps and not versions.arguments:
            yield f"codecs.{name}.package", "[versions] has no way to get another version of a package"


def _unknown_tools(key: str, names: tuple[str, ...], manifest: RunnerManifest) -> Iterator[tuple[str, str]]:
    for name in names:
        if name not in manifest.tools:
            yield key, f"there is no tool '{name}' under [tools]"


def _unknown_placeholders(key: str, words: tuple[str, ...], known: Set[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        for name in PLACEHOLDER.findall(word):
            if name not in known:
                yield key, f"there is no placeholder '{{{name}}}'; known here: {', '.join(sorted(known))}"
