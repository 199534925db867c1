"""Platforms that several runners serve."""

from dataclasses import replace
from pathlib import Path

import pytest

from wirelab.app.platforms import choose_platforms, placed_runners
from wirelab.app.preparation import of_first_platforms
from wirelab.building.manifest import Stage, Tool
from wirelab.building.runners import Runner, load_runner
from wirelab.model.errors import DefinitionError, UsageError
from wirelab.study.definition import Factors, Study

MANIFEST = """
name = "{name}"
says = "for a test"
protocol = 2
platforms = [
    {{ name = "here", says = "", start = ["{{python}}"] }},
    {{ name = "there", says = "", on_request = true, start = ["{{python}}"] }},
]
"""
CODECS = """
[codecs.{codec}]
says = "as it is"
format = "none"
library = "none"
contract = {{ input = "object", output = "bytes", conversion = false, evolution = "none" }}
"""


def home(root: Path, name: str, codec: str) -> Runner:
    (root / name).mkdir()
    (root / name / "runner.toml").write_text(MANIFEST.format(name=name))
    (root / name / "codecs.toml").write_text(CODECS.format(codec=codec))
    return load_runner(root / name)


def test_a_platform_is_all_its_runners(tmp_path: Path) -> None:
    states = placed_runners([home(tmp_path, "one", "a"), home(tmp_path, "two", "b")], tmp_path)

    def chosen(*names: str) -> list[tuple[str, str]]:
        return [(state.platform.name, state.runner.name) for state in choose_platforms(names, states)]

    assert chosen() == [("here", "one"), ("here", "two")]
    assert chosen("there") == [("there", "one"), ("there", "two")]
    with pytest.raises(UsageError, match="platform 'hree'"):
        chosen("hree")


def test_a_codec_has_one_runner_on_a_platform(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError, match=r"runner two: runner one also has a codec named 'a'"):
        placed_runners([home(tmp_path, "one", "a"), home(tmp_path, "two", "a")], tmp_path)


TOOLS = """
[tools.{tool}]
command = "{tool}"
version = ["{tool}", "--version"]
minimum = "1"
get = "get {tool}"
"""


def with_tool(root: Path, name: str, codec: str, tool: str) -> Runner:
    """A runner on a platform of its own name, which needs a program."""
    (root / name).mkdir()
    platforms = f'[[platforms]]\nname = "{name}"\nsays = ""\nrequires = ["{tool}"]\nstart = ["{{{tool}}}"]\n'
    manifest = f'name = "{name}"\nsays = "for a test"\nprotocol = 2\n'
    (root / name / "runner.toml").write_text(manifest + TOOLS.format(tool=tool) + platforms)
    (root / name / "codecs.toml").write_text(CODECS.format(codec=codec))
    return load_runner(root / name)


@pytest.mark.parametrize(
    ("most", "lacking", "platforms", "codecs", "reference"),
    [
        (2, "", ["one", "two"], ["a", "b"], "b"),
        (2, "one", ["one", "two", "three"], ["b", "c"], "b"),
        (2, "two", ["one", "two", "three"], ["a", "c"], "a"),
        (1, "two", ["one"], ["a"], "a"),
        (None, "", ["one", "two", "three"], ["a", "b", "c"], "b"),
        (3, "one two three", ["one", "two", "three"], ["a", "b", "c"], "b"),
    ],
)
def test_a_study_takes_the_first_platforms_that_are_here(
    tmp_path: Path, most: int | None, lacking: str, platforms: list[str], codecs: list[str], reference: str
) -> None:
    """In the order of its codecs; a runner before them that lacks a program stays, so that it is said what it lacks."""
    homes = [
        with_tool(tmp_path, name, codec, "no-such-program" if name in lacking.split() else "python3")
        for name, codec in (("three", "c"), ("one", "a"), ("two", "b"))
    ]
    factors = Factors(workload=("school",), codec=("a", "b", "c"))  # type: ignore[arg-type]
    study = Study(name="s", question="q", reference="b", most_platforms=most, factors=factors)  # type: ignore[arg-type]
    study = study.changed(measure={"early": study.factors.codec[1:]})
    states = placed_runners(homes, tmp_path)
    taken, left = of_first_platforms(study, states)
    assert sorted({state.platform.name for state in left}) == sorted(platforms)
    assert [str(subject) for subject in taken.factors.codec] == codecs
    assert str(taken.reference_subject) == reference
    assert [str(subject) for subject in taken.measure.early] == [codec for codec in codecs if codec != "a"]


def test_a_platform_needs_the_tools_of_each_of_its_stages(tmp_path: Path) -> None:
    runner, tools = home(tmp_path, "one", "a"), {name: missing(name) for name in ("a", "b", "c")}
    stages = {name: Stage(requires=(name,)) for name in ("a", "b")}
    platform = runner.manifest.platforms[0].model_copy(
        update={"prepare": stages["a"], "link": stages["b"], "requires": ("c",)}
    )
    manifest = runner.manifest.model_copy(update={"platforms": (platform,), "tools": tools})
    (state,) = placed_runners([replace(runner, manifest=manifest)], tmp_path)
    assert {status.tool.command for status in state.missing} == {"no-a", "no-b", "no-c"}


def missing(name: str) -> Tool:
    return Tool(command=f"no-{name}", version=(f"no-{name}", "--version"), minimum="1", get="nowhere")
