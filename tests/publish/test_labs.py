"""Lab files among the files that are published: others recommend from them, at stable addresses."""

from pathlib import Path

import pytest

from tests.publish.labs import add, digests
from wirelab.app.publish.publish import About, publish
from wirelab.app.publish.runs import addresses
from wirelab.app.recommend.recommend import Wanted, checked, recommendation
from wirelab.store.lab import Lab

pytestmark = pytest.mark.long


def test_a_published_lab_is_recommended_from(tmp_path: Path) -> None:
    labs, out = tmp_path / "labs", tmp_path / "out"
    labs.mkdir()
    add(labs / "one.duckdb")
    with Lab.open(labs / "empty.duckdb", create=True):
        pass
    publish([labs], out, About(), force=False, with_labs=True)
    files = digests(out)
    assert [name for name in files if name.startswith("labs/")] == ["labs/one.duckdb"], "one with runs that are shown"
    index = (out / "index.html").read_text(encoding="utf-8")
    assert 'href="labs/one.duckdb"' in index
    assert "wirelab recommend --lab LAB.duckdb" in index
    wanted = Wanted(needs="", messages=1000, reads=1, months=0, copies=1, cold_starts=0)
    found = recommendation(out / "labs" / "one.duckdb", None, checked(wanted)).found
    assert found.taken is not None
    assert found.taken.writer.subject.codec == "packed"
    again = publish([labs], out, About(), force=False, with_labs=True)
    assert again.written == 0
    publish([labs], out, About(), force=False)
    assert not (out / "labs" / "one.duckdb").exists(), "it is published no more"
    assert "labs/one.duckdb" not in (out / "index.html").read_text(encoding="utf-8")


def test_each_lab_has_an_address_of_its_own_within_the_folder() -> None:
    paths = [
        Path(each) for each in ("a/x.duckdb", "b/x.duckdb", "b/x 2.duckdb", "c/X.duckdb", "../..duckdb", "ü.duckdb")
    ]
    found = addresses(paths)
    assert list(found) == paths
    assert len({name.lower() for name in found.values()}) == len(paths)
    assert all(name.count("/") == 1 and ".." not in name for name in found.values())
