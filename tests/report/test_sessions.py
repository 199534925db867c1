"""The words of reports of several sessions and of a history, sentence by sentence."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.history import Control, History, Moment, Series, Shift
from wirelab.model.findings.sessions import (
    InSession,
    Merged,
    OnMachine,
    Pooled,
    PooledRatio,
    PooledTime,
    Reach,
    SessionFacts,
    Spread,
    Together,
)
from wirelab.model.subject import Subject
from wirelab.report.render.kinds import HISTORIES, REPORTS
from wirelab.report.render.markdown import markdown
from wirelab.report.render.page import render_page
from wirelab.report.sessions.history import answer as answer_of_history
from wirelab.report.sessions.history import history_json, history_report
from wirelab.report.sessions.machines import merged_report
from wirelab.report.sessions.together import answer, together_json, together_report

CORPUS = CorpusName("school", "110", "random")
CELL = Cell(CORPUS, "python", Subject("orjson"), Operation.SERIALIZE)
REFERENCE = replace(CELL, subject=Subject("json"))
BEGAN = datetime(2026, 3, 1, 4, 30, tzinfo=UTC)


def pooled(low: float, high: float, reach: Reach, sessions: int, machines: int = 1) -> Pooled:
    value = Interval((low * high) ** 0.5, low, high, 0.95, 40, "t", calibrated=0.99)
    return Pooled(value, reach, 3.0, Spread(0.021, 0.013, None), sessions, machines, (low, high))


def ratio(found: Pooled | None, verdict: Verdict, *on: OnMachine) -> PooledRatio:
    return PooledRatio(CELL, REFERENCE, "3.1", "3.12", found, verdict, (InSession(0, 0.6, 8),), on)


def sessions(*ratios: PooledRatio, number: int = 4, machines: int = 1) -> Together:
    facts = tuple(
        SessionFacts(f"w.duckdb run {at + 1}", "", BEGAN + timedelta(days=at), 10, "AB"[at % machines], "0.1.0")
        for at in range(number)
    )
    reach = Reach.MACHINES if machines > 1 else Reach.SESSIONS if number > 1 else Reach.SESSION
    time = PooledTime(CELL, "3.1", pooled(90_000, 110_000, reach, number, machines), (InSession(0, 1e5, 8),))
    cpus = {name: {"cpu": "Some CPU", "cores": "2"} for name in "AB"[:machines]}
    return Together(facts, cpus, ratios, (time,), 0.02, 0.05, ("It is left out.",), ("All of one day.",))


def alone(found: Together) -> Together:
    """As if its times were of one session each."""
    return replace(
        found, times=tuple(replace(each, time_ns=replace(each.time_ns, reach=Reach.SESSION)) for each in found.times)
    )


ONE, MORE = (pooled(0.5, 0.6, reach, 4) for reach in (Reach.SESSION, Reach.SESSIONS))
FAR = pooled(0.5, 0.6, Reach.MACHINES, 4, 2)
HERE = OnMachine("A", MORE, Verdict.DIFFERENT)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            sessions(ratio(ONE, Verdict.DIFFERENT), number=1),
            "This is one session on one machine, so it cannot show how another day or machine would differ. Measure "
            "again on another day, and name both runs. 1 of 1 comparison differs from the reference.",
        ),
        (
            sessions(ratio(MORE, Verdict.UNRESOLVED)),
            "4 sessions on 1 machine: intervals hold for further sessions like these on that machine, and say nothing "
            "about another machine. 0 of 1 comparison differs from the reference.",
        ),
        (
            alone(sessions(ratio(ONE, Verdict.DIFFERENT), number=2)),
            "2 sessions on 1 machine, but no two of them measured the same, so no interval shows how another day or "
            "machine would differ. 1 of 1 comparison differs from the reference.",
        ),
        (
            replace(sessions(ratio(MORE, Verdict.DIFFERENT)), machines={"A": {}, "B": {}}),
            "4 sessions on 2 machines, but no two machines measured the same, so intervals hold at most for further "
            "sessions like these on the same machine. 1 of 1 comparison differs from the reference.",
        ),
        (
            sessions(
                ratio(FAR, Verdict.DIFFERENT, HERE, replace(HERE, machine="B")),
                ratio(FAR, Verdict.DIFFERENT, HERE, replace(HERE, machine="B", verdict=Verdict.UNRESOLVED)),
                ratio(FAR, Verdict.EQUIVALENT),
                ratio(None, Verdict.UNRESOLVED),
                machines=2,
            ),
            "4 sessions on 2 machines: intervals hold for further machines like these. 2 of 3 comparisons differ from "
            "the reference. 1 is equal to it within ±2 %. 1 of 2 comparisons holds on every machine with several "
            "sessions, as the sessions of each show.",
        ),
    ],
)
def test_what_sessions_say_together(found: Together, words: str) -> None:
    assert answer(found) == words
    assert together_json(found)["answer"] == words
    document = together_report(found, "wirelab report --runs all")
    text = markdown(document, REPORTS["markdown"].mark)
    assert "orjson (3.1)" in text
    assert "It is left out." in text
    assert "±1.3 %" in text
    assert "<title>Wirelab: " in render_page(document)


def test_a_machine_that_shows_the_contrary_does_not_hold() -> None:
    slower = pooled(1.5, 1.6, Reach.SESSIONS, 2)
    assert ratio(FAR, Verdict.DIFFERENT, HERE, OnMachine("B", slower, Verdict.DIFFERENT)).held == 1
    assert ratio(FAR, Verdict.UNRESOLVED, HERE).held == 1, "the result of a single machine does not need the others"
    equal = replace(HERE, verdict=Verdict.EQUIVALENT)
    assert ratio(FAR, Verdict.EQUIVALENT, equal, HERE).held == 1
    assert ratio(FAR, Verdict.DIFFERENT, equal, replace(HERE, verdict=Verdict.UNRESOLVED)).held == 0


def moment(day: int, level: float, **more: object) -> Moment:
    interval = Interval(level, 0.95 * level, 1.05 * level, 0.95, 8, "t")
    base = Moment(f"w.duckdb run {day + 1}", BEGAN + timedelta(days=day), "3.1", "CPython 3.12", interval, None, 1e5)
    return replace(base, time_ns=replace(interval, estimate=1e5 * level, low=9e4 * level, high=1.1e5 * level), **more)  # type: ignore[arg-type]


def history(*shifts: Shift, moments: int = 6, machine: tuple[Shift, ...] = ()) -> History:
    own = tuple(moment(day, 0.5 if day < 3 else 0.6, version="3.1" if day < 3 else "3.2") for day in range(moments))
    series = Series("A", CELL, REFERENCE, "3.12", own, shifts)
    control = Control("A", "python", own, machine)
    return History("orjson", ("w.duckdb",), moments, {"A": {"cpu": "Some CPU"}}, (series,), (control,), 0.05, 0.02, 4)


SLOWER = Shift(3, Interval(1.2, 1.142, 1.263, 0.95, 6, "t"))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (
            history(SLOWER),
            "Changes of orjson were found in 6 sessions on 1 machine (1 series): slower by 14 to 27 % from 2026-03-04 "
            "04:30, with 3.1 → 3.2 (orjson on python, serialize school/110/random, machine A).",
        ),
        (history(), "No change of orjson was found in 6 sessions on 1 machine (1 series)."),
        (
            history(machine=(SLOWER,)),
            "No change of orjson was found in 6 sessions on 1 machine (1 series). Machine A itself became slower by 14 "
            "to 27 % on 2026-03-04 04:30.",
        ),
        (
            history(moments=3),
            "orjson was measured in 3 sessions on 1 machine (1 series). That is too few to detect a change: a series "
            "needs 4 sessions of the same data, on one machine, against the same reference.",
        ),
    ],
)
def test_what_a_history_says(found: History, words: str) -> None:
    assert answer_of_history(found) == words
    assert history_json(found)["answer"] == words
    document = history_report(found, "wirelab history orjson")
    text = markdown(document, HISTORIES["markdown"].mark)
    assert ("from here" in text) == bool(found.series[0].shifts)
    assert "json (3.12)" in text
    assert "<svg" in render_page(document)


def test_a_session_that_is_not_searched_is_named() -> None:
    found = history()
    odd = replace(found.series[0].moments[0], excluded="it was odd")
    series = replace(found.series[0], moments=(odd, *found.series[0].moments[1:]))
    text = markdown(history_report(replace(found, series=(series,))), HISTORIES["markdown"].mark)
    assert "w.duckdb run 1 is shown but not searched: it was odd." in text
    assert series.searched == 5


def test_what_is_merged_can_be_shown_by_the_command_that_is_named() -> None:
    found = Merged("two labs.duckdb", (), {"A": {"cores": "2"}}, (), ())
    (answer_,) = merged_report(found).lead
    assert answer_.words == (
        "two labs.duckdb has 0 runs, measured on 1 machine (A). To show their pooled results: wirelab report --runs all"
        " --lab 'two labs.duckdb'"
    )


def test_cells_of_other_modes_and_sinks_have_other_words() -> None:
    cold = replace(CELL, mode=ModeKind.COLD, sink=Sink.FILE)
    usual = ratio(MORE, Verdict.DIFFERENT)
    unusual = replace(usual, cell=cold, against=replace(cold, subject=REFERENCE.subject))
    report = markdown(together_report(sessions(usual, unusual)), REPORTS["markdown"].mark)
    assert "| serialize | school/110/random | python |" in report
    assert "| serialize | school/110/random (cold, to and from a file) | python |" in report
    shifted = history(SLOWER)
    found = replace(shifted, series=tuple(replace(each, cell=cold) for each in shifted.series))
    report = markdown(history_report(found), HISTORIES["markdown"].mark)
    assert "orjson on python, serialize school/110/random (cold, to and from a file), machine A" in report
    assert "| school/110/random (cold, to and from a file) |" in report
