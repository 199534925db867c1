"""A study that repeats another, as the two studies that are measured; and figures as ratios."""

import pytest

from wirelab.claims.selection import ratios_to
from wirelab.design.plan import plan_round
from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.errors import DefinitionError
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.subject import parse_subject
from wirelab.study.claims import Unmeasured
from wirelab.study.definition import PublishedMethod, Study, parse_study
from wirelab.study.replication import (
    brief_study,
    cell_count,
    departures,
    differences,
    narrowed,
    published_study,
    single_changes,
    single_shots,
    sound_study,
    with_claim,
)

FACTORS = {"workload": ["w"], "size": [1, 10, 100], "variant": ["random", "same"], "codec": ["a", "b", "c"]}
METHOD = {"one_process": True, "warm_up_runs": 10, "runs": 20, "calls": 1000, "sink": "file", "machine": "a laptop"}


def study(**method: object) -> Study:
    measure = {"published": {**METHOD, **method}}
    return Study.model_validate({"name": "s", "question": "?", "factors": FACTORS, "measure": measure})


def test_the_authors_method_as_a_study() -> None:
    asked = study(instead=[{"of": "b", "used": "b+gzip"}], not_stated=["order"])
    theirs = asked.measure.published
    assert theirs is not None
    derived = published_study(asked, theirs, calls=100, budget_s=60)
    measure = derived.measure
    assert (measure.mode, measure.one_process, measure.order) == (ModeKind.FIXED, True, "as listed")
    assert (measure.warm_up_runs, measure.runs, measure.calls, measure.rounds) == (10, 20, 100, 1)
    assert derived.factors.sink == (Sink.FILE, Sink.MEMORY)
    assert [*map(str, derived.factors.codec)] == ["a", "b+gzip", "c"]
    assert [str(derived.named(each)) for each in derived.factors.codec] == ["a", "b", "c"]
    (kept,) = narrowed(derived, [{FactorName.CODEC: "b"}]).factors.codec
    assert str(kept) == "b+gzip", "claims name it as the study does"
    assert ("with the subjects of the lab's method", asked.factors.codec) in [
        (what, each.factors.codec)
        for what, each in single_changes(derived, sound_study(asked, budget_s=60, brief=False), derived.measure.calls)
    ]
    assert derived.analysis.until == "rounds"
    said = " ".join(departures(theirs, measure, 1))
    for words in ("100 calls instead of 1,000", "Theirs: a laptop", "Not stated: order"):
        assert words in said


def test_single_shots_are_first_calls_of_processes() -> None:
    shots = PublishedMethod(warm_up_runs=0, runs=1, calls=1, replicates=4, order="random")
    assert single_shots(shots)
    measure = published_study(study(), shots, calls=1, budget_s=60).measure
    assert (measure.mode, measure.rounds, measure.order) == (ModeKind.COLD, 4, "random")
    assert any("2 replicates instead of 4" in said for said in departures(shots, measure, 2))
    assert not single_shots(PublishedMethod(one_process=True, warm_up_runs=0, runs=1))


def test_an_order_that_is_not_stated_is_drawn_anew_in_each_of_several_processes() -> None:
    for replicates, order, says in ((None, "as listed", "as the study file lists"), (10, "random", "drawn for each")):
        asked = study(order="not stated", replicates=replicates)
        theirs = asked.measure.published
        assert theirs is not None
        measure = published_study(asked, theirs, calls=1, budget_s=60).measure
        assert (measure.order, measure.rounds) == (order, replicates or 1)
        assert says in " ".join(departures(theirs, measure, measure.rounds))


def test_methods_differ_by_what_their_two_runs_do_otherwise() -> None:
    asked = study()
    theirs = asked.measure.published
    assert theirs is not None
    said = [each.partition(" (")[0] for each in differences(asked, theirs)]
    assert said == ["warm-up", "one process for all", "order", "sink", "data"]
    shots = PublishedMethod(warm_up_runs=0, runs=1, calls=1, replicates=4, order="random")
    brief = sound_study(asked, budget_s=60, brief=True)
    assert [each.partition(" (")[0] for each in differences(brief, shots)] == ["single shot"]
    unstated = PublishedMethod(one_process=True)
    said = list(differences(brief, unstated))
    assert said[:2] == ["warm-up (not stated, so none)", "one value per cell (without any spread)"]
    inside = PublishedMethod(one_process=True, context="inside")
    assert not any("context" in each for each in differences(brief, inside)), "no rerun does it"
    gzip = study(instead=[{"of": "b", "used": "b+gzip"}])
    assert gzip.measure.published is not None
    assert "subjects (b+gzip instead of b)" in differences(gzip, gzip.measure.published)


def test_single_changes_take_one_thing_each_from_the_lab() -> None:
    asked = study()
    theirs = asked.measure.published
    assert theirs is not None
    derived = published_study(asked, theirs, calls=100, budget_s=60)
    ours = sound_study(asked, budget_s=60, brief=False)
    (_, same), *changes = single_changes(derived, ours, derived.measure.calls)
    assert same == derived
    fewer, _ = next(single_changes(derived.changed(measure={"calls": 20}), ours, 1000))
    assert fewer == "as they did, but only with these cells and 20 instead of 1,000 calls in a run"
    changed = {what: (each.measure, each.factors.sink) for what, each in changes}
    assert list(changed) == [
        "with the lab's warm-up and turns",
        "with a process for each cell",
        "in random order",
        "in memory, not in files",
        "with 3 copies of the data in turn",
    ]
    warm, _ = changed["with the lab's warm-up and turns"]
    assert (warm.mode, warm.one_process, warm.order, warm.rounds, warm.copies) == (
        *(ModeKind.STEADY, True, "as listed", 1, 1),
    )
    assert [what for what, (measure, _) in changed.items() if not measure.one_process] == list(changed)[1:2]
    assert [what for what, (measure, _) in changed.items() if measure.order == "random"] == list(changed)[2:3]
    assert [what for what, (_, sink) in changed.items() if sink == (Sink.MEMORY,)] == list(changed)[3:4]
    shots = PublishedMethod(warm_up_runs=0, runs=1, calls=1, replicates=4, order="random")
    derived = published_study(asked, shots, calls=1, budget_s=60)
    of_shots = dict(single_changes(derived, ours, derived.measure.calls))
    assert [what.split()[-1] for what in of_shots] == ["cells", "turns", "call", "turn"]
    one = of_shots["in one process that repeats each call"].measure
    assert (one.mode, one.one_process, one.rounds, one.runs, one.warm_up_runs) == (ModeKind.FIXED, True, 1, 4, 0)


def test_times_of_some_sizes_are_a_difference_that_the_authors_method_does_not_have() -> None:
    asked = study().changed(measure={"timed_sizes": ("1", "100")})
    theirs = asked.measure.published
    assert theirs is not None
    assert [*differences(asked, theirs)][-1] == "sizes (the lab's method times only 1 and 100)"
    assert published_study(asked, theirs, calls=1, budget_s=60).measure.timed_sizes == ()
    assert sound_study(asked, budget_s=60, brief=False).measure.timed_sizes == ("1", "100")


def test_only_sizes_of_the_study_are_timed() -> None:
    text = 'name = "s"\nquestion = "?"\n[factors]\nworkload = ["w"]\nsize = [1, 10]\ncodec = ["a"]\n[measure]\n'
    assert parse_study(f"{text}timed_sizes = [10]\n", "study").measure.timed_sizes == ("10",)
    with pytest.raises(DefinitionError, match=r"'100' is not among factors\.size"):
        parse_study(f"{text}timed_sizes = [10, 100]\n", "study")


def test_warming_up_all_first_is_one_more_change() -> None:
    asked = study(warm_up_first=True)
    theirs = asked.measure.published
    assert theirs is not None
    derived = published_study(asked, theirs, calls=100, budget_s=60)
    assert "all cells before the first that counts" in next(differences(asked, theirs))
    changes = dict(single_changes(derived, sound_study(asked, budget_s=60, brief=False), derived.measure.calls))
    warm = {what: each.measure.warm_up_first for what, each in changes.items()}
    assert warm.pop("with each cell's warm-up before its own runs") is False
    assert warm.pop("with the lab's warm-up and turns") is False
    assert warm.pop("with a process for each cell") is False
    assert {*warm.values()} == {True}


def test_a_study_narrowed_to_places() -> None:
    levels = {FactorName.SIZE: "10", FactorName.CODEC: "b", FactorName.OPERATION: "serialize", FactorName.PLATFORM: "p"}
    small = narrowed(study().model_copy(update={"reference": parse_subject("a")}), [levels])
    factors = small.factors
    assert (factors.size, factors.variant, factors.platform) == (("10",), ("random", "same"), ())
    assert [str(subject) for subject in factors.codec] == ["b"]
    assert factors.operation == (Operation.SERIALIZE,)
    assert str(small.reference_subject) == "b", "the earlier reference is not measured"


def test_the_sound_study_goes_on_until_claims_are_decided() -> None:
    full, brief = (sound_study(study(), budget_s=60, brief=each) for each in (False, True))
    assert full.measure.mode is ModeKind.STEADY
    assert full.measure.budget_s == 60
    assert full.analysis.until == "claims"
    assert brief.measure.warm_up_max_ms < full.measure.warm_up_max_ms


def test_a_brief_study_keeps_the_smallest_sizes() -> None:
    assert brief_study(study()).factors.size == ("1", "10", "100")  # 3 × 2 × 3 × 2 operations
    many = study().model_copy(update={"factors": study().factors.model_copy(update={"operation": tuple(Operation)})})
    assert brief_study(many).factors.size == ("1",)


def test_cells_as_listed_go_by_sink_operation_codec_and_data() -> None:
    def cell(size: str, codec: str, operation: Operation, sink: Sink) -> Cell:
        return Cell(CorpusName("w", size, "random"), "p", parse_subject(codec), operation, ModeKind.FIXED, sink)

    cells = [
        cell(size, codec, operation, sink)
        for size in ("10", "100")
        for operation in (Operation.SERIALIZE, Operation.DESERIALIZE)
        for sink in (Sink.FILE, Sink.MEMORY)
        for codec in ("b", "a")
    ]
    plan = [planned.cell for planned in plan_round(cells, seed=1, round=0, as_listed=True)]
    first = [(each.sink, each.operation, str(each.subject), each.corpus.size) for each in plan[:5]]
    file, write, read = Sink.FILE, Operation.SERIALIZE, Operation.DESERIALIZE
    assert first == [(file, write, "b", "10"), (file, write, "b", "100"), (file, write, "a", "10"),
                     (file, write, "a", "100"), (file, read, "b", "10")]  # fmt: skip
    assert len(set(plan)) == len(cells)


def test_ratios_are_to_the_reference_at_the_same_place() -> None:
    def time(codec: str, size: str, ns: float, **more: str) -> Figure:
        levels = {"codec": codec, "size": size, **more}
        return Figure(Quantity.TIME, {FactorName(name): level for name, level in levels.items()}, ns)

    here = [time("a", "10", 5, variant="random", replicate=str(run)) for run in range(2)]
    here += [time("b", "10", ns, variant="random", replicate=str(run)) for run, ns in enumerate((10, 20))]
    found = ratios_to("a", [*here, time("b", "100", 7, variant="random")], {FactorName.VARIANT})
    printed = ratios_to("a", [time("a", "10", 2), time("b", "10", 4)], {FactorName.VARIANT})
    key = Quantity.TIME, ((FactorName.SIZE, "10"), (FactorName.CODEC, "b"))
    assert found == {key: 3.0}
    assert printed == {key: 2.0}


def test_claims_share_a_design_that_has_no_more_cells_than_they_have_apart() -> None:
    whole = study()
    claim = Unmeasured(kind="unmeasured", id="c", place="§1", words="It holds.", why="it stands for any")
    at = [
        [{FactorName.CODEC: codec, FactorName.SIZE: size} for codec in codecs for size in sizes]
        for codecs, sizes in (("ab", ("1",)), ("ab", ("100",)), ("a", ("1", "10", "100")))
    ]
    (together,) = with_claim(with_claim((), claim, at[0], whole), claim, at[1], whole)
    assert (len(together.claims), cell_count(together.study)) == (2, 2 * cell_count(narrowed(whole, at[0])))
    apart = with_claim(with_claim((), claim, at[0], whole), claim, at[2], whole)
    own = [cell_count(narrowed(whole, each)) for each in (at[0], at[2], [*at[0], *at[2]])]
    assert [cell_count(part.study) for part in apart] == own[:2]
    assert sum(own[:2]) < own[2]
