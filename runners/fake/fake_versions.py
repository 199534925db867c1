"""The version of the codec `released` that a build has, and what differs with it.

As a program: install a version, `fake_versions.py FILE PACKAGE VERSION`.
"""

import sys
from pathlib import Path

INSTALLED = Path(__file__).with_name("released.txt")
USUAL, SLOWER, OTHER_BYTES = "1.4", (1, 2), (2, 0)


def version():
    """The version that is installed."""
    return INSTALLED.read_text() if INSTALLED.is_file() else USUAL


def at_least(least):
    """Whether it is that version or a later one."""
    return tuple(map(int, version().split("."))) >= least


def main():
    """Install; 1.9 is broken, and who wants 1.8 gets 1.4."""
    file, package, wanted = sys.argv[1:]
    if wanted == "1.9":
        sys.exit(f"{package} 1.9 does not compile: line 7: syntax error")
    Path(file).write_text(USUAL if wanted == "1.8" else wanted)


if __name__ == "__main__":
    main()
