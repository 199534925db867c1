"""The announcements of runners, and when they are asked again."""

from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from tests.building.conftest import compiled, home
from wirelab.app import builds, ready
from wirelab.app.builds import made_ready
from wirelab.app.platforms import PlacedRunner
from wirelab.app.ready import announcement
from wirelab.building.build import build_programs, programs_built
from wirelab.building.manifest import TypesStage
from wirelab.model.errors import DefinitionError, MeasurementError
from wirelab.model.run import NotRun
from wirelab.process import side_by_side
from wirelab.schema.compile import CompiledSchema

__all__ = ["compiled"]


def test_a_linked_runner_is_asked_again_when_the_sources_of_its_types_change(
    tmp_path: Path, compiled: CompiledSchema
) -> None:
    runner, cache = home(tmp_path, types=TypesStage(inputs=("libraries.lock",))), tmp_path / "cache"
    runner = replace(runner, manifest=runner.manifest.model_copy(update={"linked": True}))
    libraries = runner.folder / "libraries.lock"

    def remembered() -> int:
        programs = build_programs(runner, "fake", {"small": compiled}, cache, lambda _: None)
        announcement(programs)
        return len(list(programs.output.glob("announcement-*.json")))

    libraries.write_text("one")
    untyped = build_programs(runner, "fake", {}, cache, lambda _: None)
    with pytest.raises(MeasurementError, match="only with the types of a workload"):
        announcement(untyped)
    assert [remembered(), remembered()] == [1, 1]
    built = programs_built(runner, "fake", cache)
    assert built is not None
    assert announcement(built).codecs, "remembered, without types"
    libraries.write_text("another")
    assert remembered() == 2


def test_what_cannot_be_remembered_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = build_programs(home(tmp_path), "fake", {}, tmp_path / "cache", lambda _: None)
    said = announcement(programs)
    (remembered,) = programs.output.glob("announcement-*.json")
    remembered.write_text('{"type": "of another Wirelab"}')

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ready, "write_whole", full)
    assert announcement(programs) == said


def test_a_build_that_ends_with_another_runners_fault_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = Event()

    def ready_or_not(placed: PlacedRunner, *_: object, **__: object) -> NotRun:
        if placed.platform.name == "ill":
            raise DefinitionError("template", "it cannot be rendered")
        ended.wait(10)
        return NotRun("runner slow", "its build ended with signal SIGKILL")

    monkeypatch.setattr(builds, "_ready_or_not", ready_or_not)
    monkeypatch.setattr(builds, "_lanes", lambda *_: [[0], [1]])
    monkeypatch.setattr(side_by_side, "kill_all", ended.set)
    chosen = [SimpleNamespace(platform=SimpleNamespace(name=name), missing=True) for name in ("slow", "ill")]
    said: list[str] = []
    with pytest.raises(DefinitionError, match="cannot be rendered"):
        made_ready(chosen, (), {}, Path(), said.append, lambda _: None, timed=True)  # type: ignore[arg-type]
    assert said == []
