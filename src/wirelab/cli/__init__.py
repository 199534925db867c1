"""The command line. Each command lives in a module of its own, imported when it is used."""

from wirelab.cli.main import main

__all__ = ["main"]
