"""Another user of the machine, and pages of others in the user's browser: refused, said, and nothing changes."""

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from tests.web.client import Client, served
from tests.web.invented_labs import add_run
from wirelab.app.serve.labs import Labs, Seen
from wirelab.web import server
from wirelab.web.server import host_of

JSON = {"Content-Type": "application/json"}
BYTES = {"Content-Type": "application/octet-stream"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("labs")
    add_run(folder / "wirelab.duckdb")
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[Client]:
    with served(folder, allow_run=True) as client:
        yield client


def everything(client: Client) -> list[tuple[str, str]]:
    """Every address that the server has, and some that it has not."""
    at = client.place
    shown = ("", "labs/wirelab.duckdb/runs/1", "labs/wirelab.duckdb/tables/csv", "compare?before=a&after=b", "queue")
    changed = ("queue", f"queue/{'0' * 16}/stop", f"queue/{'0' * 16}/remove", "data/new.json")
    return [
        *(("GET", at + path) for path in shown),
        *(("POST", at + path) for path in changed),
        ("PUT", f"{at}data/new.json"),
        ("POST", "/enter"),
        ("GET", at.rstrip("/")),
        ("GET", "/queue"),
        ("GET", "/docs"),
        ("GET", "/openapi.json"),
        ("GET", f"/{'0' * 32}/"),
        ("GET", "//etc/passwd"),
        ("GET", "/%2e%2e/%2e%2e/etc/passwd"),
        ("POST", "/"),
        *((method, at) for method in ("HEAD", "OPTIONS", "DELETE", "PATCH", "TRACE", "CONNECT")),
    ]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        JSON,
        {"Content-Type": "text/plain"},
        {**JSON, "Wirelab-Token": ""},
        {**JSON, "Wirelab-Token": "0" * 32},
        {**JSON, "Wirelab-Token": "\u00e4" * 32},
        {**JSON, "Cookie": f"wirelab={'0' * 32}"},
        {**JSON, "Cookie": "wirelab="},
    ],
    ids=["nothing", "no token", "a form", "empty", "wrong", "no ASCII", "a wrong cookie", "an empty cookie"],
)
def test_who_has_no_token_is_refused(client: Client, folder: Path, headers: dict[str, str]) -> None:
    before = sorted(folder.iterdir())
    for method, path in everything(client):
        answer = client.raw(method, path, headers, b'{"lab":"new.duckdb"}')
        assert answer.status == 403, (method, path)
        assert client.token not in answer.text + str(answer.headers)
    assert sorted(folder.iterdir()) == before
    assert client.get("queue").json["studies"] == []


@pytest.mark.parametrize(
    "changed",
    [
        {"Host": "rebound.example.org"},
        {"Host": "rebound.example.org", "Origin": "http://rebound.example.org"},
        {"Host": "localhost"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://evil.example.org"},
    ],
    ids=str,
)
def test_a_page_of_others_is_refused_even_with_the_token(client: Client, changed: dict[str, str]) -> None:
    for method, path in [("GET", "/"), *everything(client)]:
        answer = client.raw(method, path, {**client.own, **JSON, **changed}, b"{}")
        assert answer.status == 403, (method, path)
    assert client.get("queue").json["studies"] == []


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_port_may_not_embed_or_link(client: Client, site: str) -> None:
    assert client.raw("GET", client.place, {**client.own, "Sec-Fetch-Site": site}).status == 403
    assert client.raw("GET", "/", {"Sec-Fetch-Site": site}).status == 200, "the entrance shows nothing"


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Content-Type": "text/plain"}, b"{}"),
        ({"Content-Type": "application/x-www-form-urlencoded"}, b"lab=x.duckdb"),
        ({}, b"{}"),
        (JSON, b" " * ((1 << 20) + 1)),
        ({**JSON, "Transfer-Encoding": "chunked"}, b"2\r\n{}\r\n0\r\n\r\n"),
        ({**JSON, "Origin": ""}, b"{}"),
    ],
    ids=["text", "a form", "no type", "too long", "no length", "no origin"],
)
def test_what_a_form_cannot_be_is_refused(client: Client, headers: dict[str, str], body: bytes) -> None:
    asked = {**client.own, **headers}
    assert client.raw("POST", f"{client.place}queue", asked, body).status == 403
    assert client.get("queue").json["studies"] == []


def test_a_cookie_is_not_enough_to_change_anything(client: Client) -> None:
    with_cookie = {name: value for name, value in client.own.items() if name != "Wirelab-Token"}
    assert client.raw("POST", f"{client.place}queue", {**with_cookie, **JSON}, b"{}").status == 403
    assert client.raw("PUT", f"{client.place}data/x.json", {**with_cookie, **BYTES}, b"{}").status == 403


def test_the_cookie_is_for_a_path_that_nobody_can_guess_and_for_no_script(client: Client) -> None:
    cookie = client.enter().headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert f"Path={client.place}" in cookie
    assert len(client.place) == 34


def test_refusals_are_said_and_a_flood_of_them_is_not(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    time.sleep(1.1)  # another may have been said within a second
    client.notices.clear()
    for _ in range(50):
        client.raw("GET", "/\x1b[31mx".replace("\x1b", "%1b"), {})
    assert 1 <= len(client.notices) <= 5
    assert client.notices[0].startswith("refused GET /")
    assert "it has no token" in client.notices[0]


def test_a_server_that_is_read_only_changes_nothing_for_its_user(folder: Path) -> None:
    before = sorted(folder.iterdir())
    with served(folder) as client:
        for answer in (client.post("queue", {"lab": "new.duckdb"}), client.put("data/new.json", b"[1]")):
            assert answer.status == 403
            assert "read-only" in answer.text
        page = client.get("").text
        assert "This server is read-only" in page
        assert client.token not in page
        assert client.get("queue").status == 404
    assert sorted(folder.iterdir()) == before


def test_no_command_line_and_no_environment_has_the_token(client: Client) -> None:
    seen = 0
    for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):  # those of other tests end when they like
            known = [*process.cmdline(), *process.environ().values()]
            assert [text for text in known if client.token in text or client.place in text] == []
            seen += 1
    assert seen


@pytest.mark.parametrize(
    "request_",
    [
        b"\x00\xff\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"POST /enter HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ids=["noise", "upgrade", "chunks"],
)
def test_what_is_no_request_writes_nothing_on_the_terminal(
    client: Client, request_: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = client.host.split(":")
    for _ in range(10):
        with socket.create_connection((host, int(port)), timeout=10) as stranger:
            stranger.sendall(request_.replace(b"HOST", client.host.encode()))
            assert stranger.recv(100).startswith(b"HTTP/1.1 ")
    assert client.get("").status == 200
    assert caplog.records == []


def test_a_server_is_called_as_browsers_call_it() -> None:
    assert (host_of(8484), host_of(80)) == ("127.0.0.1:8484", "127.0.0.1")


def test_it_listens_on_loopback_only(client: Client) -> None:
    listening = [each.laddr for each in psutil.Process().net_connections("tcp") if each.status == "LISTEN"]
    port = int(client.host.partition(":")[2])
    assert {each.ip for each in listening if each.port == port} == {"127.0.0.1"}


def test_a_server_that_ends_while_it_answers_writes_no_traceback(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, done = threading.Event(), threading.Event()

    def slowly(_: Labs) -> tuple[Seen, ...]:
        begun.set()
        done.wait(60)
        return ()

    monkeypatch.setattr(Labs, "seen", slowly)
    monkeypatch.setattr(server, "_PATIENCE_S", 0.1)
    with ThreadPoolExecutor(1) as pool:
        try:
            with served(folder) as client:
                asked = pool.submit(client.get, "")
                assert begun.wait(60)
        finally:
            done.set()
        asked.exception()
    assert caplog.records == []
