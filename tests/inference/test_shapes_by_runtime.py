"""Documents of any shape by every runtime that has it: JSON has their bytes, and every codec gives them back."""

import json
import shutil
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.conftest import ROOT, Wirelab, require
from tests.inference.inferring import more_bytes, of_values
from tests.inference.shaped import SHAPED
from wirelab.building.manifest import RunnerManifest
from wirelab.building.runners import list_runners
from wirelab.schema.rendering.shapes import Means

RUNNERS = list_runners(ROOT / "runners")


@dataclass(frozen=True)
class Runtime:
    """A platform whose types say documents' shapes, and its codecs of JSON that write these as they are."""

    platform: str
    runner: str
    tools: tuple[str, ...]
    codecs: tuple[str, ...]
    builds_soon: bool = True
    cannot: tuple[str, ...] = ()
    """Codecs of it that have no place for a shape: null in a list (gob), a map whose keys are no names (encoding/xml,
    quick-xml), a fraction of more than 15 characters (json-bigint)."""

    @property
    def manifest(self) -> RunnerManifest:
        """Its runner's."""
        (runner,) = (one for one in RUNNERS if one.name == self.runner)
        return runner.manifest

    @property
    def runner_codecs(self) -> tuple[str, ...]:
        """All of its runner, in their usual way."""
        return tuple(self.manifest.codecs)

    def unlike(self, codec: str) -> set[Means]:
        """The shapes that a codec of it writes differently, by its own words."""
        unlike = self.manifest.codecs[codec.partition(":")[0]].unlike
        return {*Means} - self.manifest.build.types.said | {*map(Means, unlike)}


RUNTIMES = (
    Runtime("python", "python", (), ("json", "orjson", "msgspec-json")),
    Runtime("node", "node", ("node", "npm"), ("json-v8",), cannot=("json-bigint",)),
    Runtime("jvm", "jvm", ("javac", "mvn"), ("jackson-json", "jackson3-json", "gson:html=unescaped", "org-json")),
    Runtime("jvm", "jvm-kotlin", ("javac", "mvn"), ("kotlinx-json",)),
    Runtime("cpp", "cpp", ("g++", "make"), ("nlohmann-json", "rapidjson"), builds_soon=False),
    Runtime(
        "go",
        "go",
        ("go",),
        ("encoding-json", "json-v2", "go-json", "jsoniter", "sonic"),
        cannot=("gob", "encoding-xml"),
    ),
    Runtime(
        "rust", "rust", ("cargo",), ("serde-json", "sonic-rs", "simd-json"), builds_soon=False, cannot=("quick-xml",)
    ),
    Runtime("rust", "rust-serde", ("cargo",), (), builds_soon=False),
    Runtime("dotnet-console", "dotnet", ("dotnet",), ("system-text-json:escaping=relaxed", "newtonsoft-json")),
)

# Small numbers and plain text: how libraries write others is theirs, here only shapes are asked for.
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-1000, 1000)
    | st.integers(-1000, 1000).map(lambda n: n + 0.5)
    | st.text(string.ascii_lowercase, max_size=3)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcde"), inner, max_size=3),
    max_leaves=10,
)
LISTS = st.lists(VALUES, min_size=1, max_size=4)
CASES = 20


def cases() -> dict[str, Any]:
    """Many documents as one, since types take a while to build: the same each time."""
    drawn: list[Any] = []

    @settings(max_examples=CASES, phases=[Phase.generate], database=None, derandomize=True)
    @given(LISTS)
    def draw(values: list[Any]) -> None:
        drawn.append(values)

    draw()
    return dict(zip(_names(), drawn, strict=False))


def _names() -> Iterator[str]:
    for first in string.ascii_lowercase:
        for second in string.ascii_lowercase:
            yield f"case{first}{second}"


def compact(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


INTERPRETED = ("python", "node")  # others compile the types of these documents: minutes


@pytest.fixture(
    params=[
        pytest.param(one, id=one.runner, marks=[pytest.mark.exhaustive] * (one.runner not in INTERPRETED))
        for one in RUNTIMES
    ]
)
def runtime(request: pytest.FixtureRequest) -> Runtime:
    one: Runtime = request.param
    for tool in one.tools:
        require(tool, shutil.which(tool) is not None, f"no {tool} on PATH")
    return one


@pytest.mark.timeout(1200)
@pytest.mark.builds
@pytest.mark.long
def test_every_codec_gives_every_shape_back_and_json_has_the_bytes_of_the_document_or_what_differs_is_said(
    wirelab: Wirelab, tmp_path: Path, runtime: Runtime
) -> None:
    found = sizes_of(wirelab, tmp_path, SHAPED, runtime, (*runtime.runner_codecs, *runtime.codecs))
    failed = {cell["codec"]: cell["why"] for cell in found["cells"] if cell["why"]}
    assert {codec: why for codec, why in failed.items() if codec not in runtime.cannot} == {}
    assert_bytes_of(SHAPED, found, runtime)


@pytest.mark.timeout(1200)
@pytest.mark.builds
@pytest.mark.long
def test_json_has_the_bytes_of_drawn_documents_or_what_differs_is_said(
    wirelab: Wirelab, tmp_path: Path, runtime: Runtime
) -> None:
    if not runtime.builds_soon:
        pytest.skip("types as many as these take minutes to compile")
    document = cases()
    assert_bytes_of(document, sizes_of(wirelab, tmp_path, document, runtime, runtime.codecs), runtime)


def sizes_of(wirelab: Wirelab, folder: Path, document: Any, runtime: Runtime, codecs: Sequence[str]) -> dict[str, Any]:
    """The command's findings on codecs: the data is called alike, so that types of the same are built once."""
    (folder / "shapes.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    words = [word for codec in dict.fromkeys(codecs) for word in ("--codec", codec)]
    ended = wirelab("sizes", "--data", "shapes.json", *words, "--platform", runtime.platform, "--json", timeout=600)
    assert ended.returncode in (0, 5), ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def assert_bytes_of(document: Any, found: dict[str, Any], runtime: Runtime) -> None:
    own = [each for each in found["not_run"] if any(f" by {codec} (" in each["what"] for codec in runtime.codecs)]
    assert [each for each in own if not each["why"].startswith("written differently")] == []
    written = of_values((document,), as_one=False).written
    sizes = {cell["codec"]: cell["size_bytes"] for cell in found["cells"] if cell["codec"] in runtime.codecs}
    assert {codec: size["none"] - compact(document) for codec, size in sizes.items()} == {
        codec: more_bytes(written, {*Means} - runtime.unlike(codec)) for codec in runtime.codecs
    }
