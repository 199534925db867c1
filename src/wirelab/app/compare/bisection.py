"""The release that made a codec slower, found by comparing releases with the oldest in turns."""

from dataclasses import dataclass, replace

from wirelab.app.compare.in_turns import Turns
from wirelab.app.names import require_names
from wirelab.app.request import Overrides
from wirelab.app.versions import listed_versions
from wirelab.building.versions import between
from wirelab.design.bisection import limits, looks_needed, next_version
from wirelab.model.cell import Cell
from wirelab.model.errors import MeasurementError, ToolchainError, UsageError
from wirelab.model.findings.bisection import Bisection, Step
from wirelab.model.findings.change import Change, Effect
from wirelab.model.subject import LATEST, Subject, parse_subject

_ALPHA = 0.05


def bisected(codec: str, versions: tuple[str, str], overrides: Overrides, turns: Turns) -> Bisection:
    """Search the releases of `codec` from the first to the last of `versions` for one that is slower than the first.

    Each step is a run of its own, with the budget that `overrides` give. The error is shared among all steps that a
    search can take, so that the result holds over all of them. A release that cannot be measured is left out.

    Raises:
        UsageError: there are no two such releases. ToolchainError: they cannot be listed. Others as `run_study`.
    """
    oldest, newest = versions
    subject = parse_subject(codec)
    if subject.version:
        remedy = "wirelab bisect NAME OLDEST NEWEST"
        raise UsageError(f"subject '{codec}'", "versions come after the codec", remedy=remedy)
    parse_subject(f"{subject.name}@{oldest}..{newest}")  # before anything is asked about them
    require_names({"codec": [subject.at("0")], "platform": overrides.platform})
    there = listed_versions(subject, overrides.platform, turns.where.cache)
    found = tuple(between(there, oldest, there[-1] if newest == LATEST else newest))
    if len(found) < 2:
        what, remedy = f"it has fewer than two releases from {oldest} to {newest}", f"it has: {', '.join(there)}"
        raise UsageError(f"codec {subject.name}", what, remedy=remedy)
    return _Search(subject, found, overrides, turns).result()


@dataclass(frozen=True, slots=True)
class _Search:
    subject: Subject
    versions: tuple[str, ...]
    overrides: Overrides
    turns: Turns

    def result(self) -> Bisection:
        first, last = self.versions[0], self.versions[-1]
        most = looks_needed(self.versions)
        notice = self.turns.where.listener.notice
        notice(f"{len(self.versions)} releases from {first} to {last}: at most {most} comparisons")
        whole = self._step(last)
        if not whole.changes:
            remedy = "name another newest release"
            raise MeasurementError(f"codec {self.subject}", f"{last} was not measured", why=whole.why, remedy=remedy)
        steps, known = [whole], {first: False, last: whole.slower}
        if whole.slower is not True:
            return self._found(steps, last if whole.slower is False else first, "")
        looked_for = _place(_largest(whole).after)
        # A step that decides nothing has its share of the error, too; a release that cannot be measured has none.
        while sum(bool(each.changes) for each in steps) < most and (version := next_version(self.versions, known)):
            notice(f"comparing {version} with {first}")
            steps.append(self._step(version, looked_for))
            known[version] = steps[-1].slower
        low, high = limits(self.versions, known)
        changes = [each for step in steps if step.version == self.versions[high] for each in step.changes]
        change = next(each for each in changes if _place(each.after) == looked_for)
        return self._found(steps, self.versions[low], self.versions[high], self.versions[low + 1 : high], change)

    def _found(
        self, steps: list[Step], before: str, slower: str, between: tuple[str, ...] = (), change: Change | None = None
    ) -> Bisection:
        return Bisection(str(self.subject), self.versions, tuple(steps), before, slower, between, change, _ALPHA)

    def _step(self, version: str, looked_for: tuple[object, ...] | None = None) -> Step:
        """`looked_for` is the place that is slower in the newest release, or None for any place."""
        pair = self.subject.at(self.versions[0]), self.subject.at(version)
        try:
            found = self.turns.compared(replace(self.overrides, codec=pair), _ALPHA / looks_needed(self.versions))
        except (MeasurementError, ToolchainError) as error:
            return Step(version, (), None, error.why or f"{error.part}: {error.what}")
        effects = {each.effect for each in found.changes if looked_for in (None, _place(each.after))}
        if not effects:
            return Step(version, (), None, "; ".join((*(each.why for each in found.not_run), *found.lost)))
        if Effect.SLOWER in effects:
            return Step(version, found.changes, True)
        return Step(version, found.changes, None if Effect.OPEN in effects else False)


def _largest(step: Step) -> Change:
    """The change with the largest slowdown that is certain."""
    slower = [
        (each.ratio.low, each) for each in step.changes if each.effect is Effect.SLOWER and each.ratio is not None
    ]
    return max(slower, key=lambda each: each[0])[1]


def _place(cell: Cell) -> tuple[object, ...]:
    """The platform and conditions of a cell, whatever its version."""
    return cell.platform, *cell.conditions
