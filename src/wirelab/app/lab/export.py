"""`wirelab export`: a lab file's tables as files, or one table that `wirelab analyze` and others read."""

import csv
import io
from pathlib import Path
from typing import Literal

from wirelab.app.analyze.lab_table import lab_table
from wirelab.store.lab import Lab


def export(lab: Path, folder: Path, form: Literal["parquet", "csv"], *, force: bool) -> tuple[Path, ...]:
    """Write every table of `lab` as a file into `folder`, made if missing; returns the files."""
    with Lab.open(lab, create=False, read_only=True, exports_to=folder) as opened:
        return opened.export(folder, form, force=force)


def export_partitions(lab: Path, folder: Path) -> Path:
    """Write `lab` as the new folder `folder` of Parquet files, batches by run and phase, which is read as a lab."""
    with Lab.open(lab, create=False, read_only=True, exports_to=folder.absolute().parent) as opened:
        opened.export_partitions(folder)
    return folder


def export_for_analysis(lab: Path, run_id: int | None) -> str:
    """Write a run of `lab`, or the latest, as CSV: a row per process, factors in columns, as for `wirelab analyze`.

    Raises:
        LabError: there is no such file or run, or no process counts.
    """
    columns = lab_table(lab, run_id).columns
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue()
