"""Dask with our settings: quiet while the lab measures, and TLS with those who have a certificate of ours."""

import logging
import ssl

import dask.config
import distributed

from wirelab.app.hosts.hosts_file import Membership

_HEARTBEAT_S = 5
SLOT = "slot"
"""A resource: every host has one of it, and a measurement takes it."""
# Wirelab's defaults for Dask; users can set others in Dask's own files and variables.
_QUIET = {
    "distributed": {
        "admin": {
            "tick": {"interval": "5s", "limit": "1h", "cycle": "60s"},
            "system-monitor": {"interval": "60s", "disk": False, "gil": {"enabled": False}},
        },
        "comm": {"timeouts": {"connect": "10s", "tcp": "20s"}},
        "diagnostics": {"nvml": False},
        "scheduler": {
            "allowed-failures": 0,
            "work-stealing": False,
            "worker-ttl": "30s",
            "active-memory-manager": {"start": False},
            "http": {"routes": []},
        },
        "worker": {
            "profile": {"enabled": False},
            "memory": {"target": False, "spill": False, "pause": False, "terminate": False},
            "http": {"routes": []},
        },
    }
}
dask.config.update_defaults(_QUIET)
for _name in ("distributed", *(name for name in logging.root.manager.loggerDict if name.startswith("distributed."))):
    logging.getLogger(_name).setLevel(logging.CRITICAL)


def security(member: Membership, role: str) -> "distributed.Security":
    """The certificates that a `client`, `worker` or `scheduler` shows and accepts: TLS 1.3 on both sides."""
    return distributed.Security(
        require_encryption=True,
        tls_ca_file=str(member.authority),
        tls_min_version=ssl.TLSVersion.TLSv1_3,
        **{f"tls_{role}_cert": str(member.certificate)},
    )


class Plain:
    """Mixed into Dask's servers: no HTTP server, because that would answer anybody."""

    def start_http_server(self, *_: object, **__: object) -> None:
        """Start none."""


class QuietWorker(Plain, distributed.Worker):  # type: ignore[misc]
    """A host's worker: it speaks seldom, and does not wait for a round when it is closed."""

    async def heartbeat(self) -> None:
        """As Dask's, but not as often as the scheduler asks for."""
        await super().heartbeat()
        self.periodic_callbacks["heartbeat"].callback_time = _HEARTBEAT_S * 1000

    async def close(self, *given: object, **named: object) -> object:
        """As Dask's, but without waiting for a round: the host, which continues, answers for it."""
        return await super().close(*given, **{**named, "executor_wait": False})


class PlainScheduler(Plain, distributed.Scheduler):  # type: ignore[misc]
    """The scheduler, without pages."""
