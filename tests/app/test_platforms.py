"""Platforms that several runners serve."""

from pathlib import Path

import pytest

from wirelab.app.platforms import choose_platforms, placed_runners
from wirelab.building.runners import Runner, load_runner
from wirelab.model.errors import DefinitionError, UsageError

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
    with pytest.raises(DefinitionError, match=r"runner two: runner one has a codec named 'a' too"):
        placed_runners([home(tmp_path, "one", "a"), home(tmp_path, "two", "a")], tmp_path)
