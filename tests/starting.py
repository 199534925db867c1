"""The command in processes that have loaded the program already, so that a test waits for the command's work.

Each has its own folder, environment, arguments and streams, like one that the shell starts. That the program starts
from nothing, and that its reports have figures, is for `tests/e2e` to see: drawing took 8 % of all tests' time.
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


def run_command(
    words: Sequence[str], folder: Path, environment: Mapping[str, str], timeout_s: float
) -> "subprocess.CompletedProcess[str]":
    """The command with `words` in `folder`, as `subprocess.run` has it; its pages have empty pictures.

    Raises:
        TimeoutExpired: it took longer, and was killed.
    """
    with tempfile.TemporaryDirectory(prefix="wirelab-typed-") as scratch:
        streams = [Path(scratch) / name for name in ("stdout", "stderr")]
        process = starter().Process(target=perform, args=(words, folder, environment, streams, False))
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
    words: Sequence[str], folder: Path, environment: Mapping[str, str], streams: Sequence[Path], draws: bool = True
) -> None:
    """Do the work of the forked process. Unless it `draws`, its pages have empty pictures, which take no time."""
    assert "tests.loaded" in sys.modules, "the process that forks did not find the modules to load"
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    _redirect(os.open(os.devnull, os.O_RDONLY), 0)
    for number, path in enumerate(streams, start=1):
        _redirect(os.open(path, os.O_WRONLY | os.O_CREAT), number)
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv = ["wirelab", *words]
    if not draws:
        import wirelab.report.render.page

        wirelab.report.render.page.drawn_apart = _empty_pictures
    from wirelab.cli import main

    try:
        main()
    finally:
        atexit._run_exitfuncs()  # as an interpreter does that ends; those of `multiprocessing` do not
        sys.stdout.flush()


def _empty_pictures(figures: Sequence[object]) -> tuple[list[str | None], str]:
    return ['<svg width="1" height="1"></svg>'] * len(figures), ""


def _redirect(opened: int, number: int) -> None:
    os.dup2(opened, number)
    os.close(opened)
