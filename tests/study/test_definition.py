"""Studies from TOML: good ones, and all mistakes of bad ones at once."""

import pytest

from wirelab.app.request import Overrides, asked, find_study, override, study_files
from wirelab.app.resources import resources
from wirelab.building.runners import load_runner
from wirelab.files.toml import line_of
from wirelab.model.cell import Operation
from wirelab.model.errors import DefinitionError, UsageError
from wirelab.model.subject import Profile, parse_subject
from wirelab.study.definition import parse_study

FIVE_MISTAKES = """\
name = "mine"
qestion = "which?"

[factors]
workload = ["school"]
codec = ["gson", "A B"]

[measure]
rouns = 5
batches = "many"
"""


def test_every_mistake_is_named_at_once_by_key_and_line() -> None:
    with pytest.raises(DefinitionError) as fault:
        parse_study(FIVE_MISTAKES, "study mine.toml")
    assert fault.value.what == "it has 5 mistakes"
    lines = fault.value.why.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["line 1", "question"],
        ["line 2", "qestion"],
        ["line 6", "factors.codec[1]"],
        ["line 9", "measure.rouns"],
        ["line 10", "measure.batches"],
    ]
    assert "did you mean 'question'?" in lines[1]
    assert "did you mean 'rounds'?" in lines[3]


def test_a_list_of_one_wrong_item_is_one_mistake_and_an_empty_one_needs_an_item() -> None:
    text = 'name = "x"\nquestion = "?"\n[factors]\nworkload = []\ncodec = ["A"]\n'
    with pytest.raises(DefinitionError) as fault:
        parse_study(text, "study x.toml")
    first, second = fault.value.why.splitlines()
    assert first == "line 4: factors.workload: at least 1 is needed"
    assert second.startswith("line 5: factors.codec[0]")


def test_text_that_is_not_toml_names_the_line() -> None:
    with pytest.raises(DefinitionError, match="not TOML") as fault:
        parse_study('name = "x"\nquestion = \n', "study x.toml")
    assert "line 2" in fault.value.why


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("[measure]\nwarm_up_min_ms = 9\nwarm_up_max_ms = 3", "warm_up_min_ms is above"),
        ("[analysis]\nband = 2.0", "analysis.band"),
        ("[measure]\nrounds = 0", "measure.rounds"),
    ],
)
def test_values_out_of_range(text: str, mistake: str) -> None:
    head = 'name = "x"\nquestion = "?"\n[factors]\nworkload = ["w"]\ncodec = ["c"]\n'
    with pytest.raises(DefinitionError) as fault:
        parse_study(head + text, "study x.toml")
    assert mistake in fault.value.why


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ('profile = "tunde"', "line 1: profile: should be 'default' or 'tuned', not 'tunde'"),
        ('profle = "tuned"', "line 1: profle: unknown key; did you mean 'profile'?"),
    ],
)
def test_a_profile_that_is_misspelt(line: str, mistake: str) -> None:
    text = f'{line}\nname = "x"\nquestion = "?"\n[factors]\nworkload = ["w"]\ncodec = ["c"]\n'
    with pytest.raises(DefinitionError) as fault:
        parse_study(text, "study x.toml")
    assert fault.value.why == mistake


def test_the_reference_is_one_of_the_codecs() -> None:
    text = 'name = "x"\nquestion = "?"\nreference = "b"\n[factors]\nworkload = ["w"]\ncodec = ["a"]\n'
    with pytest.raises(DefinitionError, match="line 3: reference: 'b' is not among"):
        parse_study(text, "study x.toml")


def test_lines_are_found_in_tables_arrays_of_tables_and_inline_values() -> None:
    text = '# a\na = 1\n[b]\nc = 2\n[[d]]\ne = 1\n[[d]]\ne = 2\n"q.r" = 3\n'
    assert line_of(text, ("a",)) == 2
    assert line_of(text, ("b", "c")) == 4
    assert line_of(text, ("d", 1, "e")) == 8
    assert line_of(text, ("b", "missing")) == 3
    assert line_of(text, ("nowhere",)) == 1


@pytest.mark.parametrize("name", sorted(study_files()))
def test_every_study_of_the_lab_is_well_formed_and_named_as_its_file(name: str) -> None:
    assert find_study(name).name == name


def test_an_unknown_study_names_near_ones() -> None:
    with pytest.raises(UsageError) as fault:
        find_study("quik")
    assert "did you mean 'quick'" in fault.value.remedy


def test_a_study_file_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="no such file"):
        find_study("nowhere/mine.toml")


def test_overrides_replace_levels_and_a_reference_that_is_gone() -> None:
    study = find_study("quick")
    changed = override(
        study,
        Overrides(codec=(parse_subject("gson"),), operation=(Operation.SERIALIZE,), rounds=3, budget_s=60),
    )
    assert changed.reference_subject == parse_subject("gson")
    assert changed.measure.rounds == 3
    assert changed.measure.budget_s == 60
    assert changed.factors.operation == (Operation.SERIALIZE,)
    assert changed.factors.size == study.factors.size


def test_a_profile_is_the_studys_unless_another_is_asked_for() -> None:
    tuned = override(find_study("quick"), Overrides(profile=Profile.TUNED))
    assert tuned.profile is Profile.TUNED
    assert override(tuned, Overrides(rounds=3)).profile is Profile.TUNED
    assert override(tuned, Overrides(profile=Profile.DEFAULT)).profile is Profile.DEFAULT


def test_another_workload_brings_its_own_default_sizes() -> None:
    changed = override(find_study("quick"), Overrides(workload=("other",)))
    assert changed.factors.size == ()
    assert changed.factors.variant == ()


def test_a_workload_without_a_study_is_run_with_every_codec_of_the_platforms() -> None:
    default, listed = find_study("quick"), asked(None, Overrides(workload=("site",)))
    codecs = {subject.codec for subject in default.factors.codec}
    one = asked(None, Overrides(workload=("site",), platform=("fake",)))
    assert codecs < {str(subject) for subject in listed.factors.codec}
    assert {str(subject) for subject in one.factors.codec} == set(
        load_runner(resources() / "runners" / "fake").manifest.codecs
    )
    assert asked("quick", Overrides(workload=("site",))).factors.codec == default.factors.codec
    further = (parse_subject("steady+gzip"), parse_subject("no-such-codec:a=b"))
    more = asked(None, Overrides(workload=("site",), platform=("fake",), further=further))
    assert more.factors.codec == (*one.factors.codec, further[0])
