"""The studies of a queue, as they are kept in a file of the folder that is served."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wirelab.app.serve.wanted import Wanted
from wirelab.files.inputs import read_text
from wirelab.files.outputs import write_whole
from wirelab.model.errors import DefinitionError

FILE = ".wirelab-queue.json"
_MOST_ENDED = 50


class State(StrEnum):
    """The state of a study in the queue."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    DONE = "done"
    PARTLY = "done in part"
    FAILED = "failed"


class Queued(BaseModel):
    """A study in the queue."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[0-9a-f]{16}$")
    wanted: Wanted
    asked_at: datetime
    state: State = State.WAITING
    after: int | None = None  # the lab's latest run before its own; None: it has begun none
    run: int | None = None  # the number of its run in the lab
    says: str = ""  # the fault


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid")

    studies: tuple[Queued, ...] = ()


def kept_in(folder: Path) -> dict[str, Queued]:
    """The studies that an earlier server of the folder left, by id; one that ran then waits to be continued.

    Raises:
        DefinitionError: the file is not one that Wirelab wrote; also HostError, where it cannot be read.
    """
    path = folder / FILE
    if not path.exists():
        return {}
    try:
        studies = _Kept.model_validate_json(read_text(path, f"queue {path}")).studies
    except ValidationError as error:
        why, remedy = str(error.errors()[0]["msg"]), "remove it: all measurements are in the labs"
        raise DefinitionError(f"queue {path}", "it is not as Wirelab writes it", why=why, remedy=remedy) from None
    waiting = {"state": State.WAITING}
    return {each.id: each.model_copy(update=waiting if each.state is State.RUNNING else {}) for each in studies}


def keep(folder: Path, studies: Mapping[str, Queued]) -> None:
    """Keep the studies, all that are not over and the latest that are; an OSError if they cannot be written."""
    over = [each.id for each in studies.values() if each.state not in (State.WAITING, State.RUNNING)]
    old = set(over[:-_MOST_ENDED])
    kept: Iterable[Queued] = (each for each in studies.values() if each.id not in old)
    write_whole(folder / FILE, _Kept(studies=tuple(kept)).model_dump_json(indent=1).encode())
