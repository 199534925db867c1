"""Wrong workloads of a user's own, measured: mistakes in their files are named, and standard output stays clean."""

import json
from pathlib import Path

import pytest

from tests.wrong.conftest import GENERATOR, WORKLOAD, Typed, refuses
from wirelab.workload import patience

DEFINITION = 3
SIZES = ("sizes", "own", "--platform", "fake", "--codec", "steady")

GENERATORS = [
    ("", "generate.py failed … has no attribute 'generate'"),
    ("def generate(size, variant, random)\n", "generate.py:1: SyntaxError"),
    ("import nothing_of_this_name\n", "generate.py:1: ModuleNotFoundError"),
    ("import sys\nsys.exit(3)\n", "it ends the program (exit 3)"),
    ("def generate(size, variant, random):\n    raise SystemExit\n    yield\n", "it ends the program"),
    ("def generate(size, variant, random):\n    yield {'id': 1 / 0}\n", "generate.py:2: ZeroDivisionError"),
    ("def generate(size, variant, random):\n    return None\n", "TypeError"),
    ("def generate(size):\n    yield {'id': 1}\n", "TypeError"),
    ("def generate(size, variant, random):\n    yield 7\n", "object 0 is a int, not a dict"),
    ("def generate(size, variant, random):\n    yield {'name': 1}\n", "does not fit … name"),
    ("def generate(size, variant, random):\n    yield {'id': 'one'}\n", "does not fit"),
    ("def generate(size, variant, random):\n    return []\n", "corpus own/1/plain is empty"),
    ("def generate(size, variant, random):\n    yield {}\n    yield {}\n", "corpus own/1/plain is empty … 0 bytes"),
]

DOCUMENTS = [
    ('name = "own"', 'name = "other"', "name"),
    ('proto = "own.proto"', 'proto = "none.proto"', "none.proto"),
    ('kind = "generator"', 'kind = "oracle"', "line 4: source: 'kind' should be one of 'generator', 'files'"),
    ("seed = 1", 'seed = "1"', "line 6: source.seed: should be a whole number"),
    ('values = ["1", "2"]', 'values = "1"', "line 8: sizes.values: should be a list in square brackets"),
    ('values = ["1", "2"]', "values = []", "line 8: sizes.values: at least 1 is needed"),
    ('values = ["1", "2"]', 'values = ["1", "1"]', "a value appears twice"),
    ('default = "1"', 'default = "9"', "the default '9' is not one of the values"),
    ("[variants]", "[variant]", "variant: unknown key; did you mean 'variants'?"),
]


@pytest.fixture
def own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WIRELAB_RESOURCES", str(folder / "resources"))
    return folder / "resources" / "workloads" / "own"


@pytest.mark.parametrize(("text", "says"), GENERATORS, ids=[says for _, says in GENERATORS])
def test_a_wrong_generator(own: Path, typed: Typed, text: str, says: str) -> None:
    (own / "generate.py").write_text(text)
    ended = typed(*SIZES, "--json")
    refuses(ended, DEFINITION, f"workload own … {says}")
    assert ended.out == ""


@pytest.mark.parametrize(("text", "says"), GENERATORS, ids=[says for _, says in GENERATORS])
def test_a_wrong_generator_that_is_checked_is_not_recorded(own: Path, typed: Typed, text: str, says: str) -> None:
    (own / "generate.py").write_text(text)
    ended = typed("workload", "check", str(own), *SIZES[2:], "--json")
    refuses(ended, DEFINITION, f"workload own … {says}")
    assert ended.out == ""
    assert not (own / "digests.toml").exists()


@pytest.mark.parametrize(("old", "new", "says"), DOCUMENTS, ids=[new for _, new, _ in DOCUMENTS])
def test_a_wrong_document(own: Path, typed: Typed, old: str, new: str, says: str) -> None:
    assert old in WORKLOAD
    (own / "workload.toml").write_text(WORKLOAD.replace(old, new, 1))
    refuses(typed(*SIZES), DEFINITION, f"workload own … {says}")


@pytest.mark.parametrize(
    "digests", [b"a = \xff", b"a = ", b"a = " + b"9" * 5000, b"a = " + b"[" * 3000 + b"]" * 3000, b"a = 1"]
)
def test_wrong_digests(own: Path, typed: Typed, digests: bytes) -> None:
    (own / "digests.toml").write_bytes(digests)
    refuses(typed(*SIZES), DEFINITION, "workload own: its digests.toml is not … record them again")


def test_a_byte_order_mark_is_no_mistake(own: Path, typed: Typed) -> None:
    for name, text in (("workload.toml", WORKLOAD), ("digests.toml", "")):
        (own / name).write_text(text, encoding="utf-8-sig")
    ended = typed(*SIZES)
    assert ended.code == 0, ended.err


@pytest.mark.long
def test_a_generator_that_prints_spoils_no_json(own: Path, typed: Typed) -> None:
    (own / "generate.py").write_text("print('loaded')\n" + GENERATOR + "    print('done')\n")
    ended = typed(*SIZES, "--json", WIRELAB_CACHE=str(own / "cache"))
    assert ended.code == 0, ended.err
    assert len(json.loads(ended.out)["cells"]) == 2
    assert "loaded" in ended.err
    assert "done" in ended.err


@pytest.mark.long
def test_a_generator_that_takes_long_is_spoken_of(own: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "FIRST_S", 0.1)
    (own / "generate.py").write_text(f"import time\n{GENERATOR}    time.sleep(0.5)\n")
    ended = typed(*SIZES, WIRELAB_CACHE=str(own / "cache"))
    assert ended.code == 0, ended.err
    assert "still making corpus own/1/plain; Ctrl-C stops it" in ended.err
