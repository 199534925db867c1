"""Cases of public suites are answered as they were (`runners/expected-vectors.toml`)."""

import json

import pytest

from tests.conftest import ROOT, Wirelab, require
from tests.runners.vectors import SUITES, disagreements, load_expected_vectors
from wirelab.building.runners import load_runner
from wirelab.execution.check.expected import expectation_of, stale

FORMATS = {"JSON", "MessagePack", "CBOR"}
QUICK = ("jvm", "node", "python", "dotnet", "cpp", "jvm-scala", "jvm-scala-2016", "jvm-kotlin")


@pytest.mark.timeout(1800)
@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.builds
@pytest.mark.parametrize("name", QUICK)
def test_cases_are_answered_as_they_were(wirelab: Wirelab, name: str) -> None:
    require("vectors", SUITES.is_dir(), f"no public suites in {SUITES} (WIRELAB_VECTORS names another folder)")
    manifest = load_runner(ROOT / "runners" / name).manifest
    platform = manifest.platforms[0].name
    codecs = [codec for codec, each in manifest.codecs.items() if each.format in FORMATS]
    words = [word for codec in codecs for word in ("--codec", codec)]
    # As a user builds it: code that is not optimized needs more of the stack, and ends where arrays are nested deep.
    as_built = {"WIRELAB_RESOURCES": str(ROOT)}
    command = ("interop", "--vectors", str(SUITES), "--platform", platform)
    ended = wirelab(*command, *words, "--json", timeout=1700, **as_built)
    if ended.returncode == 4:
        pytest.skip(f"{platform} cannot run here: {ended.stderr.splitlines()[0]}")
    found = json.loads(ended.stdout)
    assert {each["subject"] for each in found["answers"]} == {*codecs}
    wrong = list(disagreements(found))
    expected = load_expected_vectors()
    assert [each for each in wrong if expectation_of(expected, each) is None] == []
    about = [each for one in expected if not one.may_pass for each in one.about("codec", codecs)]
    assert list(stale(about, wrong)) == []


def test_reasons_are_about_codecs_that_there_are() -> None:
    homes = [load_runner(path.parent) for path in (ROOT / "runners").glob("*/runner.toml")]
    names = {codec for home in homes for codec in home.manifest.codecs}
    for each in load_expected_vectors():
        for codec in each.codec:
            assert any(name == codec or "*" in codec for name in names), codec
