"""Names and texts that break programs, on every platform: as fields, as types, as keys of maps and as values.

Inherited members of a language's types are data, by platform (`inherited.toml`): those of its objects and records, of
the messages that schema compilers make, and of the types that its libraries generate beside them.
"""

import json
import re
import tarfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab, require
from tests.runners.places import REAL, RUNNERS

INHERITED = tomllib.loads((Path(__file__).parent / "inherited.toml").read_text())
PLATFORMS = sorted({place.platform for place in REAL})
NAUGHTY = ROOT.parent / "shared" / "vectors" / "naughty.tar.xz"
MISSING = "(to install: "
FIELDS = 60  # of a message: Scala's have at most 254 (Java's bound on parameters, of which a long is two)

pytestmark = [pytest.mark.builds, pytest.mark.exhaustive, pytest.mark.timeout(1800)]


def failed_on(platform: str, wirelab: Wirelab, *words: str) -> dict[str, str]:
    """The message of each codec that does not carry the data."""
    ended = wirelab("sizes", *words, "--platform", platform, "--json", timeout=1500)
    if ended.returncode == 4:
        require(platform.partition("-")[0], MISSING not in ended.stderr, ended.stderr)
    assert ended.returncode in (0, 5), ended.stderr
    found = json.loads(ended.stdout)
    unbuilt = [each for each in found["not_run"] if each["what"].startswith("runner ") and MISSING not in each["why"]]
    assert unbuilt == [], ended.stderr
    return {cell["codec"]: cell["why"] for cell in found["cells"] if cell["why"]}


def in_parts(names: list[str]) -> list[list[str]]:
    return [names[at : at + FIELDS] for at in range(0, len(names), FIELDS)]


# --- members that types have already ----------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", [name for name in PLATFORMS if name.partition("-")[0] in INHERITED])
def test_names_that_types_have_already_are_carried(platform: str, wirelab: Wirelab, tmp_path: Path) -> None:
    """Each as a type, and as fields of two."""
    runtime = platform.partition("-")[0]
    limits = INHERITED["limits"].get(runtime, {})
    names = keys_of(name for members in INHERITED[runtime].values() for name in members if name not in limits)
    assert len(names) > 10
    parts = {
        f"part{at}": {name: {following: 1, last: "x"} for name, following, last in turned(part)}
        for at, part in enumerate(in_parts(names))
    }
    (tmp_path / "names.json").write_text(json.dumps(parts))
    failed = failed_on(platform, wirelab, "--data", "names.json")
    assert sorted(failed) == INHERITED["refused"].get(runtime, []), failed
    (tmp_path / "limits.json").write_text(json.dumps({name: {name: {"x": at}} for at, name in enumerate(limits)}))
    if limits:
        failed = failed_on(platform, wirelab, "--data", "limits.json")
        assert sorted(failed) == sorted({codec for codecs in limits.values() for codec in codecs})


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_key_that_may_be_absent_beside_the_same_behind_an_underscore(
    platform: str, wirelab: Wirelab, tmp_path: Path
) -> None:
    (tmp_path / "own.jsonl").write_text('{"_id": "x", "id": 1}\n{"_id": "y"}\n')
    assert failed_on(platform, wirelab, "--data", "own.jsonl") == {}


def turned(names: list[str]) -> Iterable[tuple[str, str, str]]:
    """Each name, the one after it, and the one after that."""
    return zip(names, names[1:] + names[:1], names[2:] + names[:2], strict=True)


def keys_of(members: Iterable[str]) -> list[str]:
    """Keys of which a language makes these members, by themselves or behind the prefixes of accessors."""
    return list(dict.fromkeys(key for member in members for key in (member, re.sub(_ACCESSOR, _rest, member))))


_ACCESSOR = re.compile("(?:get|set|is|has|clear|add|put|with|to|new|Get|Set)([A-Z])(.*)")


def _rest(found: re.Match[str]) -> str:
    return found[1].lower() + found[2]


# --- texts that break programs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", sorted(INHERITED["naughty"]))
def test_naughty_texts_are_carried_as_keys_and_as_values(platform: str, wirelab: Wirelab, tmp_path: Path) -> None:
    """XML has no control characters, and says so; other refusals of libraries are listed."""
    if not NAUGHTY.exists():
        pytest.skip(f"{NAUGHTY.name} is not beside the project")
    with tarfile.open(NAUGHTY) as archive:
        read = archive.extractfile("naughty/big-list-of-naughty-strings/blns.json")
        assert read is not None
        texts: list[str] = json.load(read)
    keys = list(dict.fromkeys(texts))
    document = {
        "texts": texts,
        "map": dict.fromkeys((f"{number} {key}" for number, key in enumerate(keys * 3)), 1),
        "parts": {f"part{at}": {key: {key: at} for key in part} for at, part in enumerate(in_parts(keys))},
    }
    (tmp_path / "naughty.json").write_text(json.dumps(document))
    xml = {
        name
        for runner in RUNNERS.values()
        for name, codec in runner.manifest.codecs.items()
        if codec.format.startswith("XML")
    }
    failed = failed_on(platform, wirelab, "--data", "naughty.json")
    others = {codec: why for codec, why in failed.items() if codec not in xml}
    assert sorted(others) == sorted(INHERITED["naughty"][platform]), others
