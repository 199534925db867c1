"""The pages of a server: its labs, their runs, the changes between two, and those that cannot be shown."""

import html
import io
import json
import multiprocessing
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import duckdb
import pytest

from tests.web.client import Client, served
from tests.web.invented_labs import HOSTILE, add_run
from wirelab.app.serve.labs import Labs
from wirelab.cli.commands.labs.serve import command
from wirelab.model.errors import HostError, UsageError
from wirelab.store.connection import SCHEMA_VERSION
from wirelab.web.server import serving


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "labs"
    folder.mkdir()
    return folder


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    with served(folder) as client:
        yield client


@pytest.mark.long
def test_labs_and_their_runs_are_listed_with_links(folder: Path, client: Client) -> None:
    add_run(folder / "one.duckdb")
    add_run(folder / "one.duckdb", ended=False)
    add_run(folder / "a b#?.duckdb")
    page = client.get("").text
    assert "3 labs" not in page
    assert "2 labs in" in page
    links = re.findall(r'href="(labs/[^"]+/runs/\d+)"', page)
    assert sorted(links) == ["labs/a%20b%23%3F.duckdb/runs/1", "labs/one.duckdb/runs/1", "labs/one.duckdb/runs/2"]
    assert "stopped, or still being measured" in page
    for link in links:
        answer = client.get(link)
        assert answer.status == 200, link
        assert 'id="explorer"' in answer.text
        assert f'<a href="{client.place}">All labs</a>' in answer.text


@pytest.mark.long
def test_every_answer_may_load_nothing_and_stay_nowhere(folder: Path, client: Client) -> None:
    add_run(folder / "one.duckdb")
    for path in (
        "",
        "labs/one.duckdb/runs/1",
        "labs/none.duckdb/runs/1",
        "labs/one.duckdb/runs/1?form=json",
        "nothing",
    ):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.long
def test_a_run_is_exported_as_markdown_and_json_and_a_lab_as_tables(folder: Path, client: Client) -> None:
    add_run(folder / "one.duckdb")
    text = client.get("labs/one.duckdb/runs/1?form=markdown")
    assert text.text.startswith("<!-- Wirelab report -->")
    assert text.headers["content-disposition"] == "attachment; filename*=UTF-8''one-run-1.md"
    assert client.get("labs/one.duckdb/runs/1?form=json").json["study"] == "by-hand"
    for form in ("parquet", "csv"):
        packed = zipfile.ZipFile(io.BytesIO(client.get(f"labs/one.duckdb/tables/{form}").content))
        assert {"run", "process", "batch", "cell"} <= {Path(name).stem for name in packed.namelist()}
        assert {Path(name).suffix for name in packed.namelist()} == {f".{form}"}


@pytest.mark.long
def test_two_runs_are_compared(folder: Path, client: Client) -> None:
    add_run(folder / "one.duckdb")
    add_run(folder / "one.duckdb", slower=1.5)
    for slower in (1.0, 0.5):
        add_run(folder / "two.duckdb", slower=slower)
    assert '<option value="one.duckdb:2">' in client.get("").text
    within = client.get(f"compare?before={quote('one.duckdb:1')}&after={quote('one.duckdb:2')}").text
    assert "slower by" in within
    assert "wirelab compare 1 2 --lab one.duckdb" in within
    across = client.get("compare?before=one.duckdb:1&after=two.duckdb:2").text
    assert "faster by" in across
    assert "To run it again" not in across, "no command compares these two"
    assert str(folder) not in across


def test_a_command_to_compare_can_be_pasted_whatever_the_lab_is_called(folder: Path, client: Client) -> None:
    for _ in range(2):
        add_run(folder / "a b;c.duckdb")
    before, after = (quote(f"{quote('a b;c.duckdb')}:{number}") for number in (1, 2))
    page = client.get(f"compare?before={before}&after={after}").text
    assert "wirelab compare 1 2 --lab 'a b;c.duckdb'" in html.unescape(page)


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("labs/none.duckdb/runs/1", 404, "there is no such lab in this folder"),
        ("labs/one.duckdb/runs/7", 409, "run 7"),
        ("labs/..%2Foutside.duckdb/runs/1", 404, ""),
        ("labs/%2e%2e/runs/1", 404, ""),
        ("labs/link.duckdb/runs/1", 404, "there is no such lab in this folder"),
        ("labs/one.duckdb%00/runs/1", 404, "there is no such lab"),
        ("labs/one.duckdb/runs/-1", 422, ""),
        (f"labs/one.duckdb/runs/{10**30}", 422, ""),
        ("labs/one.duckdb/tables/..", 422, ""),
        ("labs/one.duckdb/runs/1?form=exe", 422, ""),
        ("compare?before=one.duckdb:1&after=one.duckdb:1", 404, "a run cannot be compared with itself"),
        ("compare?before=one.duckdb&after=one.duckdb:1", 404, "it is not the name of a lab with a number"),
        ("compare?before=../outside.duckdb:1&after=one.duckdb:1", 404, "there is no such lab"),
        ("compare", 422, ""),
    ],
)
def test_what_is_not_there(folder: Path, client: Client, path: str, status: int, says: str) -> None:
    add_run(folder / "one.duckdb")
    add_run(folder.parent / "outside.duckdb")
    (folder / "link.duckdb").symlink_to(folder.parent / "outside.duckdb")
    answer = client.get(path)
    assert (answer.status, says in answer.text) == (status, True), answer.text[-500:]
    assert "link.duckdb" not in client.get("").text


def test_a_folder_without_a_lab(client: Client) -> None:
    page = client.get("").text
    assert "0 labs in" in page
    assert "This folder has no lab file yet" in page


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["<script>alert(1)<", "quote\"'&", "\u202etxt.exe", "x" * 240], ids=["<", '"', "bidi", "long"]
)
def test_hostile_names_are_text(folder: Path, client: Client, name: str) -> None:
    add_run(folder / f"{name.replace('/', '')}.duckdb", study=HOSTILE, question=HOSTILE)
    page = client.get("").text
    (link,) = re.findall(r'href="(labs/[^"]+/runs/\d+)"', page)
    run = client.get(link)
    assert run.status == 200
    for text in (page, run.text, client.get(f"{link}?form=markdown").text):
        assert "<script>document" not in text
        assert "<script>alert" not in text
        assert "\u202e" not in text
    assert client.get(f"{link}?form=json").status == 200


def test_a_lab_of_another_format_and_files_that_are_none(folder: Path, client: Client) -> None:
    add_run(folder / "old.duckdb")
    with duckdb.connect(str(folder / "old.duckdb")) as connection:
        connection.execute("UPDATE meta SET value = ?", [str(SCHEMA_VERSION - 1)])
    (folder / "text.duckdb").write_text("no lab")
    (folder / "folder.duckdb").mkdir()
    os.mkfifo(folder / "pipe.duckdb")
    page = client.get("").text
    assert "2 labs in" in page
    assert "an older Wirelab wrote it" in page
    assert "this is not a lab file" in page
    assert client.get("labs/old.duckdb/runs/1").status == 409


def hold(path: str, held: object, done: object) -> None:
    with duckdb.connect(path):
        held.set()  # type: ignore[attr-defined]
        done.wait(60)  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_lab_that_is_being_written_shows_what_was_read_before(folder: Path, client: Client) -> None:
    add_run(folder / "one.duckdb")
    assert "can be read" in client.get("").text
    os.utime(folder / "one.duckdb")  # it has changed, for all that anybody knows
    spawning = multiprocessing.get_context("spawn")
    held, done = spawning.Event(), spawning.Event()
    writer = spawning.Process(target=hold, args=(str(folder / "one.duckdb"), held, done))
    writer.start()
    assert held.wait(60)
    try:
        page = client.get("").text
        assert f"process {writer.pid} is using it" in page
        assert 'href="labs/one.duckdb/runs/1"' in page
        answer = client.get("labs/one.duckdb/runs/1")
        assert answer.status == 409
        assert "wait until it ends" in answer.text
    finally:
        done.set()
        writer.join()
    assert "can be read" in client.get("").text
    assert client.get("labs/one.duckdb/runs/1").status == 200


@pytest.mark.long
def test_two_servers_of_one_folder_read_and_one_starts_studies(folder: Path) -> None:
    add_run(folder / "one.duckdb")
    with served(folder, allow_run=True) as one, served(folder) as other:
        assert one.get("labs/one.duckdb/runs/1").status == other.get("labs/one.duckdb/runs/1").status == 200
        assert one.token != other.token
        assert other.raw("GET", one.place, one.own).status == 403
        with pytest.raises(HostError, match="another server starts studies in it"), served(folder, allow_run=True):
            pass
    with served(folder, allow_run=True):
        pass


def test_a_port_that_is_taken_and_a_folder_that_is_not_there(folder: Path, client: Client) -> None:
    port = int(client.host.partition(":")[2])
    with pytest.raises(HostError, match=f"port {port}"), serving(folder, port, 1, print, allow_run=False):
        pass
    with (
        pytest.raises(UsageError, match="there is no such folder"),
        serving(folder / "x", None, 1, print, allow_run=False),
    ):
        pass


def test_the_command_has_no_token_among_its_options() -> None:
    assert {each.name for each in command.params} == {"folder", "port", "allow_run", "max_size"}


def test_json_of_a_fault_names_part_and_remedy(folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        answer = client.post("queue", {"lab": "new.duckdb", "study": "no-such-study"})
        assert answer.status == 422
        assert set(json.loads(answer.text)) == {"part", "what", "why", "remedy"}
        assert "there is no such study" in answer.text


def test_tables_that_cannot_be_packed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(28, "No space left on device")

    add_run(folder / "one.duckdb")
    monkeypatch.setattr(shutil, "make_archive", full)
    with pytest.raises(HostError, match="its tables cannot be packed"):
        Labs(folder).packed("one.duckdb", "csv", folder / "packed")
