from pathlib import Path

import pytest

from wirelab.building.runners import fill, list_runners, load_runner
from wirelab.model.errors import DefinitionError

MANIFEST = """
name = "one"
says = "for a test"
protocol = 1
codecs = { plain = "as it is" }
[[platforms]]
name = "here"
says = "this machine"
start = ["{python}", "{runner}/source/main.py"]
"""


def write(root: Path, text: str, name: str = "one") -> Path:
    folder = root / name
    folder.mkdir()
    (folder / "runner.toml").write_text(text)
    return folder


def test_a_manifest(tmp_path: Path) -> None:
    home = load_runner(write(tmp_path, MANIFEST))

    assert (home.name, home.platform("here").says) == ("one", "this machine")
    assert [each.name for each in list_runners(tmp_path)] == ["one"]


def test_all_mistakes_of_types_at_once(tmp_path: Path) -> None:
    text = MANIFEST.replace("protocol = 1", 'protocol = "new"\ncolour = "red"').replace('says = "this machine"', "")

    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, text))

    assert caught.value.what == "it has 3 mistakes"
    for key in ("protocol: ", "colour: ", "platforms[0].says: "):
        assert key in caught.value.why


def test_all_mistakes_between_keys_at_once(tmp_path: Path) -> None:
    text = MANIFEST.replace('name = "one"', 'name = "two"').replace("{runner}", "{runer}")
    text = text.replace('says = "this machine"', 'says = "this machine"\nrequires = ["compiler"]\nstart_cold = ["{x}"]')
    text += '[build.runner]\ninputs = ["src"]\nsteps = [["make", "{outptu}"]]\n'
    text += '[build.types]\ntemplates = [{source = "a.jinja", target = "a"}]\n'

    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, text))

    assert caught.value.why.splitlines() == [
        "name: 'two' differs from the folder's name, 'one'",
        "platforms.0.requires: there is no tool 'compiler' under [tools]",
        "platforms.0.start: there is no placeholder '{runer}'; known here: compiler, prepared, python, runner, types",
        "platforms.0.start_cold: there is no placeholder '{x}'; known here: compiler, prepared, python, runner, types",
        "build.runner.inputs.0: there is no file or folder 'src'",
        "build.runner.steps.0: there is no placeholder '{outptu}'; "
        "known here: descriptors, output, proto_files, protoc, python, runner, source",
        "build.types.templates.0.source: there is no file 'a.jinja'",
    ]


@pytest.mark.parametrize(("text", "what"), [("name = ", "it is not TOML"), (None, "it cannot be read")])
def test_no_manifest(tmp_path: Path, text: str | None, what: str) -> None:
    folder = tmp_path / "one" if text is None else write(tmp_path, text)

    with pytest.raises(DefinitionError, match=what):
        load_runner(folder)


def test_braces_that_are_no_placeholders_stay() -> None:
    assert fill(("{a}/{b}", "${HOME}", '{"x": 1}', "{}"), {"a": "1"}) == ("1/{b}", "${HOME}", '{"x": 1}', "{}")


COMMON = """
protocol = 1
compressors = { none = "nothing" }
[tools.java]
command = "java"
version = ["java", "-version"]
minimum = "17"
get = "ask for it"
[arguments]
start = ["-server", "{options}", "{more}"]
options = ["-a", "-b"]
more = []
[[platforms]]
name = "there"
says = "a machine"
requires = ["java"]
start = ["{java}", "{start}", "Main"]
[build.runner]
requires = ["java"]
steps = [["{java}", "{options}"]]
"""
STANDING = """
name = "one"
says = "for a test"
base = "../common.toml"
codecs = { plain = "as it is" }
"""


def test_a_manifest_on_another(tmp_path: Path) -> None:
    (tmp_path / "common.toml").write_text(COMMON)
    own = (
        STANDING + '[arguments]\noptions = ["-c"]\n[tools.java]\nminimum = "21"\n[build.runner]\nrequires = ["java"]\n'
    )

    manifest = load_runner(write(tmp_path, own)).manifest

    assert manifest.platforms[0].start == ("{java}", "-server", "-c", "Main")
    assert manifest.build.runner.steps == (("{java}", "-c"),)
    assert (manifest.tools["java"].minimum, manifest.tools["java"].get) == ("21", "ask for it")
    assert manifest.compressors == {"none": "nothing"}


def test_a_manifest_adds_to_the_lists_of_those_below(tmp_path: Path) -> None:
    (tmp_path / "common.toml").write_text(COMMON + '[build.types]\nreserved = ["a"]\nrequires = ["java"]\n')
    middle = 'base = "common.toml"\n[build.types]\nreserved = ["{base}", "b"]\nsteps = [["{java}"]]\n'
    (tmp_path / "middle.toml").write_text(middle)
    own = STANDING.replace("common", "middle") + (
        '[arguments]\noptions = ["{base}", "-c"]\n'
        '[build.types]\nreserved = ["c", "{base}"]\nreserved_types = ["{base}"]\nsteps = [["true"], "{base}"]\n'
    )

    manifest = load_runner(write(tmp_path, own)).manifest

    assert manifest.build.types.reserved == ("c", "a", "b")
    assert manifest.build.types.reserved_types == ()
    assert manifest.build.types.steps == (("true",), ("{java}",))
    assert manifest.platforms[0].start == ("{java}", "-server", "-a", "-b", "-c", "Main")


def test_a_manifest_does_not_stand_on_itself(tmp_path: Path) -> None:
    (tmp_path / "common.toml").write_text('base = "other.toml"\n' + COMMON)
    (tmp_path / "other.toml").write_text('base = "common.toml"\n')

    with pytest.raises(DefinitionError, match="it stands on itself"):
        load_runner(write(tmp_path, STANDING))


@pytest.mark.parametrize(
    ("common", "own", "part", "why"),
    [
        pytest.param(None, "", "common.toml", "No such file", id="no base"),
        pytest.param(COMMON + "colour = 1", "", "common.toml", "line 21: build.runner.colour", id="a mistake in it"),
        pytest.param(COMMON + "]", "", "common.toml", "line 21", id="not TOML"),
        pytest.param(COMMON.replace("protocol = 1", ""), "", "runner.toml", "protocol: is missing", id="neither has"),
        pytest.param(COMMON, "[arguments]\noptions = 3", "runner.toml", "line 7: arguments.options", id="no list"),
        pytest.param(COMMON, "arguments = 3", "runner.toml", "line 6: arguments", id="no table"),
        pytest.param(COMMON, '[arguments]\nmore = ["{start}"]', "runner.toml", "placeholder '{start}'", id="a circle"),
    ],
)
def test_mistakes_of_a_manifest_on_another(tmp_path: Path, common: str | None, own: str, part: str, why: str) -> None:
    if common is not None:
        (tmp_path / "common.toml").write_text(common)

    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, STANDING + own))

    assert caught.value.part.endswith(part)
    assert why in caught.value.why
