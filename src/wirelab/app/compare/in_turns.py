"""Versions of one codec measured in turns, in one run, and the changes between the first and the others."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wirelab.analysis.changes import changes_of
from wirelab.app.preparation import Preparation
from wirelab.app.request import Overrides, asked
from wirelab.app.run.listener import Where
from wirelab.app.run.run import run_study
from wirelab.model.errors import ToolchainError, UsageError
from wirelab.model.findings.change import Changes
from wirelab.model.subject import Subject
from wirelab.report.run.results import Results
from wirelab.report.run.wording import cell_words, is_alarm, loss_words, twin_words
from wirelab.study.definition import Study

ROUNDS = 40
"""The most rounds: looks end there (`LOOKS`)."""


@dataclass(frozen=True, slots=True)
class Turns:
    """How versions are measured in turns."""

    tolerated: float  # a change that matters, as a share
    where: Where
    seed: int | None = None  # None: each run draws one

    def compared(self, overrides: Overrides, alpha: float | None = None) -> Changes:
        """Measure the versions that `overrides` name, the first against each of the others.

        A run ends when each ratio is known well enough to detect a change that matters: when half its interval is at
        most half of that change. `alpha` is the probability that any change is found where there is none, by default
        the study's.

        Raises:
            UsageError: fewer than two subjects, or of different codecs.
            ToolchainError: the first cannot be measured here, or none of the others; further ones as `run_study`.
        """
        _require_one_codec(overrides.codec)
        study = study_of_changes(asked(None, overrides), overrides, self.tolerated, alpha)
        _require_one_codec(study.factors.codec)  # a range may be of one version
        results = run_study(study, self.where, seed=self.seed, require=_require_both)
        return changes_in(results, study, self.tolerated)


def study_of_changes(study: Study, overrides: Overrides, tolerated: float, alpha: float | None = None) -> Study:
    """`study` as one of changes: other subjects are compared with the first, and no change that matters is small."""
    first, *others = study.factors.codec
    band = min(study.analysis.band, tolerated)
    return study.changed(
        measure={"rounds": overrides.rounds or ROUNDS},
        analysis={"precision": tolerated / 2, "alpha": alpha or study.analysis.alpha, "band": band},
        reference=None,
        question="; ".join(f"Is {each} slower than {first}, or faster?" for each in others),
        default=False,
    )


def changes_in(results: Results, study: Study, tolerated: float) -> Changes:
    """The changes that a run of such a study shows."""
    taken_s = (results.run.ended_at - results.run.started_at).total_seconds()
    found = changes_of(results.findings, tolerated=tolerated, rounds=results.run.rounds, taken_s=taken_s)
    first, *others = study.factors.codec
    return Changes(
        before=str(first),
        after=", ".join(map(str, others)),
        in_turns=True,
        changes=tuple(
            replace(
                each,
                version_before=results.version_of(each.before),
                version_after=results.version_of(each.after),
            )
            for each in found
        ),
        exchanges=results.exchanges,
        notes=tuple(
            f"A/A twin of {cell_words(twin.comparison.against)}: {twin_words(twin)}"
            for twin in results.twins
            if is_alarm(twin)
        ),
        not_run=results.not_run,
        lost=tuple(loss_words(loss) for loss in results.losses),
        complete=results.complete,
        alpha=study.analysis.alpha,
    )


def _require_both(preparation: Preparation) -> None:
    first, *others = preparation.study.factors.codec
    there = {cell.subject.codec for cell in preparation.cells}
    if first.codec in there and any(each.codec in there for each in others):
        return
    missing = next(str(each) for each in (first, *others) if each.codec not in there)
    why = "\n".join(f"{each.what}: {each.why}" for each in preparation.not_run)
    remedy = "compare versions that can be built; `wirelab doctor` checks the tools"
    raise ToolchainError(
        f"subject '{missing}'", "it cannot be measured, so there is nothing to compare", why=why, remedy=remedy
    )


def _require_one_codec(subjects: Sequence[Subject]) -> None:
    names = dict.fromkeys(each.name for each in subjects)
    if len(names) > 1:
        why = f"these are of {', '.join(names)}, and only versions and settings of one codec can be compared"
        remedy = "name one codec, or compare codecs: wirelab run --codec …"
        raise UsageError("option --codec", "it names several codecs", why=why, remedy=remedy)
    if len(subjects) < 2 and not any(each.version_range for each in subjects):
        remedy = "wirelab compare --codec NAME@OLD --codec NAME@NEW, or --codec NAME@OLD..NEW"
        raise UsageError("option --codec", "a comparison takes two versions", remedy=remedy)
