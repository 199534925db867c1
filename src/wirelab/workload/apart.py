"""Runs somebody else's generator in a process of its own, without a network where the system allows that."""

import ctypes
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection
from typing import Any

from wirelab.files.parent import end_with_parent, left_to_parent
from wirelab.model.errors import DefinitionError, WirelabError

_AT_ONCE = 1 << 16
_NEW_NETWORK, _NEW_USER = 0x40000000, 0x10000000
"""CLONE_NEWNET and CLONE_NEWUSER of unshare(2): only root may have the one without the other."""


def run_apart(make: Callable[..., Iterable[bytes]], given: tuple[Any, ...], part: str) -> Iterator[bytes]:
    """Yield the values of `make(*given)`, made in a process that ends with this one.

    Raises:
        WirelabError: `make` raises it.
        DefinitionError: the process, which `part` names, ended before it was done.
    """
    spawning = multiprocessing.get_context("spawn")
    here, there = spawning.Pipe(duplex=False)
    process = spawning.Process(target=_work, args=(there, make, given), daemon=True)
    with left_to_parent():
        process.start()
    there.close()
    try:
        while (sent := here.recv()) is not None:
            if isinstance(sent, WirelabError):
                raise sent
            yield from sent
    except EOFError:
        process.join()
        why = f"its process ended with status {process.exitcode}"
        raise DefinitionError(part, "its generator ended early", why=why, remedy="fix it and try again") from None
    finally:
        process.kill()
        process.join()
        here.close()


def _work(to: Connection, make: Callable[..., Iterable[bytes]], given: tuple[Any, ...]) -> None:
    """The work of the process; its output goes to standard error, since standard output may be somebody's JSON."""
    _leave_network()
    end_with_parent()
    os.dup2(2, 1)
    made: list[bytes] = []
    waiting = 0
    try:
        for data in make(*given):
            made.append(data)
            waiting += len(data)
            if waiting > _AT_ONCE:
                to.send(made)
                made, waiting = [], 0
        to.send(made)
        to.send(None)
    except WirelabError as error:
        to.send(error)
    except BrokenPipeError:
        os._exit(130)  # the lab was interrupted, and says so


def _leave_network() -> None:
    """Have only a network of its own without anybody else; where that is not permitted, nothing changes."""
    unshare = ctypes.CDLL(None).unshare
    if unshare(_NEW_NETWORK):
        unshare(_NEW_USER | _NEW_NETWORK)
