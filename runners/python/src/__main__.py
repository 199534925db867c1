"""Starts the runner: `python -I runners/python/src TYPES`, where TYPES is the folder of the rendered types."""

import sys

from wirelab_runner.main import main

sys.exit(main(sys.argv[1:]))
