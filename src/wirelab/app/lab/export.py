"""`wirelab export`: a lab file's tables as files."""

from pathlib import Path
from typing import Literal

from wirelab.store.lab import Lab


def export(lab: Path, folder: Path, form: Literal["parquet", "csv"], *, force: bool) -> tuple[Path, ...]:
    """Write every table of `lab` as a file into `folder`, made if missing; returns the files."""
    with Lab.open(lab, create=False, read_only=True) as opened:
        return opened.export(folder, form, force=force)
