"""The command line. Each command is a module, imported when it is used."""

from wirelab.cli.main import main

__all__ = ["main"]
