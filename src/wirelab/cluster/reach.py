"""Whether the scheduler can be reached, and if not, why: asked before Dask tries again and again in silence."""

import asyncio
import os
import socket
import ssl
from urllib.parse import urlsplit

from wirelab.app.hosts.hosts_file import Membership
from wirelab.cluster.engine import security
from wirelab.model.errors import HostError, host_faults

_TRY_S = 10.0


async def why_unreachable(member: Membership) -> str:
    """Why the scheduler does not answer, as a clause; empty if it does.

    Raises:
        HostError: it answers, but one of the certificates is not of the same authority.
    """
    address = urlsplit(member.file.scheduler)
    try:
        reader, writer = await asyncio.wait_for(
            asyncio.open_connection(address.hostname, address.port, ssl=context_of(member)), _TRY_S
        )
    except ssl.SSLError as error:
        raise wrong_certificate(member, error) from None
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error) or "no answer"
        return f"the scheduler does not answer at {member.file.scheduler} ({why})"
    try:
        # With TLS 1.3 a refusal of our certificate comes with the first bytes; Dask's servers speak first.
        await asyncio.wait_for(reader.read(1), _TRY_S)
    except ssl.SSLError as error:
        raise wrong_certificate(member, error) from None
    except OSError as error:
        return f"the scheduler at {member.file.scheduler} does not respond ({error})"
    finally:
        writer.close()
    return ""


def wrong_certificate(member: Membership, error: Exception) -> HostError:
    """The fault of a certificate."""
    return HostError(
        f"certificate {member.certificate}",
        f"it and that of the scheduler at {member.file.scheduler} do not trust each other",
        why=str(error),
        remedy="use files that one `wirelab hosts init` made on all machines, and check that their clocks are right",
    )


def own_address(member: Membership) -> str:
    """The address of this machine by which it reaches the scheduler; nothing is sent.

    Raises:
        HostError: there is no way to it.
    """
    address = urlsplit(member.file.scheduler)
    remedy = "check the network, or name this machine's address with --address"
    with host_faults(f"scheduler {member.file.scheduler}", "it cannot be reached", remedy):
        family, kind, *_, target = socket.getaddrinfo(address.hostname, address.port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as asked:
            asked.connect(target)
            return str(asked.getsockname()[0])


def context_of(member: Membership) -> ssl.SSLContext:
    """Dask's own: both sides are certified by the authority; names are not compared, since members move.

    Raises:
        HostError: the member's certificate, or that of the authority, is none.
    """
    part, what = member.authority, "it is not a certificate"
    try:
        ssl.create_default_context(cafile=part)
        part, what = member.certificate, "it is not a certificate with its key"
        context: ssl.SSLContext = security(member, "client").get_connection_args("client")["ssl_context"]
    except OSError as error:
        remedy = "copy it again from where `wirelab hosts init` made it"
        raise HostError(f"certificate {part}", what, why=str(error), remedy=remedy) from None
    return context
