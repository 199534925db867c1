"""The workloads there are: the lab's own, and those of further folders."""

from dataclasses import dataclass
from pathlib import Path

from wirelab.model.errors import DefinitionError
from wirelab.model.names import choose
from wirelab.workload.definition import FILE, Workload, load_workload


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Workloads by name.

    Attributes:
        folders: each holds workloads, a folder each.
    """

    folders: tuple[Path, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, sorted; a folder without `workload.toml` is none.

        Raises:
            DefinitionError: two workloads have the same name.
        """
        return tuple(sorted(self._found()))

    def find(self, name: str) -> Workload:
        """The workload of that name.

        Raises:
            UsageError: there is none.
            DefinitionError: it is not well formed, or two have the same name.
        """
        found = self._found()
        return load_workload(found[choose("workload", name, sorted(found))])

    def _found(self) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in sorted(folder.glob(f"*/{FILE}")):
                own = path.parent
                other = found.setdefault(own.name, own)
                if other != own:
                    why = f"one is in {other.parent}, the other in {own.parent}"
                    what, remedy = "there are two of this name", "rename one of the folders"
                    raise DefinitionError(f"workload {own.name}", what, why=why, remedy=remedy)
        return found
