"""The words of a replication's page, JSON and terminal: every outcome, in words that the data decides."""

import json
import re
from dataclasses import replace

import pytest

from tests.report.invented_replication import (
    DIFFERENCES,
    OURS,
    THEIRS,
    Times,
    figures,
    invented_replication,
    sizes,
)
from wirelab.claims.factorial import models
from wirelab.claims.printed import judge
from wirelab.claims.verdict import Judged
from wirelab.model.errors import ToolchainError
from wirelab.report.render.kinds import REPLICATIONS
from wirelab.report.render.markdown import escaped, markdown
from wirelab.report.render.page import render_page
from wirelab.report.render.terminal import text as plain_text
from wirelab.report.replicate.as_json import replications_json
from wirelab.report.replicate.model_tables import full_tables, model_figures, model_tables
from wirelab.report.replicate.outcome import ClaimVerdicts, Outcome, claim_verdicts, reasons
from wirelab.report.replicate.replication import Changed, Replication
from wirelab.report.replicate.report import changes, disputes, entries, in_short, replication_report, summary_lines
from wirelab.report.replicate.tables import claims_table, ratios_table, tally_table
from wirelab.report.table import Entry

FOUND = invented_replication()
FAULT = ToolchainError("platform p", "it cannot run here", why="no compiler", remedy="install one")


def lines(found: Replication) -> list[str]:
    return plain_text(replication_report([found], {})).splitlines()


def claim_rows() -> dict[str, dict[str, Entry]]:
    """The entries of each claim, by its place and their columns."""
    table = claims_table([FOUND])
    names = [column.name for column in table.columns]
    return {row[0].beside[0]: dict(zip(names, row, strict=True)) for row in table.entries}


@pytest.fixture(scope="module")
def by_claim() -> dict[str, ClaimVerdicts]:
    return {one.claim.id: one for one in claim_verdicts(FOUND)}


def test_every_outcome(by_claim: dict[str, ClaimVerdicts]) -> None:
    assert {name: one.outcome for name, one in by_claim.items()} == {
        "b-slower": Outcome.HELD,
        "c-slower": Outcome.FAILED,
        "b-as-large": Outcome.FAILED,
        "close": Outcome.OPEN,
        "first": Outcome.FAILED,
        "interaction": Outcome.HELD,
        "easy": Outcome.UNMEASURED,
    }
    assert [name for name, one in by_claim.items() if one.disputed] == ["c-slower"]


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("b-slower", ""),
        ("c-slower", "Its own numbers bear it out (1.5×). Its authors' method gives the opposite here"),
        ("b-as-large", "Its own numbers bear it out (1.01×). It does not depend on how times are measured"),
        ("first", "only its authors' method gives this"),
    ],
)
def test_reasons_follow_from_the_other_verdicts(by_claim: dict[str, ClaimVerdicts], claim: str, says: str) -> None:
    found = reasons(by_claim[claim])
    assert says in found if says else not found


def test_markdown_says_what_the_page_says() -> None:
    text = markdown(
        replication_report([FOUND], {"other": FAULT}, "wirelab replicate invented"), REPLICATIONS["markdown"].mark
    )
    assert text.startswith(REPLICATIONS["markdown"].mark.decode())
    titles = ("What held (2)", "What did not hold, and why (3)", "    wirelab replicate invented")
    for said in (*in_short([FOUND]), *titles):
        assert said in text
    assert "other was not measured. platform p: it cannot run here (no compiler). What to do: install one." in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    for place, row in claim_rows().items():
        (own,) = [line for line in rows if line.startswith(f"| {escaped(row['claim'].text)} | {escaped(place)} |")]
        for entry in list(row.values())[1:]:
            assert all(escaped(says) in own for says in (entry.text, *entry.beside))
    assert not re.search(r"<(?!!--|/?details>|/?summary>)", text), "text is no markup"


def test_print_decides_what_no_measurement_can_test() -> None:
    def contradicted(claim: str) -> Replication:
        in_words = (replace(one, contradicted_in_words=one.claim.id == claim) for one in FOUND.printed.judged)
        return replace(FOUND, printed=replace(FOUND.printed, judged=tuple(in_words)))

    for claim, decides in (("easy", True), ("close", False)):
        said = " ".join(in_short([contradicted(claim)]))
        assert ("1 is decided by print" in said) is decides
        assert ("Print decides claims that no measurement can test: 1 is contradicted." in said) is decides
    assert tally_table([contradicted("easy")]).rows == (("invented", "7", "2", "0", "3", "1", "1", "0", "2"),)


def test_what_a_study_says_against_itself_in_words_is_no_number_of_its_own(by_claim: dict[str, ClaimVerdicts]) -> None:
    one = by_claim["b-as-large"]
    in_words = replace(one.printed, trials=(), why="§2: it is not", contradicted_in_words=True)
    assert reasons(replace(one, printed=in_words)).startswith("The study's own text contradicts it, too.")


def test_an_experiments_reason_is_given_where_a_claim_did_not_hold(by_claim: dict[str, ClaimVerdicts]) -> None:
    for name, given in (("b-as-large", True), ("b-slower", False)):
        one = by_claim[name]
        reason = one.claim.model_copy(update={"reason": "Both are read from a file."})
        says = reasons(replace(one, printed=replace(one.printed, claim=reason)))
        assert ("An experiment shows why: Both are read from a file." in says) is given


def test_what_is_said_in_short() -> None:
    said = " ".join(in_short([FOUND]))
    assert "7 claims: 2 held, 3 did not hold, 1 is still open and 1 could not be measured here." in said
    assert "The study itself contradicts 1 of them." in said
    assert "1 of them is a question of the lab's own." in said
    assert "The printed numbers do not fully bear out 1 of the 3 that did not hold, either." in said
    assert tally_table([FOUND]).rows == (("invented", "7", "2", "0", "3", "1", "0", "1", "1"),)
    assert [entry.text.partition(": ")[0] for entry in entries(FOUND, Outcome.HELD)] == [
        "“B is slower than a.” (§1)",
        "“Codec matters.” (§6 (own))",
    ]
    failed = " ".join(entry.text for entry in entries(FOUND, Outcome.FAILED))
    assert re.findall(r"\((§\d)\)", failed) == ["§2", "§3", "§5"], "those that print bears out come first"


def test_one_claim_is_not_several() -> None:
    judged = FOUND.printed.judged[:1]
    alone = replace(FOUND, printed=replace(FOUND.printed, judged=judged), published=None, sound=None)
    (said,) = summary_lines(alone)
    assert said.startswith("1 claim. The study's own numbers: 1 ")
    assert next(iter(in_short([alone]))).startswith("1 claim: 1 ")


def test_a_dispute_names_by_what_the_methods_differ() -> None:
    says, opposed = disputes(FOUND)
    assert "On this claim the authors' method says the opposite here" in says
    assert f"The two methods differ by: {'; '.join(DIFFERENCES)}." in lines(FOUND)
    assert [one.claim.id for one in opposed] == ["c-slower"]


def test_single_changes_show_what_a_dispute_turns_on() -> None:
    claims = [one.claim for one in claim_verdicts(FOUND) if one.disputed]
    theirs, ours = (tuple(judge(claims, figures(times, 4))) for times in (THEIRS, OURS))

    def said(*judged: tuple[Judged, ...]) -> tuple[str, ...]:
        named = zip(("as they did", "with warm-up", "in random order"), judged, strict=True)
        found = replace(FOUND, changes=tuple(Changed(what, each, what == "as they did") for what, each in named))
        (one,) = (one for one in claim_verdicts(found) if one.disputed)
        assert "Which of these is the cause was not measured" not in disputes(found)[0]
        return changes(found, one)

    assert said(theirs, ours, theirs) == (
        "Their verdict changes with warm-up.",
        "As they did: holds, 1.5×.",
        "With warm-up: contradicted, 0.798×.",
        "In random order: holds, 1.5×.",
    )
    in_part = tuple(replace(each, trials=(*each.trials, replace(each.trials[0], holds=True))) for each in ours)
    assert said(theirs, in_part, theirs)[:1] == ("Their verdict changes with warm-up.",), "wrong at one place is wrong"
    assert said(theirs, ours, ours)[0] == "Their verdict changes with warm-up and in random order."
    assert said(theirs, theirs, theirs)[0] == "No single change alters their verdict."
    assert said(ours, ours, theirs)[0].startswith("Their verdict differs when the claim is measured again")
    assert changes(FOUND, next(one for one in claim_verdicts(FOUND) if one.disputed)) == (), "nothing was measured"


def test_single_changes_show_what_makes_a_claim_hold_that_neither_method_gives() -> None:
    """Its reasons say so, since it is no dispute."""
    assert FOUND.published is not None
    neither = replace(FOUND, published=replace(FOUND.published, judged=told_by(OURS)))
    (one,) = (one for one in claim_verdicts(neither) if one.claim.id == "c-slower")
    assert one.unheld
    assert not one.disputed
    theirs, ours = (tuple(each for each in told_by(times) if each.claim == one.claim) for times in (THEIRS, OURS))

    def said(*judged: tuple[Judged, ...]) -> str:
        named = zip(("as they did", "with warm-up", "in random order"), judged, strict=True)
        found = replace(neither, changes=tuple(Changed(what, each, what == "as they did") for what, each in named))
        (entry,) = (each for each in entries(found, Outcome.FAILED) if "(§2)" in each.text)
        assert len(entry.details) == 3
        return " ".join(entry.beside)

    assert "It holds by the authors' method with warm-up." in said(ours, theirs, ours)
    assert "It does not hold by the authors' method with any of 2 single changes, either." in said(ours, ours, ours)
    assert "Their verdict differs when the claim is measured again" in said(theirs, theirs, ours)
    (plain,) = (each for each in entries(neither, Outcome.FAILED) if "(§2)" in each.text)
    assert plain.details == (), "nothing was measured"


def told_by(times: Times) -> tuple[Judged, ...]:
    return tuple(judge([one.claim for one in claim_verdicts(FOUND)], (*figures(times, 4), *sizes(150.0))))


def test_the_table_has_ratio_interval_and_test_of_each_claim() -> None:
    rows = claim_rows()
    held = rows["§1"]
    assert [each.text for each in held.values()][1:] == ["held", "holds", "holds", "replicated"]
    found, test = held["the lab's method"].beside
    assert re.fullmatch(r"2\.0\d \[1\.\d+, 2\.\d+\] \(claimed: at least 1\.00\)", found)
    assert re.fullmatch(r"Student's t interval at 9\d(\.\d+)? %, 1[0-2] rounds|.*, \d rounds", test)
    assert rows["§3"]["the lab's method"].beside[1] == "sizes are exact"
    assert rows["§6 (own)"]["the lab's method"].beside[1] == "F test, rounds as blocks"
    assert len(rows["§6 (own)"]["the lab's method"].details) == 2, "both operations"
    assert rows["§7"]["the lab's method"] == Entry("not measured", ("it is about people", ""))


def test_analyses_of_variance_stand_side_by_side() -> None:
    variance, groups, *_ = model_tables(FOUND)
    assert [column.name for column in variance.columns][:4] == ["source", "printed: df", "printed: F", "printed: p"]
    assert [row[0] for row in variance.rows] == ["codec", "rounds (blocks)"]
    assert len(list(full_tables(FOUND))) == 2 * 3, "one factor has one model"
    captions = [caption for caption, _ in model_figures(FOUND)]
    assert captions[0] == "serialize, printed: standard deviations"
    assert len(captions) == 2 * 3, "one factor has no interaction"
    assert any("rounds as blocks" in sentence for sentence in variance.says)
    assert groups.says[0].startswith("Letters: printed, Tukey's comparisons; their method, Tukey's comparisons; lab's")
    assert [row[0] for row in groups.rows] == ["b", "c", "a"], "as printed, the highest mean first"
    assert groups.records[0]["printed: letters"] == "A"


def test_one_round_is_no_analysis_of_variance() -> None:
    claims = tuple(one.claim for one in claim_verdicts(FOUND))
    for alone in models(claims, figures(OURS, 1), 0.05, blocked=True):
        assert (alone.analysis, alone.why) == (None, "fewer than two rounds have all cells")
    assert models(claims[:1], figures(OURS)) == (), "no claim speaks of one"


def test_the_terminal_says_what_is_missing_and_by_what_methods_differ() -> None:
    said = "\n".join(lines(FOUND))
    assert "Missing here: codec gone (it is not installed)." in said
    assert re.search(r"\d+ processes of .* were lost. The first: ", said)
    assert "The two methods differ by: warm-up (none); one process for all." in said


def test_without_the_reference_there_are_no_ratios() -> None:
    bare = replace(FOUND, published=None, sound=None)
    assert ratios_table(bare).rows == ()
    assert f"{FOUND.study}: claims" in lines(bare)
    assert f"There are no ratios: {FOUND.reference}, which others are divided by, was not measured here." in lines(bare)
    assert "There are no ratios" not in "\n".join(lines(FOUND))
    assert FOUND.sound is not None
    measured = str(FOUND.sound.results.findings.cells[0].cell.subject)
    alone = replace(bare, sound=replace(FOUND.sound, ratios={}, sizes={}), reference=measured)
    beside = f"nothing was measured here beside {measured}, which others are divided by."
    assert f"There are no ratios: {beside}" in lines(alone)


def test_sizes_by_their_method_are_those_that_it_gave() -> None:
    """Its codecs may be others than those of the lab's method (`instead`)."""
    assert FOUND.published is not None
    other = dict.fromkeys(FOUND.sizes, 7.0)
    records = ratios_table(replace(FOUND, published=replace(FOUND.published, sizes=other))).records
    of_sizes = [record for record in records if record["operation"] == "size"]
    assert of_sizes
    assert {record["their method"] for record in of_sizes} == {"7.00×"}
    assert {record["the lab's method"] for record in of_sizes} != {"7.00×"}


def test_json_has_every_verdict_and_finite_numbers() -> None:
    written = json.loads(json.dumps(replications_json([FOUND], {"other": FAULT}), allow_nan=False))
    assert written["faults"] == [
        {
            "study": "other",
            "part": "platform p",
            "what": "it cannot run here",
            "why": "no compiler",
            "remedy": "install one",
        }
    ]
    (study,) = written["studies"]
    claims = {one["claim"]["id"]: one for one in study["claims"]}
    held = claims["b-slower"]
    assert (held["outcome"], held["printed"]["verdict"], held["published"]["verdict"]) == ("held", "holds", "holds")
    (ruling,) = held["sound"]["rulings"]
    assert ruling["interval"]["low"] > 1
    assert ruling["at"] == {"operation": "serialize"}
    assert claims["close"]["sound"]["needed"]
    assert {"codec": "b", "operation": "serialize"} in [one["at"] for one in study["times"]]
    assert study["sizes"] == [{"at": {"codec": "b"}, "printed": 1.01, "here": 1.5}]
    assert {one["operation"] for one in study["models"]["sound"]} == {"serialize", "deserialize"}


@pytest.mark.long
def test_the_page_escapes_words_and_names_what_was_not_measured() -> None:
    html = render_page(
        replication_report([FOUND, invented_replication("twice")], {"other": FAULT}, "wirelab replicate --all")
    )
    assert html.count("<title>Wirelab replication: 2 studies</title>") == 1
    assert "C is &lt;slower&gt; than a." in html
    assert "<slower>" not in html
    assert "other was not measured. platform p: it cannot run here (no compiler). What to do: install one." in html
    assert "http" not in re.sub(r'(xmlns(:xlink)?=|createElementNS\()"http[^"]*"|http-equiv|https:\\/\\/', "", html)


def test_a_page_without_any_study_says_so() -> None:
    html = render_page(replication_report([], {"other": FAULT}, "wirelab replicate --all"))
    assert "Nothing was measured." in html
