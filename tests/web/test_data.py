"""Data that is dropped on a page: into the folder under a plain name, bounded, and over no other file."""

import filecmp
import http.client
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.web.client import MOST_BYTES, Client, served
from wirelab.app.serve.data import data_name
from wirelab.model.errors import UsageError


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("orders.jsonl", "orders.jsonl"),
        ("My orders (2).JSON.gz", "My-orders-2-.JSON.gz"),
        ("../../etc/x.csv", "etc-x.csv"),
        ("..\\..\\x.parquet", "x.parquet"),
        (".hidden.json", "hidden.json"),
        ("-rf.json", "rf.json"),
        ("\u202etxt.avro", "txt.avro"),
        ("<script>.json", "script-.json"),
        ("x" * 500 + ".json", "x" * 95 + ".json"),
    ],
)
def test_a_name_becomes_plain(given: str, name: str) -> None:
    assert data_name(given) == name


@pytest.mark.parametrize(
    "given", ["wirelab.duckdb", "x.toml", "x.py", "json", ".json", "x.json.exe", "..", "", "x.json\n.sh"]
)
def test_what_is_no_data_is_refused(given: str) -> None:
    with pytest.raises(UsageError, match="its name does not show its format"):
        data_name(given)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def hidden(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir() if each.name.startswith(".wirelab-") and each.is_dir()]


def test_a_file_is_whole_and_offered(folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        content = b'{"a": 1}\n' * 50_000
        answer = client.put("data/My%20orders.jsonl", content)
        assert (answer.status, answer.json) == (200, {"data": "My-orders.jsonl"})
        assert (folder / "My-orders.jsonl").read_bytes() == content
        assert client.put("data/My%20orders.jsonl", content).status == 200, "the same again"
        assert '<option value="My-orders.jsonl">My-orders.jsonl</option>' in client.get("").text
        assert hidden(folder) == []


def test_nothing_is_overwritten_and_no_link_is_followed(folder: Path) -> None:
    (folder / "here.json").write_text("[1]")
    (folder / "link.json").symlink_to(folder / "made.json")
    (folder / "folder.json").mkdir()
    with served(folder, allow_run=True) as client:
        for name in ("here.json", "link.json", "folder.json"):
            answer = client.put(f"data/{name}", b"[2]")
            assert answer.status == 422
            assert answer.json["what"] == "another file of this name is there"
        assert hidden(folder) == []
    assert (folder / "here.json").read_text() == "[1]"
    assert not (folder / "made.json").exists()


def test_a_file_that_is_too_large_is_not_kept(folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        answer = client.put("data/large.json", b"x" * (MOST_BYTES + 1))
        assert answer.status == 422
        assert "it has more than 1 MiB" in answer.json["what"]
        assert "--max-size" in answer.json["remedy"]
        assert not (folder / "large.json").exists()
        assert hidden(folder) == []


def test_while_two_files_are_compared_others_are_answered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done = threading.Event(), threading.Event()

    def slowly(*_: object, **__: object) -> bool:
        begun.set()
        return done.wait(60)

    monkeypatch.setattr(filecmp, "cmp", slowly)
    with served(folder, allow_run=True) as client, ThreadPoolExecutor(1) as pool:
        assert client.put("data/here.json", b"[1]").status == 200
        again = pool.submit(client.put, "data/here.json", b"[1]")
        try:
            assert begun.wait(60)
            connection = http.client.HTTPConnection(client.host, timeout=5)
            connection.request("GET", f"{client.place}queue", headers=client.own)
            assert connection.getresponse().status == 200
            connection.close()
        finally:
            done.set()
        assert again.result().status == 200


def test_a_file_whose_sender_goes_away_is_not_kept(folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        _send_half(client)
        assert client.get("queue").status == 200
        assert not (folder / "half.json").exists()
        assert hidden(folder) == []


def _send_half(client: Client) -> None:
    connection = http.client.HTTPConnection(client.host, timeout=60)
    connection.putrequest("PUT", f"{client.place}data/half.json")
    for name, value in {**client.own, "Content-Type": "application/octet-stream", "Content-Length": "1000"}.items():
        connection.putheader(name, value)
    connection.endheaders(b"x" * 10)
    time.sleep(0.3)
    connection.close()
    time.sleep(0.3)


def test_names_that_are_no_data_and_paths_write_nothing(folder: Path) -> None:
    with served(folder, allow_run=True) as client:
        assert client.put("data/x.sh", b"[1]").status == 422
        assert client.put("data/..%2F..%2Fx.json", b"[1]").status == 404
        assert client.put("data/%2e%2e", b"[1]").status == 422
    assert {each.name for each in folder.iterdir()} <= {".wirelab-queue.lock", ".wirelab-queue.json"}
