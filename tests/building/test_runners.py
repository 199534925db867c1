from pathlib import Path

import pytest

from wirelab.building.manifest import fill
from wirelab.building.runners import list_runners, load_runner
from wirelab.model.errors import DefinitionError

MANIFEST = """
name = "one"
says = "for a test"
protocol = 2
[[platforms]]
name = "here"
says = "this machine"
start = ["{python}", "{runner}/source/main.py"]
"""


CODECS = """
[codecs.plain]
says = "as it is"
format = "none"
library = "none"
contract = { input = "object", output = "bytes", conversion = false, evolution = "none" }
[codecs.plain.parameters.speed]
says = "how fast"
values = ["low", "high"]
default = "low"
tuned = "high"
[codecs.plain.parameters.speed.changes.high]
notes = "for the hurried"
"""


def write(root: Path, text: str, name: str = "one", codecs: str | None = CODECS) -> Path:
    folder = root / name
    folder.mkdir()
    (folder / "runner.toml").write_text(text)
    if codecs is not None:
        (folder / "codecs.toml").write_text(codecs)
    return folder


def test_a_manifest(tmp_path: Path) -> None:
    home = load_runner(write(tmp_path, MANIFEST))

    assert (home.name, home.platform("here").says) == ("one", "this machine")
    assert [each.name for each in list_runners(tmp_path)] == ["one"]
    assert (home.manifest.codecs["plain"].format, home.manifest.linked) == ("none", False)


def test_all_mistakes_of_types_at_once(tmp_path: Path) -> None:
    text = MANIFEST.replace("protocol = 2", 'protocol = 2\nlinked = 2\ncolour = "red"').replace(
        'says = "this machine"', ""
    )

    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, text))

    assert caught.value.what == "it has 3 mistakes"
    for key in ("linked: ", "colour: ", "platforms[0].says: "):
        assert key in caught.value.why


@pytest.mark.parametrize("seconds", [0, 3_000_000])
def test_a_step_takes_at_least_a_second_and_at_most_a_day(tmp_path: Path, seconds: int) -> None:
    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, f"{MANIFEST}[build.runner]\ntimeout_s = {seconds}\n"))
    assert "build.runner.timeout_s: should be at " in caught.value.why


def test_all_mistakes_between_keys_at_once(tmp_path: Path) -> None:
    text = MANIFEST.replace('name = "one"', 'name = "two"').replace("{runner}", "{runer}")
    text = text.replace('says = "this machine"', 'says = "this machine"\nrequires = ["compiler"]\nstart_cold = ["{x}"]')
    text = text.replace("protocol = 2", 'protocol = 2\nusual = ["plain+gzip", "gson"]')
    text += '[build.runner]\ninputs = ["src"]\nsteps = [["make", "{outptu}"]]\n'
    text += '[build.types]\ntemplates = [{source = "a.jinja", target = "a"}]\n'

    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, text))

    assert caught.value.why.splitlines() == [
        "name: 'two' differs from the folder's name, 'one'",
        "platforms.0.requires: there is no tool 'compiler' under [tools]",
        "platforms.0.start: there is no placeholder '{runer}'; known here: compiler, prepared, python, runner, types",
        "platforms.0.start_cold: there is no placeholder '{x}'; known here: compiler, prepared, python, runner, types",
        "usual: there is no codec of 'gson' in codecs.toml",
        "build.runner.inputs.0: there is no file or folder 'src'",
        "build.runner.steps.0: there is no placeholder '{outptu}'; "
        "known here: descriptors, output, pinned, proto_files, protoc, python, runner, source",
        "build.types.templates.0.source: there is no file 'a.jinja'",
    ]


@pytest.mark.parametrize(("text", "what"), [("name = ", "it is not TOML"), (None, "it cannot be read")])
def test_no_manifest(tmp_path: Path, text: str | None, what: str) -> None:
    folder = tmp_path / "one" if text is None else write(tmp_path, text)

    with pytest.raises(DefinitionError, match=what):
        load_runner(folder)


@pytest.mark.parametrize("version", ["1", '"1.3"', "3"])
def test_another_protocol_is_refused_before_anything_else(tmp_path: Path, version: str) -> None:
    text = MANIFEST.replace("protocol = 2", f"protocol = {version}\n[harness]\nsteps = []\n")

    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, text, codecs=None))

    assert caught.value.part.endswith("one/runner.toml")
    spoken = version.strip('"')
    assert caught.value.what == f"it speaks version {spoken} of the runner protocol; this lab speaks 2"
    assert caught.value.remedy == "port it: protocol/v2/README.md"


@pytest.mark.parametrize(
    ("codecs", "why"),
    [
        pytest.param(None, "No such file", id="no file"),
        pytest.param("[codecs.plain\n", "line 1", id="not TOML"),
        pytest.param('library = "none"\n' + CODECS, "line 1: library: unknown key", id="a key of no table"),
        pytest.param(
            CODECS + 'mood = "good"\n', "line 14: codecs.plain.parameters.speed.changes.high.mood", id="a key"
        ),
        pytest.param(CODECS.replace("conversion = false, ", ""), "conversion: is missing", id="half a contract"),
        pytest.param(
            CODECS.replace('"low"\n', '"middle"\n'),
            "line 7: codecs.plain.parameters.speed: default: there is no value 'middle'",
            id="a default",
        ),
        pytest.param(CODECS.replace('tuned = "high"', 'tuned = "top"'), "tuned: there is no value 'top'", id="tuned"),
        pytest.param(CODECS.replace("changes.high", "changes.top"), "changes: there is no value 'top'", id="changes"),
        pytest.param(
            CODECS.replace('["low", "high"]', "[]"), "line 9: codecs.plain.parameters.speed.values", id="none"
        ),
        pytest.param(CODECS + "[compressors.gzip]\nmin_level = 0\n", "compressors.gzip.says: is missing", id="levels"),
    ],
)
def test_mistakes_among_codecs(tmp_path: Path, codecs: str | None, why: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        load_runner(write(tmp_path, MANIFEST, codecs=codecs))

    assert caught.value.part.endswith("one/codecs.toml")
    assert why in caught.value.why


def test_braces_that_are_no_placeholders_stay() -> None:
    assert fill(("{a}/{b}", "${HOME}", '{"x": 1}', "{}"), {"a": "1"}) == ("1/{b}", "${HOME}", '{"x": 1}', "{}")


COMMON = """
protocol = 2
[compressors]
gzip = { says = "smaller", library = "zlib", min_level = 1, max_level = 9, default_level = 6 }
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
    assert (list(manifest.codecs), list(manifest.compressors)) == (["plain"], ["gzip"])


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

    with pytest.raises(DefinitionError, match="it is based on itself"):
        load_runner(write(tmp_path, STANDING))


@pytest.mark.parametrize(
    ("common", "own", "part", "why"),
    [
        pytest.param(None, "", "common.toml", "No such file", id="no base"),
        pytest.param(COMMON + "colour = 1", "", "common.toml", "line 22: build.runner.colour", id="a mistake in it"),
        pytest.param(COMMON + "]", "", "common.toml", "line 22", id="not TOML"),
        pytest.param(COMMON.replace("protocol = 2", ""), "", "runner.toml", "protocol: is missing", id="neither has"),
        pytest.param(COMMON, "[arguments]\noptions = 3", "runner.toml", "line 6: arguments.options", id="no list"),
        pytest.param(COMMON, "arguments = 3", "runner.toml", "line 5: arguments", id="no table"),
        pytest.param(COMMON, "codecs = 3", "runner.toml", "line 5: codecs", id="codecs in no table"),
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
