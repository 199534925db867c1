"""`wirelab study`: files checked, with all mistakes at once, and claims shown with their verdicts."""

import json
import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab
from wirelab.app.resources import cache_folder
from wirelab.app.study.check import check_study
from wirelab.model.errors import DefinitionError
from wirelab.model.figure import FactorName

STUDY = """\
name = "mine"
question = "?"
published = ["mine.csv"]

[factors]
workload = ["school"]
size = [110]
platform = ["fake"]
codec = ["steady", "slower-5"]

[[claim]]
id = "faster"
kind = "relation"
place = "§1"
words = "Steady is faster."
where = { operation = "serialize" }
of = { codec = "steady" }
to = { codec = "slower-5" }
most = 1

[[claim]]
id = "grows"
kind = "growth"
place = "§2"
words = "Times grow."
of = {}

[[claim]]
id = "interact"
kind = "effect"
place = "§3"
words = "Platforms differ."
factors = ["platform"]
significant = true
"""
TABLE = "codec,size,metric,value,unit\nsteady,110,serialize,5,ns\nslower-5,110,serialize,10,ns\n"


def write(folder: Path, study: str = STUDY, table: str = TABLE) -> None:
    (folder / "mine.toml").write_text(study)
    (folder / "mine.csv").write_text(table)


def test_a_check_tells_what_the_design_cannot_decide_and_what_was_not_published(
    wirelab: Wirelab, tmp_path: Path
) -> None:
    write(tmp_path)
    ended = wirelab("study", "check", "mine.toml")
    assert ended.returncode == 0, ended.stderr
    assert "study mine: no mistakes; 3 claims" in ended.stdout
    undecided, unprinted = ended.stdout.split("Claims that the published figures do not cover")
    assert "it needs 2 sizes that begin with a number (sizes in all: 1)" in undecided
    assert "platform does not vary: it has one level in factors" in undecided
    assert "faster" not in undecided.split("cannot decide")[1]
    assert "grows" in unprinted


def test_published_levels_that_the_study_does_not_have_are_listed(tmp_path: Path) -> None:
    write(tmp_path, STUDY, TABLE)
    assert check_study(str(tmp_path / "mine.toml"), cache_folder()).foreign == ()
    write(tmp_path, STUDY, TABLE.replace("steady,", "stedy,"))
    assert check_study(str(tmp_path / "mine.toml"), cache_folder()).foreign == ((FactorName.CODEC, "stedy"),)


MISTAKES = {
    'workload = ["school"]': ('workload = ["scool"]', "line 6: factors.workload[0]: there is no workload 'scool'"),
    "size = [110]": ("size = [7]", "line 7: factors.size[0]: there is no size '7' of workload school"),
    'platform = ["fake"]': ('platform = ["fakt"]', "line 8: factors.platform[0]: there is no platform 'fakt'"),
    'of = { codec = "steady" }': (
        'of = { codec = "stedy" }',
        "line 17: claim[0].of.codec: there is no codec 'stedy' among",
    ),
    'published = ["mine.csv"]': ('published = ["none.csv"]', "line 3: published[0]: none.csv: No such file"),
}


@pytest.mark.parametrize("right", MISTAKES)
def test_a_name_that_does_not_exist_is_a_mistake_at_its_line(tmp_path: Path, right: str) -> None:
    wrong, says = MISTAKES[right]
    assert says in mistakes(tmp_path, STUDY.replace(right, wrong), TABLE)


COMPARED = """
[[claim]]
id = "letters"
kind = "letters"
place = "§4"
words = "Some are alike."
factors = ["operation", "codec"]
levels = [["serialize", "steady"], ["serialise", "slower"]]
shared = true

[[claim]]
id = "order"
kind = "ordering"
place = "§5"
words = "Steady comes first."
factor = "codec"
order = ["steady", "slow"]
"""


def test_a_level_that_is_compared_and_does_not_exist_is_a_mistake_at_its_line(tmp_path: Path) -> None:
    found = mistakes(tmp_path, STUDY + COMPARED, TABLE)
    for says in (
        "line 42: claim[3].levels: there is no operation 'serialise' among",
        "line 42: claim[3].levels: there is no codec 'slower' among",
        "line 51: claim[4].order: there is no codec 'slow' among",
    ):
        assert says in found


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    study = STUDY.replace('codec = ["steady", "slower-5"]', 'codec = ["gson", "steady+gzi"]')
    told = mistakes(tmp_path, study.replace("[110]", "[110, 7]"), TABLE.replace(",5,", ",five,"))
    for says in ("codec 'gson'", "compressor 'gzi'", "size '7'", "'steady'", "'slower-5'", "'five' is not a number"):
        assert says in told


def test_each_mistake_of_a_published_table_has_a_line_without_a_remedy_of_its_own(tmp_path: Path) -> None:
    found = mistakes(tmp_path, STUDY, TABLE.replace(",5,", ",five,").replace("10,ns", "10,nas"))
    assert [line.split(": ")[:4] for line in found.splitlines()] == [
        ["line 3", "published[0]", "mine.csv", "line 2"],
        ["line 3", "published[0]", "mine.csv", "line 3"],
    ], found
    assert "try again" not in found


def mistakes(folder: Path, study: str, table: str) -> str:
    write(folder, study, table)
    with pytest.raises(DefinitionError) as fault:
        check_study(str(folder / "mine.toml"), cache_folder())
    return fault.value.why


@pytest.mark.long
def test_claims_are_shown_with_their_verdicts(wirelab: Wirelab, tmp_path: Path) -> None:
    write(tmp_path)
    shown = wirelab("study", "claims", "mine.toml").stdout
    assert "holds" in shown
    assert "not measured" in shown
    one = wirelab("study", "claims", "mine.toml", "--claim", "faster").stdout
    assert "0.5×" in one
    found = json.loads(wirelab("study", "claims", "mine.toml", "--json").stdout)
    assert [(each["claim"]["id"], each["verdict"]) for each in found] == [
        ("faster", "holds"),
        ("grows", "not measured"),
        ("interact", "not measured"),
    ]
    assert found[0]["trials"] == [{"at": {"size": "110", "operation": "serialize"}, "found": "0.5×", "holds": True}]
    unknown = wirelab("study", "claims", "mine.toml", "--claim", "fastr")
    assert (unknown.returncode, "did you mean 'faster'" in unknown.stderr) == (2, True)


def test_folders_of_workloads_are_beside_the_study_wherever_it_is_checked(tmp_path: Path) -> None:
    folder = tmp_path / "studies"
    shutil.copytree(ROOT / "workloads" / "school", folder / "school")
    write(folder, STUDY.replace('"school"', '"./school"'))
    checked = check_study(str(folder / "mine.toml"), cache_folder())
    assert checked.study.factors.workload == (str(folder / "school"),)
