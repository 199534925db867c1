"""Processes with bounds: those that are asked for, or the user's own where they are lower."""

import json
import subprocess
import sys

import pytest

MIB = 1 << 20
STARTED = """
import json, os, resource, sys
from wirelab.execution.withstand import bounds
from wirelab.process.transport import Transport
for name, most in json.loads(sys.argv[1]).items():
    resource.setrlimit(getattr(resource, name), (most, most))
bounds.open_process = lambda program: Transport(["sleep", "60"], os.environ)
program = bounds.BoundedProgram(None, 4096 << 20, 64 << 20)
started = program.start()
limits = [resource.prlimit(started.pid, what) for what in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE)]
print(json.dumps([bounds.memory_within(4096 << 20), *limits]))
started.kill()
"""


@pytest.mark.parametrize(
    ("own", "memory", "file"),
    [
        ({}, 4096, 64),
        ({"RLIMIT_DATA": 2048 * MIB}, 2048, 64),
        ({"RLIMIT_AS": 3072 * MIB}, 3072, 64),
        ({"RLIMIT_DATA": 8192 * MIB, "RLIMIT_FSIZE": MIB}, 4096, 1),
    ],
)
def test_a_lower_limit_of_the_users_own_counts(own: dict[str, int], memory: int, file: int) -> None:
    done = subprocess.run([sys.executable, "-c", STARTED, json.dumps(own)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [memory * MIB, [memory * MIB] * 2, [file * MIB] * 2]
