"""The folder that is published: which files it has, that they stay, and what is left out."""

import json
import re
import shutil
from datetime import timedelta
from pathlib import Path

import duckdb
import pytest
import yaml  # type: ignore[import-untyped]

from tests.publish.labs import DAY, USUAL, add, digests
from tests.web.invented_labs import HOSTILE
from wirelab.app.publish.publish import About, publish
from wirelab.app.sessions.merge import merged
from wirelab.model.cell import CorpusName
from wirelab.model.errors import LabError, UsageError
from wirelab.store.connection import SCHEMA_VERSION
from wirelab.store.lab import Lab

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three runs of two labs: another version of a codec, another machine."""
    folder = tmp_path_factory.mktemp("made") / "labs"
    folder.mkdir()
    add(folder / "one.duckdb")
    add(folder / "one.duckdb", day=DAY + timedelta(days=30), versions={"packed": "1.1"})
    add(folder / "two.duckdb", cpu="Other CPU", platforms=("here", "there"), day=DAY + timedelta(days=10))
    return folder


@pytest.fixture
def labs(made: Path, tmp_path: Path) -> Path:
    """Their copies, to do with as one likes."""
    return Path(shutil.copytree(made, tmp_path / "labs"))


@pytest.fixture(scope="module")
def out(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is published from them, to read."""
    folder = tmp_path_factory.mktemp("published")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WIRELAB_CACHE", str(folder / "cache"))
        publish([made], folder / "out", About(), force=False)
    return folder / "out"


def published(labs: Path, out: Path, **about: object) -> dict[str, str]:
    publish([labs], out, About(**about), force=False)  # type: ignore[arg-type]
    return digests(out)


def text(out: Path, name: str) -> str:
    return (out / name).read_text(encoding="utf-8")


def test_every_page_badge_picture_and_table_is_there_and_every_link_leads_to_one(out: Path) -> None:
    files = digests(out)
    assert {"index.html", "CITATION.cff", "published.json"} <= files.keys()
    assert {f"codecs/{name}.html" for name in USUAL} <= files.keys()
    assert {f"badges/{name}.svg" for name in USUAL} <= files.keys()
    assert {f"data/{name}.{form}" for name in ("cells", "runs") for form in ("json", "parquet")} <= files.keys()
    assert "decisions/json-or-protocol-buffers-on-here.html" in files
    assert "embed/json-or-protocol-buffers-on-there.svg" in files
    assert sum(name.startswith("runs/") for name in files) == 6
    assert set(json.loads(text(out, "published.json"))["files"]) == files.keys() - {"published.json"}
    for page in (name for name in files if name.endswith(".html")):
        for link in re.findall(r'(?:href|src)="([^"#:]+)["#]', text(out, page)):
            assert ((out / page).parent / link).resolve().is_file(), (page, link)


def test_publishing_twice_gives_the_same_files_and_writes_none(labs: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    files = published(labs, one)
    assert published(labs, other) == files
    stamps = {path: path.stat().st_mtime_ns for path in one.rglob("*") if path.is_file() and path.suffix != ".json"}
    done = publish([labs], one, About(), force=False)
    assert done.written == 0
    assert digests(one) == files
    assert {path: path.stat().st_mtime_ns for path in stamps} == stamps


def test_pages_load_nothing_and_run_their_own_script_only(out: Path) -> None:
    for name in digests(out):
        if name.endswith(".html"):
            page = text(out, name)
            policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
            assert policy is not None
            assert policy[1].startswith("default-src 'none'")
            assert "unsafe-inline'; script-src 'sha256-" in policy[1]
            assert not re.search(r'<(link|img|iframe|script)[^>]+(src|href)="', page)
            assert len(page) < 3_000_000


def test_a_decision_is_answered_with_what_it_rests_on(out: Path) -> None:
    page = text(out, "decisions/json-or-protocol-buffers-on-here.html")
    assert "<h1>Wirelab: JSON or Protocol Buffers on here?</h1>" in page
    assert (
        "Protocol Buffers is faster on here, and smaller: to write school/1100/random and read it, JSON takes" in page
    )
    assert re.search(r"JSON takes (2\.00|1\.99)\d*×", page)
    assert "2.25× as many bytes" in page
    assert "Measured 2026-03-31 on Some CPU" in page
    assert 'href="json-or-protocol-buffers-on-there.html"' in page
    assert page.count('data-day="2026-03-31"') > 1
    assert '"name":"measured"' in page, "facets set runs apart"


def test_a_codec_shows_versions_footprint_contract_and_what_was_executed(out: Path) -> None:
    page = text(out, "codecs/packed.html")
    assert "packed took the least time" in page
    assert "in versions 1.1 and 1.0" in page
    assert "1.1 is newer" in page
    assert "MIT" in page
    assert "object to text" in page
    assert "Not tried: changes of the schema, bytes of other codecs, hostile bytes" in page
    assert "400 B" in page
    assert "Over versions and time" in page
    badge = text(out, "badges/tagged.svg")
    assert "tagged 1.0" in badge
    assert re.search(r"serialize (6\.00|5\.99)×, deserialize (6\.00|5\.99)× of the fastest · 2026-03-31<", badge)


def test_what_a_newer_run_measured_again_is_on_the_first_page_once(out: Path) -> None:
    index = text(out, "index.html")
    assert "3 runs of 2 labs on 2 machines, 3 codecs" in index
    cells = re.findall(r'<tr id="cell/([0-9a-f]{16})/school/1100/random/here/packed/serialize"', index)
    assert len(cells) == 1
    assert len(re.findall(r'<tr id="cell/', text(out, "codecs/packed.html"))) == 8
    assert "Some CPU" in index
    assert "Other CPU" in index


def test_data_has_every_cell_of_every_run(out: Path) -> None:
    rows = json.loads(text(out, "data/cells.json"))
    assert len(rows) == 6 + 6 + 12
    with duckdb.connect() as connection:
        found = connection.execute(
            "SELECT codec, version, newer_version, measured::VARCHAR, rounds, time_ns, encoded_bytes, ratio"
            f" FROM '{out}/data/cells.parquet' WHERE subject = 'packed' AND operation = 'serialize' AND lab_run = 1"
            " AND lab = 'one.duckdb'"
        ).fetchall()
        runs = connection.execute(f"SELECT page, started::VARCHAR FROM '{out}/data/runs.parquet'").fetchall()
    assert {each["machine"] for each in rows} == {"Some CPU", "Other CPU"}
    assert found == [
        ("packed", "1.0", "1.1", "2026-03-01", 6, pytest.approx(1000, rel=0.01), 400, pytest.approx(0.5, rel=0.01))
    ]
    assert [started for _, started in runs] == ["2026-03-31 09:30:00", "2026-03-11 09:30:00", "2026-03-01 09:30:00"]
    assert all((out / page).is_file() for page, _ in runs)


def test_a_citation_names_authors_runs_and_addresses(labs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    published(
        labs, out, title='A: "title" # no comment', authors=("Ada: L.", "Example Ltd."), address="https://x.example/"
    )
    found = yaml.safe_load(text(out, "CITATION.cff"))
    assert found["title"] == 'A: "title" # no comment'
    assert [each["name"] for each in found["authors"]] == ["Ada: L.", "Example Ltd."]
    assert str(found["date-released"]) == "2026-03-31"
    assert len(found["identifiers"]) == 3
    assert found["identifiers"][0]["value"].startswith("https://x.example/runs/")


def test_a_runs_own_files_stay_and_others_go_when_they_are_no_more(labs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    before = published(labs, out)
    runs = [name for name in before if name.startswith("runs/")]
    marked = out / runs[0]
    marked.write_bytes(b"as it was published by an earlier Wirelab")
    (labs / "two.duckdb").unlink()
    after = published(labs, out)
    assert {name for name in after if name.startswith("runs/")} == set(runs)
    assert marked.read_bytes() == b"as it was published by an earlier Wirelab"
    assert "embed/json-or-protocol-buffers-on-there.svg" not in after
    assert "decisions/json-or-protocol-buffers-on-there.html" not in after


def test_a_run_that_differs_in_anything_has_another_name(tmp_path: Path) -> None:
    folder = tmp_path / "labs"
    folder.mkdir()
    add(folder / "one.duckdb")
    (folder / "copy.duckdb").write_bytes((folder / "one.duckdb").read_bytes())
    merged([folder / "one.duckdb"], folder / "merged.duckdb")
    assert sum(name.startswith("runs/") for name in published(folder, tmp_path / "same")) == 2, "a run counts once"
    add(folder / "copy.duckdb", {**USUAL, "plain": (2001, 900)})
    assert sum(name.startswith("runs/") for name in published(folder, tmp_path / "more")) == 4


def test_a_lab_that_cannot_be_opened_is_named_and_left_out(labs: Path, tmp_path: Path) -> None:
    (labs / "text.duckdb").write_text("no lab")
    add(labs / "old.duckdb")
    with duckdb.connect(str(labs / "old.duckdb")) as connection:
        connection.execute("UPDATE meta SET value = ?", [str(SCHEMA_VERSION - 1)])
    add(labs / "one.duckdb", ended=False)
    done = publish([labs], tmp_path / "out", About(), force=False)
    assert done.runs == 3
    assert ["old.duckdb" in done.faults[0].part, "text.duckdb" in done.faults[1].part] == [True, True]
    assert done.unfinished == ("one.duckdb run 3",)


def test_nothing_is_written_where_nothing_can_be_read(tmp_path: Path) -> None:
    folder, out = tmp_path / "labs", tmp_path / "out"
    folder.mkdir()
    with pytest.raises(UsageError, match="it has no lab file"):
        publish([folder], out, About(), force=False)
    add(folder / "one.duckdb", ended=False)
    with pytest.raises(LabError, match="none has a finished run"):
        publish([folder], out, About(), force=False)
    with pytest.raises(LabError, match="there is no such file"):
        publish([folder / "none.duckdb"], out, About(), force=False)
    assert not out.exists()


NAMES = [HOSTILE, "../../../up", "a/b\\c", "..", "", "\x00", "con", "quote\"'&", "\u202etxt.exe", "ü" * 500]


def test_hostile_names_break_out_of_no_page_and_no_folder(tmp_path: Path) -> None:
    folder, out = tmp_path / "labs", tmp_path / "a" / "out"
    folder.mkdir()
    out.parent.mkdir()
    for at, name in enumerate(NAMES):
        clean = name.replace("\x00", "")
        lab = folder / f"{at}-{clean.translate({47: None, 92: None})[:100]}.duckdb"
        add(
            lab,
            {"plain": (2000, 900), "packed": (1000, 400)},
            study=clean or "s",
            cpu=clean or "c",
            platforms=(clean or "p",),
            formats={"plain": clean or "f", "packed": f"{clean}2"},
            versions={"plain": clean or "v"},
            corpus=CorpusName(clean or "w", "1", clean or "v"),
            day=DAY + timedelta(hours=at),
        )
    done = publish([folder], out, About(title=HOSTILE[:200], authors=(HOSTILE,)), force=False)
    assert done.faults == ()
    assert done.runs == len(NAMES)
    assert {path.name for path in tmp_path.iterdir()} <= {"labs", "a", "cache"}
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["out"]
    for path in out.rglob("*"):
        assert re.fullmatch(r"[a-zA-Z0-9._+@-]{1,120}", path.name), path
        if path.is_file() and path.suffix in {".html", ".svg", ".cff"}:
            content = path.read_text(encoding="utf-8")
            assert "<script>document" not in content
            assert "\u202e" not in content
            assert "\x00" not in content
    for path in out.rglob("*.svg"):
        assert b"<script" not in path.read_bytes().replace(b"&lt;script", b"")
    yaml.safe_load((out / "CITATION.cff").read_text())


@pytest.mark.parametrize("name", ["index.html", "data/cells.json", "published.json", "codecs/plain.html"])
def test_files_of_others_are_not_replaced(labs: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    (out / name).parent.mkdir(parents=True)
    (out / name).write_text("mine")
    with pytest.raises(UsageError):
        publish([labs], out, About(), force=False)
    assert list(digests(out)) == [name]
    if name != "published.json":
        publish([labs], out, About(), force=True)
        assert text(out, name) != "mine"


def test_no_lab_is_replaced_and_no_link_is_followed(labs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    with Lab.open(out / "lab.duckdb", create=True):
        pass
    (out / "lab.duckdb").rename(out / "index.html")
    with pytest.raises(UsageError, match="Wirelab did not write it"):
        publish([labs], out, About(), force=True)
    (out / "index.html").unlink()
    (tmp_path / "elsewhere").mkdir()
    (out / "codecs").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="it is a link"):
        publish([labs], out, About(), force=True)
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("files", [["../outside"], ["/outside"], ["a/b/c"], [1], "index.html", ["runs/../x"]])
def test_a_list_that_leads_out_of_the_folder_is_refused(labs: Path, tmp_path: Path, files: object) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "outside").write_text("mine")
    (out / "published.json").write_text(json.dumps({"by": "wirelab publish", "files": files}))
    with pytest.raises(UsageError, match="it is not as Wirelab writes it"):
        publish([labs], out, About(), force=False)
    assert (tmp_path / "outside").read_text() == "mine"


def test_a_name_that_is_a_file_is_refused(labs: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(UsageError, match="this is a file"):
        publish([labs], tmp_path / "out", About(), force=True)
