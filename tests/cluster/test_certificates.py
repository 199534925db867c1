"""The folder of certificates: who may read what, who signed it, and what is refused."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from tests.conftest import Wirelab
from wirelab.app.hosts.hosts_file import DRIVER, membership
from wirelab.cluster.certificates import make_certificates
from wirelab.model.errors import UsageError

ADDRESS = "tls://127.0.0.1:8786"


def test_every_member_has_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    folder = tmp_path / "hosts"
    until = make_certificates(folder, ADDRESS, ["left", "right"])
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    private = dict.fromkeys(["scheduler.pem", "driver.pem", "left.pem", "right.pem"], 0o600)
    assert modes == private | {"authority.pem": 0o644, "hosts.toml": 0o644}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    authority = x509.load_pem_x509_certificate((folder / "authority.pem").read_bytes())
    assert "PRIVATE" not in (folder / "authority.pem").read_text()
    now = datetime.now(UTC)
    for name in private:
        found = x509.load_pem_x509_certificate((folder / name).read_bytes())
        found.verify_directly_issued_by(authority)
        assert found.not_valid_before_utc < now - timedelta(days=1), "clocks of hosts may be behind"
        assert until.replace(microsecond=0) == found.not_valid_after_utc
        assert not found.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert membership(folder / "hosts.toml", DRIVER).file.hosts == ("left", "right")


@pytest.mark.parametrize(
    ("address", "hosts", "says"),
    [
        ("tcp://127.0.0.1:1", ["left"], "should be like tls"),
        ("tls://0.0.0.0:1", ["left"], "should name one address"),
        ('tls://a"b:8786', ["left"], "should be like tls://192.0.2.1:8786"),
        ("tls://a\\b:8786", ["left"], "should be like tls://192.0.2.1:8786"),
        ("tls://a\nb:8786", ["left"], "should be like tls://192.0.2.1:8786"),
        ("tls://user:word@a:8786", ["left"], "should be like tls://192.0.2.1:8786"),
        ("tls://a:8786?x", ["left"], "should be like tls://192.0.2.1:8786"),
        (ADDRESS, ["../left"], "cannot be a host's name"),
        (ADDRESS, ["scheduler"], "cannot be a host's name"),
    ],
)
def test_what_is_refused(tmp_path: Path, address: str, hosts: list[str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_certificates(tmp_path / "hosts", address, hosts)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_folder_is_never_replaced(wirelab: Wirelab, tmp_path: Path) -> None:
    words = ("hosts", "init", "--scheduler", "127.0.0.1:8786", "--host", "left")
    made = wirelab(*words)
    assert made.returncode == 0
    assert "left.pem: wirelab hosts serve hosts/hosts.toml --name left" in made.stdout
    assert "can run programs on all hosts" in made.stderr
    before = (tmp_path / "hosts" / "left.pem").read_bytes()
    again = wirelab(*words)
    assert again.returncode == 2
    assert "it already exists" in again.stderr
    assert (tmp_path / "hosts" / "left.pem").read_bytes() == before
