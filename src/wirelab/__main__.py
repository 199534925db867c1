"""The program: `python -m wirelab` is the same as `wirelab`."""

import os


def main() -> None:
    """Do the command. An interrupt before it handles signals, or when it is over, ends the program without a word."""
    try:
        from wirelab.cli import main as command

        command()
    except KeyboardInterrupt:
        os._exit(130)


if __name__ == "__main__":
    main()
