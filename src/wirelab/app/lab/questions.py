"""The formats that each question leaves, for a run on data of a user's own."""

from collections.abc import Collection
from dataclasses import replace

from wirelab.app.executed.tried import recorded
from wirelab.app.lab.known import Knowledge, cells_of, times_by_round, ways_of
from wirelab.app.platforms import runners
from wirelab.choice.asked import questions
from wirelab.choice.candidates import Candidate, Timed
from wirelab.choice.needs import LANGUAGES, Left, Need
from wirelab.choice.use import Use
from wirelab.model.run import Run
from wirelab.report.run.results import Results
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

_NEEDS = tuple(map(Need, ("evolution", "readable", "no-schema", "schema")))
"""In the order in which people ask; languages come last."""


def questions_of(lab: Lab, run: Run, study: Study, results: Results) -> tuple[Left, ...]:
    """The formats that each question leaves for a run's data of a user's own; nothing for several data."""
    cells, use = cells_of(results), Use()
    corpora = {cell.corpus for cell in cells}
    if len(corpora) != 1:
        return ()
    ways = ways_of(results, cells, next(iter(corpora)), use)
    across = _across({cell.platform for way in ways for cell in way.cells})
    known = Knowledge(lab, run, results, (*_NEEDS, *across), recorded())
    timed = Timed(times_by_round(lab, run, study, results), 1)
    candidates = tuple(_with_any(known.candidate(way, timed, use)) for way in ways)
    if not any(each.times is not None for each in candidates):
        return ()
    last = across if len(across) == 1 else (Need(LANGUAGES),) * bool(across)
    analysis = study.analysis
    return questions(candidates, (*_NEEDS, *last), confidence=analysis.confidence, band=analysis.band)


def _across(platforms: Collection[str]) -> tuple[Need, ...]:
    """The need that platforms of all languages in the run read a format; with only one language, that another does."""
    language_of: dict[str, str] = {}
    every: set[str] = set()
    for runner in runners(platforms):
        language = runner.manifest.language.lower().replace("+", "p")
        language_of |= {each.name: language for each in runner.manifest.platforms if each.name in platforms}
        every |= {language}
    by_language = {language: name for name, language in sorted(language_of.items(), reverse=True)}
    if len(by_language) > 1:
        return (Need(LANGUAGES, tuple(sorted(by_language.values()))),)
    return tuple(Need(LANGUAGES, (each,)) for each in sorted(every - {*by_language, ""}))


def _with_any(candidate: Candidate) -> Candidate:
    """With one answer for all languages: one that is yes, or the first."""
    kept, last = candidate.answers[: len(_NEEDS)], candidate.answers[len(_NEEDS) :]
    return replace(candidate, answers=(*kept, *([each for each in last if each.met] or last)[:1]))
