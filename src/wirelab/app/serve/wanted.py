"""A study as the form of a page asks for it, and the command that measures it."""

import math
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from wirelab.app.names import require_names
from wirelab.app.request import study_files
from wirelab.app.resources import workload_catalogue
from wirelab.app.serve.data import is_data
from wirelab.app.serve.labs import SUFFIX, Labs
from wirelab.model.cell import Operation
from wirelab.model.errors import UsageError
from wirelab.model.link import parse_link
from wirelab.model.names import choose
from wirelab.model.subject import Profile, parse_subject

_MOST_LEVELS, _LONGEST = 200, 250


def _is_lab(name: str) -> str:
    if not name.endswith(SUFFIX) or name.startswith(".") or "/" in name or not name.isprintable():
        raise ValueError(f"should be the name of a file that ends in {SUFFIX}, in this folder")
    return name


_Text = Annotated[str, Field(max_length=_LONGEST)]
_Levels = Annotated[tuple[_Text, ...], Field(max_length=_MOST_LEVELS)]


class Wanted(BaseModel):
    """Only names and numbers, no options and no paths, so that it can start only a study of this folder."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lab: Annotated[str, Field(max_length=_LONGEST), AfterValidator(_is_lab)] = f"wirelab{SUFFIX}"
    resume: bool = False  # finish the lab's stopped run; the fields below are then ignored
    study: _Text = ""
    workload: _Text = ""
    data: _Text = ""  # a file of the folder
    codec: _Levels = ()
    platform: _Levels = ()
    operation: tuple[Operation, ...] = ()
    size: _Levels = ()
    variant: _Levels = ()
    profile: Profile | None = None
    sender: _Text = ""  # of a transfer: the platform that writes
    receiver: _Levels = ()  # and those that read
    link: _Text = ""
    rounds: int | None = Field(default=None, ge=1, le=1000)
    budget_minutes: float | None = Field(default=None, ge=0.1, le=100_000, allow_inf_nan=False)
    precision_percent: float | None = Field(default=None, ge=0.1, lt=100, allow_inf_nan=False)

    def words(self, *, resume: bool, most_bytes: int | None = None) -> tuple[str, ...]:
        """The arguments of `wirelab`; with `resume`, to finish the run that it has begun.

        Each value is behind its option in one word, so that none is taken for another option.
        """
        if resume:
            return ("run", f"--lab={self.lab}", "--resume")
        given = {
            "data": self.data,
            "max-size": most_bytes if self.data else None,
            "workload": self.workload,
            "profile": self.profile,
            "from": self.sender,
            "link": self.link,
            "rounds": self.rounds,
            "budget": self.budget_minutes and f"{math.ceil(self.budget_minutes * 60)}s",
            "precision": self.precision_percent and f"{self.precision_percent / 100:.6f}",
        }
        levels = {
            "codec": self.codec,
            "platform": self.platform,
            "operation": self.operation,
            "size": self.size,
            "variant": self.variant,
            "to": self.receiver,
        }
        study = (self.study,) if self.study else ()
        single = (f"--{option}={value}" for option, value in given.items() if value)
        several = (f"--{option}={value}" for option, values in levels.items() for value in values)
        return ("run", *study, f"--lab={self.lab}", *single, *several)


def require_known(wanted: Wanted, labs: Labs) -> None:
    """Make sure that the named things exist; the command finds all other mistakes.

    Raises:
        UsageError: a name is unknown, or two do not go together.
        LabError: there is no run to resume.
    """
    lab = labs.folder / wanted.lab
    if wanted.lab not in labs.names and (wanted.resume or lab.is_symlink() or lab.exists()):
        what = "there is no such lab in this folder, or it is a link"
        raise UsageError(f"lab {wanted.lab}", what, remedy="choose another name")
    if wanted.resume:
        return
    if sum(map(bool, (wanted.data, wanted.workload, wanted.study))) > 1:
        raise UsageError("form", "your own data, a workload and a study exclude each other", remedy="keep one of them")
    if wanted.data and not (is_data(wanted.data) and wanted.data in labs.files):
        raise UsageError(f"data {wanted.data}", "there is no such file in this folder", remedy="drop it here first")
    if wanted.study:
        choose("study", wanted.study, study_files())
    if wanted.workload:
        choose("workload", wanted.workload, workload_catalogue().names)
    if bool(wanted.sender) != bool(wanted.receiver):
        remedy = "name a platform that writes and one that reads, or neither"
        raise UsageError("form", "a transfer needs both ends", remedy=remedy)
    if wanted.sender and wanted.platform:
        remedy = "drop the platforms, or both ends of the transfer"
        raise UsageError("form", "a transfer has its own platforms", remedy=remedy)
    if wanted.link:
        parse_link(wanted.link)
    platforms = (*wanted.platform, *filter(None, (wanted.sender,)), *wanted.receiver)
    require_names({"codec": tuple(map(parse_subject, wanted.codec)), "platform": platforms})
