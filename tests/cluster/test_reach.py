"""Why the scheduler does not answer."""

import asyncio
import socket
from pathlib import Path

import pytest

from wirelab.app.hosts.hosts_file import DRIVER, membership
from wirelab.cluster.certificates import HOSTS_FILE, make_certificates
from wirelab.cluster.reach import why_unreachable


def test_a_name_that_nobody_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    make_certificates(tmp_path / "hosts", "tls://nobody.invalid:8786", ["left"])
    member = membership(tmp_path / "hosts" / HOSTS_FILE, DRIVER)
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert "Name or service not known" in asyncio.run(why_unreachable(member))
