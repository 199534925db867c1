"""Starts the runner: `python -I runners/python/src TYPES`, where TYPES is the folder of the rendered types."""

import sys
from pathlib import Path

from wirelab_runner.main import main

main(Path(sys.argv[1]))
