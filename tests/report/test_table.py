import io
import json
from dataclasses import replace

import pytest
from rich.console import Console
from scipy.stats import binom

from tests.report.invented_results import PLATFORMS, invented_results, ratio_finding
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import Unseen
from wirelab.model.subject import Profile, parse_subject
from wirelab.report.as_json import results_json
from wirelab.report.render import page
from wirelab.report.render.terminal import print_document
from wirelab.report.render.terminal import text as written
from wirelab.report.run.answer import answer
from wirelab.report.run.ranking import rankings
from wirelab.report.run.report import run_report
from wirelab.report.run.results import Results, TwinTally
from wirelab.report.run.tables import ranking_table
from wirelab.report.run.wording import final_words, method, subjects_words, twin_words, verdict_words
from wirelab.report.table import Entry

SUBJECTS = [subject for subjects in PLATFORMS.values() for subject in subjects]


def printed(results, width: int, terminal: bool) -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=terminal, no_color=True, highlight=False, color_system=None)
    print_document(run_report(results), console)
    return out.getvalue()


def plain_text(results: Results) -> str:
    return written(run_report(results))


def notes(results: Results) -> list[str]:
    return plain_text(results).splitlines()


def render_page(results: Results) -> str:
    return page.render_page(run_report(results))


def rows(ranking) -> dict[str, dict[str, Entry]]:
    """The entries of each subject, by their columns."""
    table = ranking_table(ranking)
    names = [column.name for column in table.columns]
    return {row[0].text: dict(zip(names, row, strict=True)) for row in table.entries}


def test_a_row_says_everything_about_its_cell():
    by_subject = rows(rankings(invented_results())[2])
    gson, reference = by_subject["gson"], by_subject["jaxb-moxy"]
    costs = ("platform", "size", "gzipped", "allocated")
    assert [gson[name].text for name in costs] == ["jvm", "215 kB", "66.7 kB", "688 kB"]
    assert gson["time"].text.endswith(" ms")
    assert gson["time"].beside[0].startswith("[1.6")
    assert gson["ratio"].text.startswith("0.6")
    assert gson["ratio"].beside[0].startswith("[0.6")
    assert [gson[name].text for name in ("verdict", "steady", "processes")] == ["faster", "yes", "12 (1 lost)"]
    assert (reference["ratio"], reference["verdict"].text) == (Entry("1×"), "reference")
    assert by_subject["jaxb-ri"]["steady"].text == "75 %"
    assert by_subject["orjson"]["allocated"].text == "–"


@pytest.mark.parametrize("width", [60, 80, 100, 132, 160, 200])
def test_a_terminal_of_any_width_shows_every_subject_within_its_width(width):
    text = printed(invented_results(), width, terminal=True)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text
    for subject in SUBJECTS:
        assert subject in text or len(subject) > (14 if width < 80 else 22), "only long names fold"
    assert text.index("protobuf-java") < text.index("jaxb-moxy") < text.index("lxml"), "sorted by time"


@pytest.mark.parametrize("width", [24, 32, 40, 48])
def test_a_very_narrow_terminal_drops_columns_from_the_right_and_cuts_no_digit(width):
    results = invented_results()
    text = printed(results, width, terminal=True)
    tables = text[text.index("subject  ") : text.index("Verdicts: ")]
    left_out = " ".join(tables.split()).partition("Left out, because the terminal is too narrow: ")[2].partition(".")[0]
    assert left_out.endswith("size, gzipped")
    assert max(map(len, tables.splitlines())) <= width
    for ranking in rankings(results):
        for row in rows(ranking).values():
            assert row["time"].text in tables
            assert row["time"].beside[0] in tables
            assert ("ratio" in left_out) == (row["ratio"].text not in tables)


def test_eighty_columns_stack_values_and_intervals():
    lines = printed(invented_results(), 80, terminal=True).splitlines()
    at = next(index for index, line in enumerate(lines) if line.split()[:1] == ["gson"])
    assert "faster" in lines[at]
    assert lines[at + 1].split()[0] == "jvm"
    assert "(1 lost)" in lines[at + 1]


def test_a_wide_terminal_gives_a_cell_one_line():
    lines = printed(invented_results(), 160, terminal=True).splitlines()
    gson = next(line for line in lines if line.split()[:1] == ["gson"])
    assert gson.split()[1] == "jvm"
    assert gson.rstrip().endswith("12 (1 lost)")


def test_a_pipe_gets_plain_lines_that_are_neither_wrapped_nor_cut():
    results = invented_results()
    text = printed(results, 40, terminal=False)
    assert text == plain_text(results) + "\n"
    assert "\x1b" not in text
    for subject in SUBJECTS:
        assert sum(line.startswith(f"{subject} ") for line in text.splitlines()) == 4


def test_notes_tell_the_twin_the_reach_what_was_lost_and_what_was_not_run():
    text = "\n".join(notes(invented_results()))
    assert "A/A twin (one cell measured twice): ratio 1.003× [0.991, 1.014] – no false alarm." in text
    assert "within ±2 %" in text
    assert "Times and their intervals are of this session on this machine" in text
    assert "Lost: gson on jvm, serialize school/110/random in round 3 (crash): it ended with signal 11" in text
    assert "Not run: platform node (no program 'node' on PATH" in text


def test_many_losses_are_counted_and_none_can_steer_the_terminal():
    results = invented_results()
    loss = replace(results.losses[0], what="bad\x1b[31m\nred")
    text = list(notes(replace(results, losses=(loss,) * 30)))
    assert sum(line.startswith("Lost: gson") for line in text) == 10
    assert "Lost: 20 more. The report lists them all." in text
    assert not any("\x1b" in line or "\n" in line for line in text)


def test_without_a_twin_that_is_said():
    assert any("A/A twin: none" in line for line in notes(replace(invented_results(), findings=Findings())))


def test_a_silent_twin_says_which_bias_it_would_have_shown():
    results = invented_results()
    unseen = Unseen(results.twins[0].comparison, 1.034, 0.8)
    findings = replace(results.findings, forecast=replace(results.findings.forecast, unseen=(unseen,)))
    (line,) = (line for line in notes(replace(results, findings=findings)) if line.startswith("A/A twin"))
    assert line.endswith("no false alarm. A bias of 3.4 % would be seen in about 80 % of such runs.")


def of_levels(results, *levels, **more):
    (compared, *_) = results.findings.comparisons
    own = tuple(replace(compared, ratio=replace(compared.ratio, calibrated=level), **more) for level in levels)
    return replace(results, findings=replace(results.findings, comparisons=own))


@pytest.mark.long
@pytest.mark.parametrize(
    ("levels", "words"),
    [((0.95,), "drawn at 95 % and"), ((0.9996, 0.975), "drawn at 97.5 % to 99.96 % and"), ((0.99998,), "99.998 %")],
)
def test_it_is_said_at_which_level_a_verdicts_interval_is_drawn(levels, words):
    told = of_levels(invented_results(), *levels)
    for lines in (notes(told), [render_page(told)]):
        assert any(words in line and "in at least 95 % of studies" in line for line in lines)


def test_a_run_of_an_earlier_wirelab_says_that_its_ratios_may_differ():
    told = [*notes(replace(invented_results(), reanalysed=True))]
    assert any("ratios and verdicts may differ a little" in line for line in told)
    assert not any("An earlier Wirelab" in line for line in notes(invented_results()))


def two_references():
    """Each platform's codecs against its own reference; lxml, the second one, against the first."""
    plain = invented_results()
    cells = {finding.cell: finding for finding in plain.findings.cells}

    def moved(found):
        own = replace(found.comparison.against, platform="cpython", subject=parse_subject("lxml"))
        if found.comparison.cell.platform == "jvm" or found.comparison.cell == own or own not in cells:
            return found
        return replace(found, comparison=replace(found.comparison, against=own))

    comparisons = tuple(map(moved, plain.findings.comparisons))
    return replace(plain, findings=replace(plain.findings, comparisons=comparisons))


@pytest.mark.long
def test_rows_name_what_their_ratios_are_against_where_they_do_not_share_it():
    shown = two_references()
    against = {subject: row["against"].text for subject, row in rows(rankings(shown)[0]).items()}
    assert (against["jaxb-moxy"], against["gson"], against["lxml"]) == ("", "jaxb-moxy on jvm", "jaxb-moxy on jvm")
    assert against["orjson"] == "lxml on cpython"
    table = ranking_table(rankings(shown)[0])
    assert [table.entries[at][0].text for at in table.strong] == ["jaxb-moxy"], "lxml has a ratio of its own"
    for text in (plain_text(shown), printed(shown, 240, terminal=True), printed(shown, 90, terminal=True)):
        assert "lxml on cpython" in text
    assert "Each compared with its own reference, " in plain_text(shown)
    html = render_page(shown)
    assert ">lxml on cpython</td>" in html
    assert "orjson · cpython / lxml · cpython" in html
    assert "time over the cell that it is compared with" not in plain_text(invented_results())
    assert "against" not in plain_text(invented_results()).splitlines()[6]
    told = {
        each["cell"]["key"]: each["ratio"]["reference"]["key"]
        for each in results_json(shown)["findings"]
        if each["ratio"]
    }
    assert told["school/110/random/cpython/orjson/serialize/steady/memory"].endswith(
        "cpython/lxml/serialize/steady/memory"
    )


@pytest.mark.long
def test_means_are_marked_and_explained():
    plain = invented_results()
    first = next(found for found in plain.findings.comparisons if found.comparison.cell.subject.codec == "gson")
    marked = replace(
        plain.findings,
        cells=tuple(replace(f, sustained=f.cell == first.comparison.cell) for f in plain.findings.cells),
        comparisons=tuple(replace(f, sustained=f == first) for f in plain.findings.comparisons),
    )
    shown = replace(plain, findings=marked)
    row = rows(rankings(shown)[0])["gson"]
    assert (row["time"].text[-1], row["ratio"].text[-1]) == ("*", "*")
    assert "* The mean time of a call, garbage collections included" in plain_text(shown)
    assert "The mean time of a call" not in plain_text(plain)
    assert "The mean time of a call" in render_page(shown)


def test_a_row_without_a_ratio_says_why():
    plain = invented_results()
    without = tuple(replace(found, ratio=None) for found in plain.findings.comparisons)
    shown = replace(plain, findings=replace(plain.findings, comparisons=without))
    assert "no ratio: too few rounds" in plain_text(shown)


@pytest.mark.parametrize(
    ("tally", "words"),
    [
        (TwinTally(4, 4), None),
        (TwinTally(20, 0), "0 of 20 twins in the runs of this lab up to this one raised a false alarm"),
        (TwinTally(20, 2), "raised a false alarm, where up to 1 in 20 does by chance: consistent with chance."),
        (TwinTally(20, 6), "raised a false alarm, where up to 1 in 20 does by chance: more than chance explains"),
    ],
)
def test_the_twins_of_a_lab_add_up(tally, words):
    (line, *_) = [
        *(line for line in notes(replace(invented_results(), twins_of_lab=tally)) if "this lab up to" in line),
        None,
    ]
    assert (line is None) if words is None else (words in line)


def test_chance_is_a_binomial_tail():
    assert TwinTally(20, 2).by_chance == pytest.approx(binom.sf(1, 20, 0.05))
    assert TwinTally(20, 0).by_chance == 1


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ((1.003, 0.991, 1.014), "no false alarm"),
        ((1.012, 1.006, 1.018), "no false alarm beyond ±2 %"),
        ((1.05, 1.03, 1.07), "FALSE ALARM: a cell differs from itself"),
    ],
)
def test_a_twin_that_differs_from_itself_is_a_false_alarm(limits, words):
    twin = invented_results().twins[0].comparison
    found = ratio_finding(twin.cell, twin.against, Interval(*limits, 0.95, 12, "t"))
    assert twin_words(found).split(" – ")[1].startswith(words)


@pytest.mark.parametrize(
    ("verdict", "estimate", "words"),
    [
        (Verdict.DIFFERENT, 0.9, "faster"),
        (Verdict.DIFFERENT, 1.1, "slower"),
        (Verdict.NEGLIGIBLE, 1.01, "slower, negligible"),
        (Verdict.NEGLIGIBLE, 0.99, "faster, negligible"),
        (Verdict.EQUIVALENT, 1.0, "equivalent"),
        (Verdict.UNRESOLVED, 1.3, "unresolved"),
        (Verdict.UNSTEADY, 1.3, "unsteady"),
    ],
)
def test_verdicts_carry_their_direction(verdict, estimate, words):
    ratio = replace(invented_results().twins[0], verdict=verdict, ratio=Interval(estimate, 0.5, 2, 0.95, 5, "t"))
    assert verdict_words(ratio) == words
    assert verdict_words(replace(ratio, ratio=None)) == "no ratio"
    assert final_words(ratio.verdict, ratio.ratio) == (
        f"{words}, but precise enough" if words == "unresolved" else words
    )


def test_the_answers_come_first_and_verdicts_are_not_confused_with_the_intervals_shown():
    results = invented_results()
    lines = plain_text(results).splitlines()
    for line, ranking in zip(lines, rankings(results), strict=False):
        assert line.startswith(f"{ranking.title}: ")
        assert line.endswith(answer(ranking))
    assert lines[4] == ""
    assert "A ratio's interval is the one that its verdict is based on." in "\n".join(notes(results))


def test_a_process_that_measured_all_is_not_called_fresh():
    results = invented_results()
    findings = replace(results.findings, cells=tuple(replace(one, best_ns=None) for one in results.findings.cells))
    alone = replace(results, findings=findings)
    assert "Each cell ran in a fresh process" in (said := " ".join(method(alone)))
    assert "Processes ran one after the other, in random order." in said
    together = replace(alone, run=replace(alone.run, one_process=True, as_listed=True))
    assert "fresh" not in (said := " ".join(method(together)))
    assert "Cells ran one after the other, as the study lists them." in said
    assert "equals x, field by field, afterwards" in said


@pytest.mark.parametrize(
    "ending", ["no comparison is open after 5 rounds", "its one round was done", "it was interrupted"]
)
def test_why_a_run_ended_is_a_sentence_for_labs_of_before_too(ending):
    results = invented_results()
    said = list(notes(replace(results, run=replace(results.run, ending=ending))))
    assert f"12 rounds, 12 processes per cell. The run ended because {ending}." in said


TUNED = "Profile tuned: the fastest settings that each library documents."
UNTUNED = [
    ((), TUNED),
    (("gson",), f"{TUNED} gson has none and runs with its default."),
    (("gson", "lxml", "json"), f"{TUNED} gson, lxml and json have none and run with their defaults."),
]


@pytest.mark.parametrize(("untuned", "said"), UNTUNED)
def test_a_profile_is_said_with_those_it_has_nothing_for(untuned, said):
    results = replace(invented_results(), profile=Profile.TUNED, untuned=untuned)
    assert list(subjects_words(results)) == [said]
    assert said in plain_text(results)
    assert list(subjects_words(replace(results, profile=Profile.DEFAULT))) == []


def test_codecs_that_take_different_kinds_of_object_are_named_by_kind():
    results = invented_results()
    kinds = {"json": "dict", "lxml": "tree"}
    codecs = tuple(replace(each, input=kinds.get(each.name, each.input)) for each in results.codecs)
    (said,) = subjects_words(replace(results, codecs=codecs))
    assert said.startswith("Codecs here take different kinds of object: domain object (protobuf-java, ")
    assert "tree (lxml)" in said
    assert "dict (json)" in said
    assert said.endswith(". A ratio between two kinds compares the objects as well as the codecs.")
    uncompared = replace(results.findings, comparisons=())
    assert list(subjects_words(replace(results, codecs=codecs, findings=uncompared))) == []


def test_a_cell_that_lost_everything_says_so():
    results = invented_results()
    gone = replace(results.findings.cells[0], time_ns=None, process_times_ns=(), lost=2)
    (row,) = rows(rankings(replace(results, findings=Findings((gone,))))[0]).values()
    assert [row[name].text for name in ("time", "processes", "verdict")] == ["all lost", "0 (2 lost)", "no ratio"]


@pytest.mark.parametrize("terminal", [True, False])
def test_nothing_measured_is_no_crash(terminal):
    empty = replace(invented_results(), findings=Findings(), losses=(), not_run=(), codecs=(), corpora=())
    text = printed(empty, 80, terminal)
    assert "no process gave an estimate" in text


def test_json_holds_every_cell_with_units_in_its_keys():
    results = invented_results()
    written = json.loads(json.dumps(results_json(results), allow_nan=False))
    assert written["version"] == 1
    assert [f["cell"]["key"] for f in written["findings"]] == [f.cell.key for f in results.findings.cells]
    first, other = written["findings"][0], written["findings"][1]
    assert first["time_ns"]["estimate"] == results.findings.cells[0].time_ns.estimate
    assert first["ratio"] is None
    assert other["ratio"]["reference"]["subject"] == "jaxb-moxy"
    assert other["ratio"]["verdict"] == "different"
    assert written["run"]["started_at"] == "2031-05-04T09:30:00+00:00"
    assert written["host"]["memory"] == "8.0 GB"
    assert written["losses"][0]["kind"] == "crash"
    assert written["twins_of_lab"] == {"twins": 0, "alarms": 0}


def test_json_has_no_number_that_json_does_not_know():
    results = invented_results()
    first = replace(results.findings.cells[0], time_ns=Interval(1.0, 0.5, float("inf"), 0.95, 2, "t"))
    written = results_json(replace(results, findings=Findings((first,))))
    assert json.loads(json.dumps(written, allow_nan=False))["findings"][0]["time_ns"]["high"] is None
