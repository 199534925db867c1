"""Names and texts that break programs, on every platform: as fields, as types, as keys of maps and as values.

What a language's types inherit is data, by platform (`inherited.toml`): members of its objects and records, of the
messages that schema compilers make, and of what its libraries generate beside them.
"""

import json
import re
import tarfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab, require
from tests.runners.places import REAL, RUNNERS
from wirelab.schema.names import folded, pascal, snake

INHERITED = tomllib.loads((Path(__file__).parent / "inherited.toml").read_text())
PLATFORMS = sorted({place.platform for place in REAL})
NAUGHTY = ROOT.parent / "shared" / "vectors" / "naughty.tar.xz"
FIELDS = 60  # of a message: Scala's have at most 254 (Java's bound on parameters, of which a long is two)

pytestmark = [pytest.mark.builds, pytest.mark.timeout(1800)]


def failed_on(platform: str, wirelab: Wirelab, *words: str) -> dict[str, str]:
    """What each codec that does not carry the data says."""
    ended = wirelab("sizes", *words, "--platform", platform, "--json", timeout=1500)
    require(platform.partition("-")[0], ended.returncode != 4, ended.stderr)
    assert ended.returncode in (0, 5), ended.stderr
    found = json.loads(ended.stdout)
    built = [each for each in found["not_run"] if each["what"].startswith("runner ")]
    assert built == [], ended.stderr
    return {cell["codec"]: cell["why"] for cell in found["cells"] if cell["why"]}


def in_parts(names: list[str]) -> list[list[str]]:
    return [names[at : at + FIELDS] for at in range(0, len(names), FIELDS)]


# --- what types have already ------------------------------------------------------------------------------------------


def test_every_platform_says_what_its_types_have_already() -> None:
    assert [name for name in PLATFORMS if name.partition("-")[0] not in INHERITED] == []


@pytest.mark.parametrize("platform", PLATFORMS)
def test_names_that_types_have_already_are_carried(platform: str, wirelab: Wirelab, tmp_path: Path) -> None:
    inherited = INHERITED[platform.partition("-")[0]]
    names = list(as_fields(name for members in inherited.values() for name in members))
    assert len(names) > 10
    (tmp_path / "names.proto").write_text("\n".join(proto_of(names)))
    document = {f"part{at}": {name: {name: 1, "text": "x"} for name in part} for at, part in enumerate(in_parts(names))}
    (tmp_path / "names.json").write_text(json.dumps(document))
    words = ("--data", "names.json", "--schema", "names.proto", "--message", "names.Names")
    assert failed_on(platform, wirelab, *words) == {}


def as_fields(members: Iterable[str]) -> Iterator[str]:
    """Names of fields of which a language makes these members, by themselves or behind what goes before accessors."""
    met = set()
    for member in members:
        name = snake(member)
        for each in (name, re.sub(r"^(get|set|is|has|clear|add|put|with)_", "", name)):
            if each[0].isalpha() and folded(each) not in met:
                met.add(folded(each))
                yield each


def proto_of(names: Iterable[str]) -> Iterator[str]:
    """Each name as a field of its own type, whose name it is, too."""
    yield 'syntax = "proto3";\npackage names;'
    parts = in_parts([*names])
    fields = " ".join(f"Part{at} part{at} = {at + 1};" for at in range(len(parts)))
    yield f"message Names {{ {fields} }}"
    for at, part in enumerate(parts):
        inside = (f"{type_of(name)} {name} = {number};" for number, name in enumerate(part, 1))
        yield f"message Part{at} {{ {' '.join(inside)} }}"
    for name in (name for part in parts for name in part):
        yield f"message {type_of(name)} {{ int32 {name} = 1; string text = 2; }}"


def type_of(name: str) -> str:
    return pascal(name)


# --- texts that break programs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", PLATFORMS)
def test_naughty_texts_are_carried_as_keys_and_as_values(platform: str, wirelab: Wirelab, tmp_path: Path) -> None:
    """XML has no control characters, and says so."""
    if not NAUGHTY.exists():
        pytest.skip(f"{NAUGHTY.name} is not beside the project")
    with tarfile.open(NAUGHTY) as archive:
        read = archive.extractfile("naughty/big-list-of-naughty-strings/blns.json")
        assert read is not None
        texts: list[str] = json.load(read)
    keys = list(dict.fromkeys(texts))
    document = {
        "texts": texts,
        "map": dict.fromkeys((f"{number} {key}" for number, key in enumerate(keys * 2)), 1),
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
    assert {codec: why for codec, why in failed.items() if codec.split(":")[0] not in xml} == {}
