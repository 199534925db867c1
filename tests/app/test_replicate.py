"""`wirelab replicate` over scripted subjects: both methods, verdicts, and existing measurements."""

import json
from itertools import product
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab
from wirelab.app.lab.results import study_of
from wirelab.app.replicate.runs import covers
from wirelab.model.cell import ModeKind
from wirelab.model.groups import gathered
from wirelab.model.run import ROUND_TRIP
from wirelab.store.lab import Lab
from wirelab.study.definition import PublishedMethod, parse_study

STUDY = """\
name = "mine"
question = "?"
published = ["mine.csv"]

[factors]
workload = ["school"]
size = [110, 1100]
platform = ["fake"]
codec = ["steady", "slower-5", "bimodal", "warming-up"]
operation = ["serialize"]

[measure]
rounds = 12
slack_s = 2
batch_ms = 1
warm_up_min_ms = 5
warm_up_max_ms = 20

[measure.published]
one_process = true
order = "as listed"
warm_up_runs = 2
runs = 10
calls = 1
sink = "memory"
machine = "a machine of 1970"

[[claim]]
id = "slower"
kind = "relation"
place = "§1"
words = "It is slower."
where = { operation = "serialize", size = 110 }
of = { codec = "slower-5" }
to = { codec = "steady" }
least = 1

[[claim]]
id = "not-slower"
kind = "relation"
place = "§1"
words = "It is not slower."
where = { operation = "serialize", size = 110 }
of = { codec = "slower-5" }
to = { codec = "steady" }
most = 0.5

[[claim]]
id = "warms"
kind = "relation"
place = "§1"
words = "It is much slower."
where = { operation = "serialize", size = 110 }
of = { codec = "warming-up" }
to = { codec = "steady" }
least = 1.15

[[claim]]
id = "same-size"
kind = "equivalence"
place = "§2"
words = "Both are as large."
of = { codec = "slower-5" }
to = { codec = "steady" }
quantity = "size"
tolerance = 0.01

[[claim]]
id = "easy"
kind = "unmeasured"
place = "§3"
words = "It is easy."
why = "it is about people"
"""
TABLE = "codec,size,metric,value,unit\nsteady,110,serialize,10,ns\nslower-5,110,serialize,11,ns\n"


def write(folder: Path, study: str = STUDY) -> None:
    (folder / "mine.toml").write_text(study)
    (folder / "mine.csv").write_text(TABLE)


def row(text: str, first: str) -> list[str]:
    """The words of the row that begins so, where several spaces are between columns."""
    (line,) = (line for line in text.splitlines() if line.split()[:1] == [first] and "§" in line)
    return [word.strip() for word in line.split("  ") if word.strip()]


def less_with_other_words(wirelab: Wirelab, folder: Path) -> None:
    """Words and claims that nothing is measured for may change, and less time asks for nothing new."""
    harder = STUDY[STUDY.index('[[claim]]\nid = "easy"') :].replace("easy", "hard")
    write(folder, STUDY.replace("It is easy.", "It is said to be easy.") + harder)
    less = wirelab(
        *("replicate", "mine.toml", "--method", "sound", "--budget", "20s", "--report", "less.html"), timeout=60
    )
    assert "run 2 of mine-replication.duckdb has this already" in less.stderr
    assert "It is said to be easy." in (folder / "less.html").read_text()
    write(folder)


@pytest.mark.parametrize(
    ("had", "wanted", "is_as_good"),
    [
        ({"budget_s": 60.0, "calls": 9}, {"budget_s": 60.0, "calls": 9}, True),
        ({"budget_s": 60.0, "calls": 9}, {"budget_s": 20.0, "calls": 3}, True),
        ({"budget_s": 60.0, "calls": 9}, {"budget_s": 60.0, "calls": 10}, False),
        ({"budget_s": 60.0, "calls": 9}, {"budget_s": 90.0, "calls": 9}, False),
        ({"calls": 9}, {"budget_s": 90.0, "calls": 9}, True),
        ({"calls": 9, "runs": 2}, {"calls": 9, "runs": 3}, False),
        ({"calls": 9, "published": PublishedMethod(machine="theirs")}, {"calls": 9}, True),
    ],
)
def test_more_time_or_calls_than_are_asked_for_are_as_good(
    had: dict[str, object], wanted: dict[str, object], is_as_good: bool
) -> None:
    study = parse_study(STUDY, "study mine")
    assert covers(study.changed(measure=had), study.changed(measure=wanted)) is is_as_good


@pytest.mark.long
def test_both_methods_and_their_verdicts(wirelab: Wirelab, tmp_path: Path) -> None:
    write(tmp_path)
    ended = wirelab("replicate", "mine.toml", "--budget", "60s", timeout=200)
    assert ended.returncode == 0, ended.stderr
    assert row(ended.stdout, "slower")[:4] == ["slower", "§1", "holds", "holds"]
    assert row(ended.stdout, "not-slower")[2:5] == ["contradicted", "contradicted", "contradicted"]
    assert row(ended.stdout, "same-size")[2:5] == ["not measured", "holds", "replicated"]
    assert row(ended.stdout, "easy")[2:5] == ["not measured"] * 3
    assert "1.10×" in ended.stdout, "the printed ratio"
    assert "Theirs: a machine of 1970." in ended.stdout

    with Lab.open(tmp_path / "mine-replication.duckdb", create=False, read_only=True) as lab:
        published, sound, *changes = lab.runs()
        modes = [{planned.cell.mode for planned in lab.planned(run.id)} for run in (sound, published)]
        left_s = int(0.85 * 60 - sum(lab.process_walls_s(published.id)))
        assert study_of(sound).measure.budget_s == max(0.6 * 60, left_s), "it has the time that the other leaves"
        assert modes == [{ModeKind.STEADY}, {ModeKind.FIXED}]
        one_process = [planned for planned in lab.planned(published.id) if not planned.cell.twin]
        assert [str(planned.cell.subject) for planned in sorted(one_process, key=lambda each: each.order)] == [
            *["steady"] * 2, *["slower-5"] * 2, *["bimodal"] * 2, *["warming-up"] * 2,
        ]  # fmt: skip
        assert all(len(lab.batches(published.id, planned)) == 12 for planned in one_process)
        rounds = gathered((planned.round, planned.cell.subject.codec) for planned in lab.planned(sound.id))
        assert {*rounds} >= {*range(5)}, "claims are looked at from the fifth round on"
        assert not any("bimodal" in codecs for codecs in rounds.values()), "no claim is about its times"
        assert {planned.cell.corpus.size for planned in lab.planned(sound.id)} == {"110"}, "nor about those of 1100"
        sized = {(str(size.subject), size.corpus.size) for size in lab.sizes(sound.id)}
        assert sized == {*product(("steady", "slower-5", "bimodal", "warming-up"), ("110", "1100"))}
        returned = [check.passed for check in lab.checks(sound.id) if check.kind == ROUND_TRIP]
        assert returned == [True] * len(sized)
        again = {planned.cell.subject.codec for run in changes for planned in lab.planned(run.id)}
        assert again == {"steady", "warming-up", "slower-5"}, "the codecs of claims that did not hold"

    again = wirelab("replicate", "mine.toml", "--budget", "60s", timeout=60)
    assert "run 1 of mine-replication.duckdb has this already" in again.stderr
    assert again.stdout == ended.stdout
    less_with_other_words(wirelab, tmp_path)

    page = (tmp_path / "mine-replication-report.html").read_text()
    assert "The two methods differ by: warm-up (2 runs, whether times are steady by then or not); one process" in page
    told = wirelab("replicate", "mine.toml", "--budget", "60s", "--json", "--report", "other.html", timeout=60)
    assert "Report: other.html" in told.stderr
    (study,) = json.loads(told.stdout)["studies"]
    claims = {one["claim"]["id"]: one for one in study["claims"]}
    assert [claims[name]["outcome"] for name in ("same-size", "not-slower", "easy")] == [
        *("held", "did not hold", "not measured here"),
    ]
    assert len(claims["same-size"]["sound"]["rulings"]) == 2, "at the size that was not timed, too"
    warms = claims["warms"]
    assert (warms["published"]["verdict"], warms["sound"]["standing"]) == ("holds", "contradicted")
    assert warms["disputed"]
    assert warms["sound"]["rulings"][0]["interval"]["high"] < 1.15
    assert {each["what"]: each["claims"][0]["verdict"] for each in study["changes"]} == {
        "as they did, but only with these cells": "holds",
        "with the lab's warm-up and turns": "contradicted",
        "with a process for each cell": "holds",
        "in random order": "holds",
        "with 3 copies of the data in turn": "holds",
    }
    assert "Their verdict changes with the lab&#39;s warm-up and turns." in page
    assert "It does not hold by the authors&#39; method with any of 4 single changes, either." in page
    assert [one["claim"]["id"] for one in study["changes"][0]["claims"]] == ["warms", "not-slower"]


SHOTS = """\
[measure.published]
order = "random"
warm_up_runs = 0
runs = 1
calls = 1
replicates = 3
sink = "memory"

[[claim]]
id = "no-matter"
kind = "effect"
place = "§4"
words = "The codec does not matter."
factors = ["codec"]
significant = false
"""


@pytest.mark.long
def test_claims_of_analyses_of_variance_are_tried_on_the_whole_design(wirelab: Wirelab, tmp_path: Path) -> None:
    """Scripted first calls take as long as others, so that neither change alters the verdict."""
    kept = STUDY[: STUDY.index("[measure.published]")].replace(
        '"slower-5", "bimodal", "warming-up"', '"tunable:speed=high"'
    )
    write(tmp_path, kept.replace("size = [110, 1100]", "size = [110]") + SHOTS)
    ended = wirelab("replicate", "mine.toml", "--budget", "60s", "--json", timeout=200)
    assert ended.returncode == 0, ended.stderr
    (study,) = json.loads(ended.stdout)["studies"]
    assert {each["what"]: each["claims"][0]["verdict"] for each in study["changes"]} == {
        "in one process that repeats each call": "contradicted",
        "with the lab's measurements under their analysis": "contradicted",
    }
    page = (tmp_path / "mine-replication-report.html").read_text()
    assert "It does not hold by the authors&#39; method with any of 2 single changes, either." in page
    with Lab.open(tmp_path / "mine-replication.duckdb", create=False, read_only=True) as lab:
        *_, shared = lab.runs()
        planned = lab.planned(shared.id)
        assert {each.cell.subject.codec for each in planned} == {"steady", "tunable"}
        assert all(len(lab.batches(shared.id, each)) == 3 for each in planned if not each.cell.twin)


@pytest.mark.long
def test_a_process_that_ends_half_way_loses_one_cell_alone(wirelab: Wirelab, tmp_path: Path) -> None:
    write(tmp_path, STUDY.replace('"bimodal"', '"crashes", "tunable"'))
    ended = wirelab("replicate", "mine.toml", "--method", "published", timeout=200)
    assert ended.returncode == 5, ended.stderr
    assert row(ended.stdout, "slower")[2:4] == ["holds", "holds"]
    with Lab.open(tmp_path / "mine-replication.duckdb", create=False, read_only=True) as lab:
        (run,) = lab.runs()
        assert {planned.cell.subject.codec for planned, _ in lab.losses(run.id)} == {"crashes"}
        counted = {summary.cell.subject.codec for summary in lab.summaries(run.id) if summary.time_ns is not None}
        assert counted == {"steady", "slower-5", "tunable", "warming-up"}


def test_what_comes_back_different_contradicts_that_nothing_is_lost(wirelab: Wirelab, tmp_path: Path) -> None:
    claim = '[[claim]]\nid = "kept"\nkind = "lossless"\nplace = "§1"\nwords = "Nothing is lost."\n'
    study = STUDY[: STUDY.index("[[claim]]")].replace('"bimodal", "warming-up"', '"mismatch"')
    study = study.replace('operation = ["serialize"]', 'operation = ["serialize", "deserialize"]')
    write(tmp_path, f'{study}{claim}where = {{ size = 110 }}\nof = {{ codec = ["steady", "mismatch"] }}\n')
    ended = wirelab("replicate", "mine.toml", "--method", "sound", "--budget", "20s", timeout=100)
    assert row(ended.stdout, "kept")[2:] == [
        *("not measured", "replicated in part", "not 1 of 2: mismatch the written values did not come back unchanged"),
    ]


@pytest.mark.long
def test_what_the_authors_did_not_say_cannot_be_measured(wirelab: Wirelab, tmp_path: Path) -> None:
    start, end = STUDY.index("[measure.published]"), STUDY.index("[[claim]]")
    write(tmp_path, STUDY[:start] + STUDY[end:])
    ended = wirelab("replicate", "mine.toml", "--method", "published")
    assert ended.returncode == 2
    assert "it does not say how its authors measured" in ended.stderr
    ended = wirelab("replicate", "mine.toml", "--budget", "20s", timeout=100)
    assert ended.returncode == 0, ended.stderr
    assert "replicated" in row(ended.stdout, "same-size")


@pytest.mark.long
def test_a_budget_for_one_round_is_told(wirelab: Wirelab, tmp_path: Path) -> None:
    write(tmp_path)
    ended = wirelab("replicate", "mine.toml", "--method", "sound", "--budget", "0.1s", timeout=100)
    assert "had 1 round" in ended.stdout
    assert "give a larger --budget" in ended.stdout
    assert "the first is always finished: the budget of 1 s limits only later rounds" in ended.stderr
    with Lab.open(tmp_path / "mine-replication.duckdb", create=False, read_only=True) as lab:
        round_s = sum(lab.process_walls_s(lab.runs()[0].id))
    few = wirelab("replicate", "mine.toml", "--method", "sound", "--budget", f"{2 * round_s:.2f}s", timeout=200)
    # The second time, a round may take more than twice as long.
    assert "claims are looked at from round 5 on: the budget of" in few.stderr or "limits only later" in few.stderr
    more = wirelab("replicate", "mine.toml", "--method", "sound", "--budget", "1m", timeout=200)
    assert more.returncode == 0, more.stderr
    assert "has this already" not in more.stderr
    assert "had 1 round" not in more.stdout


@pytest.mark.long
def test_all_studies_make_one_report_and_a_missing_platform_stops_none(wirelab: Wirelab, tmp_path: Path) -> None:
    own = tmp_path / "resources"
    (own / "studies" / "published").mkdir(parents=True)
    for name in ("runners", "workloads", "protocol"):
        (own / name).symlink_to(ROOT / name)
    write(own / "studies", STUDY.replace("rounds = 12", "rounds = 2"))
    elsewhere = STUDY.replace('"mine"', '"elsewhere"').replace('"fake"', '"fake-crashes-at-start"')
    (own / "studies" / "elsewhere.toml").write_text(elsewhere)
    ended = wirelab("replicate", "--all", "--method", "sound", WIRELAB_RESOURCES=str(own))
    assert ended.returncode == 4, "a platform that is missing"
    assert "study elsewhere: none of its platforms can run here" in ended.stderr
    answer = ended.stdout[ended.stdout.rindex("5 claims: ") :]
    assert "elsewhere was not measured." in answer, "the answer of all studies comes last"
    assert "Report: replications-report.html" in answer
    page = (tmp_path / "replications-report.html").read_text()
    assert "elsewhere was not measured." in page
    assert "mine: what held, and what did not" in page
