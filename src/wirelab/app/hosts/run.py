"""`wirelab run --hosts`: a study on several hosts, and their pooled results."""

import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.app.hosts.brought_files import brought_files
from wirelab.app.hosts.driver import Driver, End, Hosts, Notice, Outcome, clock_words
from wirelab.app.hosts.session import Kept, Session, kept_session, study_in
from wirelab.app.preparation import digests_of
from wirelab.app.resources import workload_catalogue
from wirelab.app.sessions.together import together_in
from wirelab.model.errors import LabError, MeasurementError, UsageError
from wirelab.model.findings.sessions import Together
from wirelab.model.groups import gathered
from wirelab.report.quantities import listed
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

_SEED_BITS = 32


@dataclass(frozen=True, slots=True)
class Place:
    """Where a study is measured, and where its results go."""

    names: tuple[str, ...]  # of the hosts
    hosts: Hosts
    patience_s: float  # for a host that is away
    lab: Path
    cache: Path
    notice: Notice


@dataclass(frozen=True, slots=True)
class HostsRun:
    """A study on several hosts, when it is over."""

    together: Together  # of the hosts that ended
    outcomes: tuple[Outcome, ...]

    @property
    def complete(self) -> bool:
        """Whether every host measured the whole study."""
        return all(each.end is End.FINISHED and each.complete for each in self.outcomes)


def run_on_hosts(place: Place, study: Study, *, seed: int | None, command: str = "") -> HostsRun:
    """Measure `study` on every host of a place; each host's run is added to the lab when it has ended.

    Raises:
        UsageError: the study cannot be measured in this way.
        MeasurementError: no host ended. Others of the lab and of the session.
    """
    _require_usable(place.lab)
    catalogue = workload_catalogue()
    digests_of(study, place.cache, place.notice)  # mistakes are seen before a session begins
    brought_files(study, catalogue)
    session = Session(
        id=secrets.token_hex(16),
        study=study.model_dump_json(),
        name=study.name,
        seed=random.SystemRandom().getrandbits(_SEED_BITS) if seed is None else seed,
        command=command,
        hosts=place.names,
    )
    return _measured(place, session)


def resume_on_hosts(place: Place) -> HostsRun:
    """Finish the stopped session that is beside the lab: no host measures a process twice.

    Raises:
        LabError: there is none. UsageError: the hosts file no longer names one of its hosts. Others as `run_on_hosts`.
    """
    _require_usable(place.lab)
    return _measured(place, None)


def _measured(place: Place, new: Session | None) -> HostsRun:
    with kept_session(place.lab, new) as kept:
        session = kept.session
        if missing := [each for each in session.hosts if each not in place.names]:
            what, remedy = f"it does not name {listed(missing)}", "give the hosts file that the session began with"
            raise UsageError("hosts file", what, why="the stopped session measures there", remedy=remedy)
        study = study_in(session.study)
        catalogue = workload_catalogue()
        digests = digests_of(study, place.cache, place.notice)
        own = brought_files(study, catalogue)
        outcomes = Driver(kept, place.hosts, digests, own, place.patience_s, place.notice).measure()
        finished = kept.session.finished
        if not finished:
            why = "\n".join(f"host {each.host}: {each.why}" for each in outcomes)
            what, remedy = "no host finished measuring it", "fix that, then `wirelab run --resume --hosts FILE`"
            raise MeasurementError(f"study {session.name}", what, why=why, remedy=remedy)
        lacking = tuple(_lacking(outcomes, kept))
        kept.remove_if_whole()
    found = together_in(place.lab, sorted(finished.values()))
    notes = tuple(_notes(outcomes, found, finished))
    found = replace(found, left_out=(*lacking, *found.left_out), notes=(*notes, *found.notes))
    return HostsRun(found, outcomes)


def _require_usable(lab: Path) -> None:
    """Report an unusable lab file before hosts work for it."""
    if lab.exists():
        with Lab.open(lab, create=False):
            pass
    elif not lab.parent.is_dir():
        remedy = "create the folder, or name another file with --lab"
        raise LabError(f"lab {lab}", f"there is no folder {lab.parent}", remedy=remedy)


def _lacking(outcomes: Sequence[Outcome], kept: Kept) -> Iterator[str]:
    for each in outcomes:
        if each.end is not End.FINISHED:
            partial = kept.partial(each.host)
            so_far = f" Its measurements until then are in {partial}." if partial else ""
            yield f"Host {each.host} is left out, because it {_ENDED[each.end]}: {each.why}.{so_far}"
        elif not each.complete:
            run = kept.session.finished[each.host]
            yield f"Host {each.host} could not measure the whole study; `wirelab report --run {run}` shows why."


_ENDED = {End.REFUSED: "cannot take part", End.FAILED: "failed", End.AWAY: "does not answer"}


def _notes(outcomes: Sequence[Outcome], found: Together, finished: Mapping[str, int]) -> Iterator[str]:
    by_run = {run: host for host, run in finished.items()}
    hosts = [(each.machine, by_run[int(each.called.rpartition(" ")[2])]) for each in found.sessions]
    for machine, own in gathered(hosts).items():
        if len(own) > 1:
            yield (
                f"Hosts {listed(sorted(own))} have the identity of one machine ({machine}), so they count as one. "
                "They disturbed each other if they measured at the same time. If they are copies of one machine, "
                "give each its own /etc/machine-id."
            )
    for each in outcomes:
        if each.skew_s:
            yield f"Host {each.host}: {clock_words(each.skew_s)}."
