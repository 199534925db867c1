"""A scheduler, and a host, each from its start to the signal that ends it."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from wirelab.app.hosts.hosts_file import SCHEDULER, Membership
from wirelab.cluster.engine import SLOT, PlainScheduler, QuietWorker, security
from wirelab.cluster.reach import context_of, own_address, why_unreachable
from wirelab.cluster.task import FOLDER, own_host
from wirelab.files.scratch import scratch
from wirelab.model.errors import HostError
from wirelab.process.signals import that_end

Notice = Callable[[str], None]
_AGAIN_S, _JOIN_S = 1.0, 15
_THREADS = 2
"""One measures, or waits for the process that does; the other answers questions meanwhile."""


def schedule(member: Membership, notice: Notice) -> None:
    """Let hosts and drivers meet at the scheduler's address, until a signal comes.

    Raises:
        HostError: it cannot listen there, or one of its certificates is none.
    """
    context_of(member)
    asyncio.run(_until_signal(lambda ended: _schedule(member, notice, ended)))


def serve_host(member: Membership, folder: Path, address: str | None, notice: Notice) -> None:
    """Measure for drivers, until a signal comes; labs of sessions are in `folder` until a driver has them.

    Raises:
        HostError: a certificate is not of the same authority, or this machine has no such address.
    """
    os.environ[FOLDER] = str(folder)
    host = own_host()
    try:
        asyncio.run(_until_signal(lambda ended: _serve(member, address or own_address(member), notice, ended)))
    finally:
        host.close()


async def _until_signal(serve: Callable[[asyncio.Event], Awaitable[None]]) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in that_end():
        loop.add_signal_handler(number, ended.set)
    await serve(ended)


async def _schedule(member: Membership, notice: Notice, ended: asyncio.Event) -> None:
    address = urlsplit(member.file.scheduler)
    scheduler = PlainScheduler(
        host=address.hostname,
        port=address.port or 0,
        protocol="tls",
        security=security(member, SCHEDULER),
        dashboard=False,
    )
    try:
        await scheduler
    except (OSError, RuntimeError) as error:
        why, remedy = str(error.__cause__ or error), "end the program that listens there, or change all hosts files"
        raise HostError(f"scheduler {member.file.scheduler}", "it cannot listen", why=why, remedy=remedy) from None
    notice(f"Scheduler at {member.file.scheduler}, for hosts {', '.join(member.file.hosts)}. Ctrl-C ends it.")
    await ended.wait()
    await scheduler.close()


async def _serve(member: Membership, address: str, notice: Notice, ended: asyncio.Event) -> None:
    said = ""
    while not ended.is_set():
        why = await _asked(member, ended) or await _joined(member, address, notice, ended)
        if why != said and not ended.is_set():
            notice(f"Waiting, because {why}.")
            said = why
        await _slept(ended)


async def _asked(member: Membership, ended: asyncio.Event) -> str:
    """Why the scheduler does not answer, unless the signal comes before it is known."""
    asked, over = asyncio.ensure_future(why_unreachable(member)), asyncio.ensure_future(ended.wait())
    await asyncio.wait([asked, over], return_when=asyncio.FIRST_COMPLETED)
    over.cancel()
    if asked.done():
        return asked.result()
    asked.cancel()
    return "this host ends"


async def _joined(member: Membership, address: str, notice: Notice, ended: asyncio.Event) -> str:
    """Belong to the scheduler until it or this process is gone; returns why that ended, as a clause."""
    with scratch() as folder:
        worker = QuietWorker(
            member.file.scheduler,
            name=member.member,
            nthreads=_THREADS,
            resources={SLOT: 1},
            security=security(member, "worker"),
            host=address,
            protocol="tls",
            memory_limit=0,
            death_timeout=_JOIN_S,
            local_directory=str(folder),
        )
        try:
            await worker
        except Exception as error:
            return _why_not_joined(error, member)
        notice(f"Host {member.member} waits for a driver, as {worker.address}. Ctrl-C ends it.")
        gone: asyncio.Future[Any] = asyncio.ensure_future(worker.finished())
        over: asyncio.Future[Any] = asyncio.ensure_future(ended.wait())
        await asyncio.wait([gone, over], return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        await worker.close()
    return "the scheduler is gone"


def _why_not_joined(error: Exception, member: Membership) -> str:
    chain: list[str] = []
    at: BaseException | None = error
    while at is not None:
        chain.append(str(at))
        at = at.__cause__
    text = "; ".join(chain)
    if "name taken" in text:
        return (
            f"the scheduler still has a host named {member.member}, which it soon forgets if that one vanished; give "
            "a second one another name"
        )
    return f"it could not join: {chain[-1]}"


async def _slept(ended: asyncio.Event) -> None:
    try:
        await asyncio.wait_for(ended.wait(), _AGAIN_S)
    except TimeoutError:
        return
