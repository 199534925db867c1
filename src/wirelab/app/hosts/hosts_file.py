"""The hosts file: where the scheduler listens, and which hosts measure. Certificates are beside it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from wirelab.files.inputs import read_text
from wirelab.files.toml import parse_document
from wirelab.model.errors import HostError
from wirelab.model.names import choose

AUTHORITY, SCHEDULER, DRIVER = "authority", "scheduler", "driver"
"""The members that have certificates, besides the hosts."""
_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
_ADDRESS = re.compile(r"tls://[^\s\"'\\/?#@]+")
_OTHERS_BITS = 0o077


def checked_name(name: str) -> str:
    """A host's name, which also names files; a ValueError if it cannot be one."""
    if not _NAME.fullmatch(name) or name in (AUTHORITY, SCHEDULER, DRIVER):
        raise ValueError(
            f"'{name}' cannot be a host's name: write lower-case letters, digits and hyphens, and none of"
            f" {AUTHORITY}, {SCHEDULER}, {DRIVER}"
        )
    return name


def checked_address(address: str) -> str:
    """The scheduler's address, which names one address of this network and TLS; a ValueError if it does not."""
    parts = urlsplit(address if _ADDRESS.fullmatch(address) else "")
    try:
        port = parts.port
        (parts.hostname or "").encode("idna")  # as whoever connects does
    except ValueError:
        port = None
    if not parts.hostname or not port:
        raise ValueError(f"should be like tls://192.0.2.1:8786, not '{address}'")
    if parts.hostname in ("0.0.0.0", "::"):
        raise ValueError("should name one address, not all of the machine's")
    return address


class HostsFile(BaseModel):
    """The contents of `hosts.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    scheduler: Annotated[str, AfterValidator(checked_address)]  # tls://ADDRESS:PORT
    hosts: tuple[str, ...] = Field(min_length=1, strict=False)
    patience_s: float = Field(default=120, gt=0, le=86_400, strict=False)
    """How long the driver waits for a host that is away."""

    @field_validator("hosts")
    @classmethod
    def _are_names(cls, hosts: tuple[str, ...]) -> tuple[str, ...]:
        if twice := [each for each in dict.fromkeys(hosts) if hosts.count(each) > 1]:
            raise ValueError(f"{twice[0]} is named twice")
        return tuple(map(checked_name, hosts))


@dataclass(frozen=True, slots=True)
class Membership:
    """A hosts file, and the certificate with which one of its members shows who it is."""

    path: Path
    file: HostsFile
    member: str

    @property
    def authority(self) -> Path:
        """The certificate that signed all others."""
        return certificate(self.path.parent, AUTHORITY)

    @property
    def certificate(self) -> Path:
        """The member's certificate, with its private key."""
        return certificate(self.path.parent, self.member)


def certificate(folder: Path, member: str) -> Path:
    """The file with a member's certificate."""
    return folder / f"{member}.pem"


def hosts_file_at(path: Path) -> HostsFile:
    """Read a hosts file.

    Raises:
        UsageError, HostError: it is not there, or cannot be read.
        DefinitionError: it is not well formed.
    """
    part = f"hosts file {path}"
    return parse_document(read_text(path, part), HostsFile, part)


def membership(path: Path, member: str) -> Membership:
    """The hosts file, and the member's certificate beside it, which nobody else may read.

    Raises:
        UsageError: the file names no such host. HostError: a certificate is missing, or others can read the key.
        Others as `hosts_file_at`.
    """
    file = hosts_file_at(path)
    if member not in (SCHEDULER, DRIVER):
        choose("host", member, file.hosts)
    found = Membership(path, file, member)
    for each in (found.authority, found.certificate):
        if not each.is_file():
            remedy = f"copy {each.name} there from the folder that `wirelab hosts init` made"
            raise HostError(f"certificate {each}", "there is no such file", remedy=remedy)
    if found.certificate.stat().st_mode & _OTHERS_BITS:
        remedy = f"chmod 600 {found.certificate}"
        raise HostError(f"certificate {found.certificate}", "others can read its private key", remedy=remedy)
    return found
