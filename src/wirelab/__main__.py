"""`python -m wirelab` is the same as `wirelab`."""

from wirelab.cli import main

if __name__ == "__main__":
    main()
