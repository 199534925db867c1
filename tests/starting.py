"""The command in processes that have loaded the program already, so that a test waits for the command's work.

Each has its own folder, environment, arguments and streams, like one that the shell starts; one process draws for all
of them (`tests/drawing.py`). That the program starts from nothing is for `tests/e2e` to see.
"""

import atexit
import contextlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

from tests.drawing import drawing_process, drawn_elsewhere


def run_command(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], timeout_s: float
) -> "subprocess.CompletedProcess[str]":
    """The command with `words` in `folder`, as `subprocess.run` has it.

    Raises:
        TimeoutExpired: it took longer, and was killed.
    """
    with tempfile.TemporaryDirectory(prefix="wirelab-typed-") as scratch:
        streams = [Path(scratch) / name for name in ("stdout", "stderr")]
        process = starter().Process(target=perform, args=(words, folder, environment, streams, drawing_process()))
        process.start()
        process.join(timeout_s)
        late = process.is_alive()
        if late:
            process.kill()
            process.join()
        seen = [path.read_text(encoding="utf-8") if path.exists() else "" for path in streams]
    if late:
        raise subprocess.TimeoutExpired(["wirelab", *words], timeout_s, *seen)
    assert process.exitcode is not None
    return subprocess.CompletedProcess(["wirelab", *words], process.exitcode, *seen)


@cache
def starter() -> ForkServerContext:
    """A process that loads once and forks at each command.

    It finds its modules from the folder in which it starts, and continues without those that it does not find.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "tests.loaded"])
    with contextlib.chdir(Path(__file__).parents[1]):
        forkserver.ensure_running()
    return context


def perform(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], streams: Sequence[Path], draws: Any = None
) -> None:
    """The work of the forked process; without another that `draws` for it, it has one of its own, as commands have."""
    assert "tests.loaded" in sys.modules, "the process that forks did not find what to load"
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    _redirect(os.open(os.devnull, os.O_RDONLY), 0)
    for number, path in enumerate(streams, start=1):
        _redirect(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = ["wirelab", *words]
    if draws is not None:
        drawn_elsewhere(draws)
    from wirelab.cli import main

    try:
        main()
    finally:
        atexit._run_exitfuncs()  # as an interpreter does that ends; those of `multiprocessing` do not
        sys.stdout.flush()


def _redirect(opened: int, number: int) -> None:
    os.dup2(opened, number)
    os.close(opened)
