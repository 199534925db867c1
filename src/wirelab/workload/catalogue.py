"""The lab's own workloads, by their names, and others by their folders."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wirelab.model.errors import UsageError
from wirelab.model.names import choose
from wirelab.workload.definition import FILE, Workload, load_workload


def is_folder(named: str) -> bool:
    """Whether a workload is named by its folder (`./orders`) instead of its name."""
    return bool({"/", os.sep} & set(named)) or named in {".", ".."}


def anchored(named: str, base: Path) -> str:
    """`named`, with its whole path if it is a folder; a relative one is in `base`."""
    if not is_folder(named):
        return named
    path = Path(named)
    with suppress(RuntimeError):  # `~name` of no user is a folder's name
        path = path.expanduser()
    return str((base / path).resolve())


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Workloads by name."""

    folder: Path  # holds a folder for each

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, sorted; a folder without `workload.toml` is none."""
        return tuple(sorted(path.parent.name for path in self.folder.glob(f"*/{FILE}")))

    def find(self, name: str) -> Workload:
        """The workload of that name, or in that folder.

        Raises:
            UsageError: there is none of that name, or in that folder.
            DefinitionError: it is not well formed.
        """
        if not is_folder(name):
            return load_workload(self.folder / choose("workload", name, self.names))
        folder = Path(anchored(name, Path()))
        if not (folder / FILE).is_file():
            remedy = f"name a folder that has one, or one of these workloads: {', '.join(self.names)}"
            raise UsageError(f"workload '{name}'", f"there is no {FILE} in {folder}", remedy=remedy)
        return load_workload(folder)
