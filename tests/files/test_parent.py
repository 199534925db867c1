"""Processes of the lab's own: their parent alone hears of Ctrl-C."""

import signal
import subprocess
import sys

from wirelab.files.parent import left_to_parent

BLOCKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"


def blocked() -> str:
    return subprocess.run([sys.executable, "-c", BLOCKED], stdout=subprocess.PIPE, text=True, check=True).stdout


def test_a_process_that_its_parent_ends_does_not_see_ctrl_c() -> None:
    with left_to_parent():
        assert blocked() == "True\n"
    assert blocked() == "False\n"
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
