"""Builds: made once, remade when half-made or changed, and their failures reported with the last lines."""

import dataclasses
import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.building.conftest import COUNT, home, types_built
from tests.execution.conftest import FAKE
from wirelab.app.builds import made_ready
from wirelab.app.platforms import PlacedRunner
from wirelab.building.build import build_programs, build_runner
from wirelab.building.manifest import Stage, Template, Tool, TypesStage
from wirelab.building.runners import Runner
from wirelab.model.errors import HostError, ToolchainError
from wirelab.schema.compile import CompiledSchema, compile_schema


def test_a_build_is_made_once(tmp_path: Path) -> None:
    runner, notices = home(tmp_path, COUNT), []

    first = build_runner(runner, tmp_path / "cache", notices.append)
    second = build_runner(runner, tmp_path / "cache", notices.append)

    assert first == second
    assert (first.output / "made").read_text() == "done\n"
    assert (first.output / "source" / "fake" / "fake_runner.py").exists()
    assert (first.output.parent / "count").read_text() == "built\n"
    assert notices == ["building runner fake (not built before)"]


def test_a_changed_source_is_built_anew_and_the_usual_time_is_known(tmp_path: Path) -> None:
    runner, notices = home(tmp_path, COUNT), []
    first = build_runner(runner, tmp_path / "cache", notices.append)
    source = runner.folder / "fake_times.py"
    source.write_text(source.read_text() + "# changed\n")

    second = build_runner(runner, tmp_path / "cache", notices.append)

    assert first.output != second.output
    assert notices[-1] == "building runner fake (1 s last time)"


def test_a_library_that_comes_changes_or_goes_makes_another_build(tmp_path: Path) -> None:
    runner, header = home(tmp_path, COUNT), tmp_path / "include" / "library.h"
    stage = runner.manifest.build.runner.model_copy(update={"libraries": (str(header),)})
    build = runner.manifest.build.model_copy(update={"runner": stage})
    runner = dataclasses.replace(runner, manifest=runner.manifest.model_copy(update={"build": build}))

    def output() -> Path:
        return build_runner(runner, tmp_path / "cache", lambda _: None).output

    without = output()
    header.parent.mkdir()
    header.write_text("one")
    first = output()
    header.write_text("another")
    changed = output()
    header.unlink()

    assert len({without, first, changed}) == 3
    assert output() == without


@pytest.mark.parametrize(
    ("step", "interpreters", "builds"),
    [("true", ["one", "other"], 1), ("true {python}", ["one", "other"], 2), ("true {python}", ["one", "one"], 1)],
)
def test_a_build_serves_every_checkout_unless_its_steps_run_another_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, interpreters: list[str], builds: int
) -> None:
    runner, outputs = home(tmp_path, ("sh", "-c", step)), set()
    for checkout, interpreter in enumerate(interpreters):
        program = tmp_path / str(checkout) / "python"
        program.parent.mkdir()
        program.symlink_to(tmp_path / interpreter)
        monkeypatch.setattr(sys, "executable", str(program))
        outputs.add(build_runner(runner, tmp_path / "cache", lambda _: None).output)
    assert len(outputs) == builds


@pytest.mark.parametrize("damage", ["marker", "file", "truncated"])
def test_a_build_that_is_not_whole_is_made_again(tmp_path: Path, damage: str) -> None:
    runner, notices = home(tmp_path, COUNT), []
    output = build_runner(runner, tmp_path / "cache", notices.append).output
    if damage == "marker":
        (output / ".complete").unlink()
        (output / "left-over").touch()
    elif damage == "file":
        (output / "source" / "fake" / "fake_times.py").unlink()
    else:
        (output / "made").write_text("")

    build_runner(runner, tmp_path / "cache", notices.append)

    assert (output / "made").read_text() == "done\n"
    assert not (output / "left-over").exists()
    assert "incomplete" in notices[1]


def test_a_failing_step_shows_its_last_lines_and_others_still_build(tmp_path: Path) -> None:
    script = "for i in $(seq 100); do echo line $i; done; echo 'error: no such symbol' >&2; exit 4"
    runner = home(tmp_path, ("sh", "-c", script))

    with pytest.raises(ToolchainError) as caught:
        build_runner(runner, tmp_path / "cache", lambda _: None)

    error = caught.value
    assert (error.part, error.what.rpartition("` ")[2]) == ("runner fake", "ended with status 4")
    assert error.why.splitlines()[-2:] == ["line 100", "error: no such symbol"]
    assert len(error.why.splitlines()) == 30
    log = next((tmp_path / "cache").rglob("build.log"))
    assert str(log) in error.remedy
    assert "line 1\n" in log.read_text()
    assert build_runner(home(tmp_path, COUNT), tmp_path / "cache", lambda _: None).output.is_dir()
    with pytest.raises(ToolchainError):
        build_runner(runner, tmp_path / "cache", lambda _: None)


def test_a_compilers_lines_come_first_and_name_the_file_as_it_was_written(tmp_path: Path) -> None:
    script = "echo starting; echo '{source}/fake_codecs.py:7: no'; for i in 1 2 3 4 5 6; do echo noise; done; exit 1"
    with pytest.raises(ToolchainError) as caught:
        build_runner(home(tmp_path, ("sh", "-c", script)), tmp_path / "cache", print)
    assert caught.value.why.splitlines()[0] == f"{tmp_path / 'fake'}/fake_codecs.py:7: no"
    assert caught.value.why.count("noise") == 3


def test_a_compiler_s_complaint_names_the_file_itself_not_its_copy(tmp_path: Path) -> None:
    runner = home(tmp_path, ("sh", "-c", 'echo "$1/code.txt:3: error" >&2; exit 1', "sh", "{source}"))
    with pytest.raises(ToolchainError) as caught:
        build_runner(runner, tmp_path / "cache", lambda _: None)
    assert caught.value.why.splitlines()[-1] == f"{runner.folder}/code.txt:3: error"


def test_a_step_that_takes_too_long_is_killed_with_its_children(tmp_path: Path) -> None:
    runner = home(tmp_path, ("sh", "-c", "sleep 60 & echo $! > child; wait"), timeout_s=1)

    with pytest.raises(ToolchainError, match="took longer than 1 s"):
        build_runner(runner, tmp_path / "cache", lambda _: None)

    child = int(next((tmp_path / "cache").rglob("child")).read_text())
    assert is_gone(child)


def test_a_step_without_its_program(tmp_path: Path) -> None:
    with pytest.raises(ToolchainError, match="cannot start `no-such-program x`: there is no such program"):
        build_runner(home(tmp_path, ("no-such-program", "x")), tmp_path / "cache", lambda _: None)


def test_a_full_disk_is_the_hosts_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    step = ("sh", "-c", "echo 'cc: fatal error: No space left on device' >&2; exit 1")
    with pytest.raises(HostError, match="the disk is full"):
        build_runner(home(tmp_path, step), tmp_path / "cache", lambda _: None)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("wirelab.building.inputs.shutil.copy2", full)
    with pytest.raises(HostError, match="No space left"):
        build_runner(home(tmp_path, COUNT), tmp_path / "cache", lambda _: None)


def test_a_missing_tool_is_named_with_its_remedy(tmp_path: Path) -> None:
    runner = home(tmp_path)
    tool = Tool(command="no-such-tool", version=("no-such-tool", "-v"), minimum="3", get="apt install no-such-tool")
    stage = runner.manifest.build.runner.model_copy(update={"requires": ("it",)})
    build = runner.manifest.build.model_copy(update={"runner": stage})
    runner = dataclasses.replace(
        runner, manifest=runner.manifest.model_copy(update={"tools": {"it": tool}, "build": build})
    )

    with pytest.raises(ToolchainError) as caught:
        build_runner(runner, tmp_path / "cache", lambda _: None)

    assert caught.value.what == "no-such-tool cannot be used"
    assert caught.value.remedy == "apt install no-such-tool"


def test_types_are_rendered_and_compiled(tmp_path: Path, compiled: CompiledSchema) -> None:
    step = ("{protoc}", "--descriptor_set_in={descriptors}", "--cpp_out={output}", "{proto_files}")
    types = TypesStage(
        templates=(Template(source="t.jinja", target="{{ message.name }}.txt", for_each="message"),),
        steps=(step, ("sh", "-c", "ls {runner}/source/fake > listed")),
        file_options={"java_package": "made.{package}"},
    )
    (tmp_path / "fake").mkdir()
    runner, cache = home_with_template(tmp_path, types), tmp_path / "cache"

    output = types_built(runner, compiled, cache)

    assert (output / "Small.txt").read_text() == "message Small of small"
    assert (output / "small.pb.h").exists()
    assert "fake_runner.py" in (output / "listed").read_text()
    assert b"made.tiny" in (output / "descriptors.binpb").read_bytes()
    assert types_built(runner, compiled, cache, lambda _: pytest.fail("it is cached")) == output


def test_another_template_makes_other_types(tmp_path: Path, compiled: CompiledSchema) -> None:
    types = TypesStage(templates=(Template(source="t.jinja", target="a.txt"),))
    (tmp_path / "fake").mkdir()
    runner, cache = home_with_template(tmp_path, types), tmp_path / "cache"
    first = types_built(runner, compiled, cache)
    (tmp_path / "fake" / "t.jinja").write_text("other")

    second = types_built(runner, compiled, cache)

    assert first != second
    assert (second / "a.txt").read_text() == "other"


def test_sources_that_a_workload_brings_go_beside_the_rendered_ones(tmp_path: Path, compiled: CompiledSchema) -> None:
    brought = tmp_path / "sources" / "fake" / "inner" / "Brought.txt"
    brought.parent.mkdir(parents=True)
    brought.write_text("first")
    types = TypesStage(steps=(("sh", "-c", "cp {output}/sources/inner/Brought.txt seen"),))
    runner, cache = home(tmp_path, types=types), tmp_path / "cache"
    bringing = dataclasses.replace(compiled, sources=tmp_path / "sources")

    first = types_built(runner, bringing, cache)
    assert (first / "seen").read_text() == "first"
    brought.write_text("second")
    second = types_built(runner, bringing, cache)
    assert (second / "seen").read_text() == "second"
    brought.parent.parent.rename(tmp_path / "sources" / "another-runner")
    with pytest.raises(ToolchainError):
        types_built(runner, bringing, cache)


@pytest.mark.parametrize("names", [{"names": {"int": "int"}}, {"elements": {"sint32": "int"}}])
def test_names_are_of_types_that_there_are(names: dict[str, dict[str, str]]) -> None:
    with pytest.raises(ValueError, match="Input should be 'message', 'closed'"):
        TypesStage.model_validate(names)


def home_with_template(tmp_path: Path, types: TypesStage) -> Runner:
    shutil.copytree(FAKE, tmp_path / "fake", dirs_exist_ok=True)
    text = "{% if message is defined %}message {{ message.name }} of {% endif %}{{ schema.name }}"
    (tmp_path / "fake" / "t.jinja").write_text(text)
    return home(tmp_path, types=types)


def test_a_cached_build_costs_little(tmp_path: Path, compiled: CompiledSchema) -> None:
    runner = home(tmp_path, ("sh", "-c", "for i in $(seq 500); do echo > f$i; done"))
    types_built(runner, compiled, tmp_path / "cache")

    def both() -> float:
        began = time.perf_counter()
        types_built(runner, compiled, tmp_path / "cache", print)
        return time.perf_counter() - began

    assert min(both() for _ in range(5)) < 0.5, "and not the seconds of a build"


def test_what_lies_beside_a_runner_lies_beside_its_copy(tmp_path: Path) -> None:
    shared = tmp_path / "shared" / "parts"
    shared.mkdir(parents=True)
    (shared / "one").write_text("1")
    (shared / "macros.jinja").write_text("{% macro two() %}2{% endmacro %}")
    (tmp_path / "three.jinja").write_text("3")
    (tmp_path / "fake").mkdir()
    templates = (
        Template(source="../shared/parts/macros.jinja", target=""),
        Template(source="../three.jinja", target=""),
        Template(source="t.jinja", target="made.txt"),
    )
    runner = home_with_template(tmp_path, TypesStage(templates=templates))
    text = '{% import "parts/macros.jinja" as parts %}{{ parts.two() }}{% include "three.jinja" %}'
    (runner.folder / "t.jinja").write_text(text)
    stage = Stage(
        inputs=("../shared/parts", "fake_runner.py"), steps=(("sh", "-c", "cat {source}/../shared/parts/one"),)
    )
    build = runner.manifest.build.model_copy(update={"runner": stage})
    runner = dataclasses.replace(runner, manifest=runner.manifest.model_copy(update={"build": build}))
    proto = tmp_path / "small.proto"
    proto.write_text('syntax = "proto3";\nmessage Small { string name = 1; }\n')

    built = build_runner(runner, tmp_path / "cache", lambda _: None)
    types = types_built(runner, compile_schema("small", proto), tmp_path / "cache")

    assert (types / "made.txt").read_text() == "23"
    (shared / "one").write_text("changed")
    assert build_runner(runner, tmp_path / "cache", lambda _: None).digest != built.digest


def test_a_build_says_which_of_those_that_are_needed_it_is(tmp_path: Path, compiled: CompiledSchema) -> None:
    runner, notices, cache = home(tmp_path, COUNT), [], tmp_path / "cache"
    other = dataclasses.replace(compiled, schema=dataclasses.replace(compiled.schema, name="other"))

    build_programs(runner, "fake", {"small": compiled}, cache, notices.append)
    build_programs(runner, "fake", {"small": compiled, "other": other}, cache, notices.append)

    assert notices == [
        "building runner fake (1 of 2; not built before)",
        "building types of small for runner fake (2 of 2; not built before)",
        "building types of other for runner fake (1 of 1; not built before)",
    ]


UNTIMED = TypesStage(steps=(("sh", "-c", "echo $* > options", "-", "fast", "{untimed}"),), untimed=("quick", "-O0"))


@pytest.mark.parametrize(("timed", "options"), [(True, "fast"), (False, "fast quick -O0")])
def test_types_are_built_quickly_only_where_nothing_is_timed(
    tmp_path: Path, compiled: CompiledSchema, timed: bool, options: str
) -> None:
    runner = dataclasses.replace(home(tmp_path, COUNT, types=UNTIMED), timed=timed)

    output = types_built(runner, compiled, tmp_path / "cache")

    assert (output / "options").read_text().split() == options.split()


@pytest.mark.parametrize("first_timed", [True, False])
def test_what_is_built_to_be_timed_serves_all_and_what_is_built_quickly_is_never_timed(
    tmp_path: Path, compiled: CompiledSchema, first_timed: bool
) -> None:
    runner, cache = home(tmp_path, COUNT, types=UNTIMED), tmp_path / "cache"
    (platform,) = (each for each in runner.manifest.platforms if each.name == "fake")
    placed = PlacedRunner(platform, runner, lambda tool: pytest.fail(f"it needs no {tool.command}"))

    def options(*, timed: bool) -> list[str]:
        types = {"small": compiled}
        ready, _ = made_ready([placed], (), types, cache, lambda _: None, lambda _: None, timed=timed)
        return (ready[0].programs.typed["small"].types / "options").read_text().split()

    first, second = options(timed=first_timed), options(timed=not first_timed)

    assert first == (["fast"] if first_timed else ["fast", "quick", "-O0"])
    assert second == ["fast"]


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.building.test_build import home
from wirelab.building.build import build_runner
step = ("sh", "-c", "echo built >> ../count; sleep 1; echo done > made")
tell = lambda text: print(text, flush=True)
output = build_runner(home(Path({folder!r}), step), Path({folder!r}) / "cache", tell).output
assert (output / "made").read_text() == "done\\n"
"""


STOPPED = """
import os, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.building.test_build import home
from wirelab.app.builds import made_ready
from wirelab.app.platforms import PlacedRunner
from wirelab.process.signals import stop_on_signals
runner = home(Path({folder!r}), ("sh", "-c", f"kill -TERM {{os.getpid()}}; sleep 50"))
platform = next(each for each in runner.manifest.platforms if each.name == "fake")
placed = PlacedRunner(platform, runner, lambda tool: None)
try:
    with stop_on_signals():
        made_ready([placed], (), {{}}, Path({folder!r}) / "cache", print, print, timed=True)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_a_build_that_is_killed_with_the_lab_is_no_fault_of_its_runner(tmp_path: Path) -> None:
    script = STOPPED.format(root=str(Path(__file__).parents[2]), folder=str(tmp_path))
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert ended.stdout.splitlines() == ["building runner fake (1 of 1; not built before)", "interrupted"], ended.stderr


@pytest.mark.long
def test_two_processes_build_once(tmp_path: Path) -> None:
    home(tmp_path)
    script = SCRIPT.format(root=str(Path(__file__).parents[2]), folder=str(tmp_path))
    lab = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) for _ in range(2)]

    said = sorted(each.communicate(timeout=60)[0] for each in lab)

    assert [each.returncode for each in lab] == [0, 0]
    assert next((tmp_path / "cache").rglob("count")).read_text() == "built\n"
    assert "building" in said[0]
    assert said[1] in {"", "runner fake: waiting for another process to finish building it\n"}


def is_gone(pid: int) -> bool:
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False
