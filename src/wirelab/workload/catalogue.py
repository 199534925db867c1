"""All workloads: the lab's own, and those of further folders."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wirelab.model.errors import DefinitionError, UsageError
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

    folders: tuple[Path, ...]  # each holds workloads, one folder per workload

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, sorted; a folder without `workload.toml` is none. A DefinitionError if two have one name."""
        return tuple(sorted(self._found()))

    def find(self, name: str) -> Workload:
        """The workload of that name, or in that folder.

        Raises:
            UsageError: there is none of that name, or in that folder.
            DefinitionError: it is not well formed, or two have the same name.
        """
        found = self._found()
        if is_folder(name):
            folder = Path(anchored(name, Path()))
            if not (folder / FILE).is_file():
                remedy = f"name a folder that has one, or one of these workloads: {', '.join(sorted(found))}"
                raise UsageError(f"workload '{name}'", f"there is no {FILE} in {folder}", remedy=remedy)
            return load_workload(folder)
        return load_workload(found[choose("workload", name, sorted(found))])

    def _found(self) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in sorted(folder.glob(f"*/{FILE}")):
                own = path.parent
                other = found.setdefault(own.name, own)
                if other != own:
                    why = f"one is in {other.parent}, the other in {own.parent}"
                    what, remedy = "two workloads have this name", "rename one of the folders"
                    raise DefinitionError(f"workload {own.name}", what, why=why, remedy=remedy)
        return found
