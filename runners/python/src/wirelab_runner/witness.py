"""A class that no schema has: whoever makes an object of it does so because bytes name it."""

import os
from pathlib import Path


class Witness:
    """Nothing comes of it but that a file is opened, which `wirelab withstand` watches."""

    def __init__(self) -> None:
        folder = os.environ.get("WIRELAB_WITNESS")
        if folder is not None:
            (Path(folder) / "class").read_bytes()
