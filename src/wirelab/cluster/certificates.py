"""Certificates for the scheduler, the driver and each host, signed by an authority of their own, and the hosts file."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from wirelab.app.hosts.hosts_file import AUTHORITY, DRIVER, SCHEDULER, certificate, checked_address, checked_name
from wirelab.files.scratch import beside
from wirelab.model.errors import UsageError, host_faults

HOSTS_FILE = "hosts.toml"
_DAYS, _EARLIER = 730, timedelta(days=2)
"""How long certificates are valid, and how much before now that begins: clocks of hosts may be slow."""
_PRIVATE, _PUBLIC = 0o600, 0o644


def make_certificates(folder: Path, scheduler: str, hosts: Sequence[str]) -> datetime:
    """Make a folder with a hosts file, and each member's certificate with its private key; returns when they expire.

    Raises:
        UsageError: a name or the address is not valid, or the folder already exists.
        HostError: it cannot be written.
    """
    if folder.exists():
        remedy = "name a folder that does not exist yet: certificates made at different times do not trust each other"
        raise UsageError(f"folder {folder}", "it already exists", remedy=remedy)
    try:
        address, names = checked_address(scheduler), [checked_name(each) for each in dict.fromkeys(hosts)]
    except ValueError as error:
        raise UsageError("command line", str(error), remedy="see wirelab hosts init --help") from None
    now = datetime.now(UTC)
    until = now + timedelta(days=_DAYS)
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority = _authority(authority_key, now, until)
    with host_faults(f"folder {folder}", "it cannot be made", "name another place"), beside(folder) as scratch:
        made = scratch / folder.name
        made.mkdir(mode=0o700)
        _write(certificate(made, AUTHORITY), _pem(authority), _PUBLIC)
        for member in (SCHEDULER, DRIVER, *names):
            key = ec.generate_private_key(ec.SECP256R1())
            signed = _signed(member, key, authority, authority_key)
            _write(certificate(made, member), _pem_of_key(key) + _pem(signed), _PRIVATE)
        listed = ", ".join(f'"{name}"' for name in names)
        _write(made / HOSTS_FILE, f'scheduler = "{address}"\nhosts = [{listed}]\n'.encode(), _PUBLIC)
        made.rename(folder)
    return until


def _authority(key: ec.EllipticCurvePrivateKey, now: datetime, until: datetime) -> x509.Certificate:
    """It signs only these certificates: its key is written nowhere."""
    name = _name(AUTHORITY)
    return (
        _builder(name, name, key, now - _EARLIER, until)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .sign(key, hashes.SHA256())
    )


def _signed(
    member: str, key: ec.EllipticCurvePrivateKey, authority: x509.Certificate, by: ec.EllipticCurvePrivateKey
) -> x509.Certificate:
    begins, until = authority.not_valid_before_utc, authority.not_valid_after_utc
    both = [ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH]  # Dask's members listen and ask
    return (
        _builder(_name(member), authority.subject, key, begins, until)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(both), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key()), critical=False)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(f"{member}.wirelab.invalid")]), critical=False)
        .sign(by, hashes.SHA256())
    )


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, begins: datetime, until: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(until)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(member: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Wirelab {member}")])


def _pem(made: x509.Certificate) -> bytes:
    return made.public_bytes(serialization.Encoding.PEM)


def _pem_of_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write(path: Path, data: bytes, mode: int) -> None:
    """Write a new file that has its mode from its first byte on."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode), "wb") as file:
        file.write(data)
