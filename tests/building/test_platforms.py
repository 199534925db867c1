"""A platform's part of a runner's build: it is prepared once, linked for each workload, and started its own way."""

import dataclasses
import shutil
from pathlib import Path

from tests.building.conftest import COUNT, home
from wirelab.building.build import build_platform, build_programs, build_runner
from wirelab.building.manifest import Platform, Stage, Tool, TypesStage
from wirelab.model.cell import ModeKind
from wirelab.schema.compile import CompiledSchema


def test_a_platform_is_prepared_once_and_starts_from_there(tmp_path: Path) -> None:
    sh = Tool(command="sh", version=("sh", "-c", "echo 1.0"), minimum="1", get="apt install dash")
    stage = Stage(requires=("sh",), steps=(("{sh}", "-c", "echo once >> {output}/made; ls {runner} >> {output}/made"),))
    platform = Platform(name="here", says="", requires=("sh",), prepare=stage, start=("{sh}", "{prepared}/made"))
    runner = home(tmp_path, COUNT)
    update = {"platforms": (platform,), "tools": {"sh": sh}}
    runner = dataclasses.replace(runner, manifest=runner.manifest.model_copy(update=update))
    built, notices = build_runner(runner, tmp_path / "cache", lambda _: None), []

    for _ in range(2):
        build_platform(built, "here", notices.append)

    shell, made = built.program("here").command()
    assert Path(shell) == Path(shutil.which("sh"))
    assert Path(made).read_text().split()[:1] == ["once"]
    assert Path(made).read_text().count("once") == 1
    assert notices == ["building runner fake on here (not built before)"]


def test_platforms_that_prepare_the_same_share_what_is_made(tmp_path: Path) -> None:
    alike, other = (Stage(steps=(("sh", "-c", f"echo {word} > {{output}}/made"),)) for word in ("alike", "other"))
    stages = {"one": alike, "two": alike, "three": other}
    start = ("cat", "{prepared}/made")
    platforms = tuple(Platform(name=name, says="", prepare=stage, start=start) for name, stage in stages.items())
    runner = home(tmp_path, COUNT)
    runner = dataclasses.replace(runner, manifest=runner.manifest.model_copy(update={"platforms": platforms}))
    built, notices = build_runner(runner, tmp_path / "cache", lambda _: None), list[str]()

    made = []
    for name in stages:
        build_platform(built, name, notices.append)
        made.append(Path(built.program(name).command()[1]))

    assert made[0] == made[1]
    assert [path.read_text().strip() for path in made] == ["alike", "alike", "other"]
    assert [notice.partition(" (")[0] for notice in notices] == [
        "building runner fake on one",
        "building runner fake on three",
    ]


def test_a_platform_that_links_starts_what_it_made_of_built_types(tmp_path: Path, compiled: CompiledSchema) -> None:
    types = TypesStage(steps=(("sh", "-c", "echo $(basename {output}) > {output}/which"),))
    link = Stage(steps=(("sh", "-c", "cat {types}/which > {output}/linked; ls {runner} >> {output}/linked"),))
    linked = Platform(name="linked", says="", link=link, start=("cat", "{types}/linked"))
    usual = Platform(name="usual", says="", start=("cat", "{types}/which"))
    runner, cache, notices = home(tmp_path, COUNT, types=types), tmp_path / "cache", []
    manifest = runner.manifest.model_copy(update={"platforms": (linked, usual)})
    runner = dataclasses.replace(runner, manifest=manifest)

    for _ in range(2):
        programs = build_programs(runner, "linked", {"small": compiled}, cache, notices.append)
    (_, made), (_, which) = (
        build_programs(runner, name, {"small": compiled}, cache, notices.append).typed["small"].command()
        for name in ("linked", "usual")
    )

    assert Path(made).read_text().split() == [*Path(which).read_text().split(), "build.log", "made", "source"]
    assert (runner.links("linked"), programs.announcing) == (True, programs.typed["small"])
    assert [notice.partition(" (")[0] for notice in notices] == [
        "building runner fake",
        "building types of small for runner fake",
        "building types of small for runner fake on linked",
    ]


def test_cold_processes_may_start_in_another_way(tmp_path: Path) -> None:
    runner = home(tmp_path, COUNT)
    program = build_runner(runner, tmp_path / "cache", lambda _: None).program("fake")
    platform = program.platform.model_copy(update={"start": ("warm",), "start_cold": ("cold", "{runner}")})
    other = dataclasses.replace(program, platform=platform)

    assert other.command(ModeKind.COLD) == ("cold", str(program.runner))
    assert other.command(ModeKind.STEADY) == other.command() == ("warm",)
    assert program.command(ModeKind.COLD) == program.command()
