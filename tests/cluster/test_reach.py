"""Why the scheduler does not answer."""

import asyncio
import socket
from pathlib import Path

import pytest

from wirelab.app.hosts.hosts_file import AUTHORITY, DRIVER, SCHEDULER, membership
from wirelab.cluster.certificates import HOSTS_FILE, make_certificates
from wirelab.cluster.reach import why_unreachable
from wirelab.cluster.serve import _serve, schedule
from wirelab.model.errors import HostError


def test_a_name_that_nobody_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    make_certificates(tmp_path / "hosts", "tls://nobody.invalid:8786", ["left"])
    member = membership(tmp_path / "hosts" / HOSTS_FILE, DRIVER)
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert "Name or service not known" in asyncio.run(why_unreachable(member))


@pytest.mark.parametrize("spoiled", [AUTHORITY, SCHEDULER])
def test_a_scheduler_names_the_certificate_that_is_none(tmp_path: Path, spoiled: str) -> None:
    folder = tmp_path / "hosts"
    make_certificates(folder, "tls://127.0.0.1:8786", ["left"])
    (folder / f"{spoiled}.pem").write_text("no certificate")
    with pytest.raises(HostError, match="it is not a certificate") as raised:
        schedule(membership(folder / HOSTS_FILE, SCHEDULER), print)
    assert raised.value.part == f"certificate {folder / spoiled}.pem"


def test_a_host_ends_at_once_though_the_scheduler_does_not_answer(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        make_certificates(tmp_path / "hosts", f"tls://127.0.0.1:{silent.getsockname()[1]}", ["left"])
        member = membership(tmp_path / "hosts" / HOSTS_FILE, "left")

        async def served() -> None:
            ended = asyncio.Event()
            asyncio.get_running_loop().call_later(0.2, ended.set)
            await asyncio.wait_for(_serve(member, "127.0.0.1", print, ended), 5)

        asyncio.run(served())
