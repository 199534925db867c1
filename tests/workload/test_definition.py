"""`workload.toml`: good ones, and every mistake of bad ones at once."""

from pathlib import Path

import pytest

from wirelab.model.cell import CorpusName
from wirelab.model.errors import DefinitionError, UsageError
from wirelab.workload.catalogue import Catalogue
from wirelab.workload.definition import compile_workload, load_workload

ROOT = Path(__file__).parents[2]
GOOD = """\
name = "w"
says = "A workload"
proto = "w.proto"
source = { kind = "generator", seed = 7 }

[sizes]
values = [1, 20, "4k"]
default = 1

[variants]
values = ["random"]
default = "random"
"""


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "w"
    path.mkdir()
    (path / "workload.toml").write_text(GOOD)
    (path / "w.proto").write_text('syntax = "proto3"; message W { int32 a = 1; }')
    (path / "generate.py").write_text("def generate(size, variant, random):\n    yield {'a': 1}\n")
    return path


def test_a_good_one(folder):
    workload = load_workload(folder)
    assert (workload.name, workload.says, workload.source.seed, workload.root) == ("w", "A workload", 7, None)
    assert workload.sizes.values == ("1", "20", "4k")
    assert workload.sizes.default == "1"
    assert compile_workload(workload).root == "W"


def test_what_its_objects_add_up_to_may_be_a_type_of_another(folder):
    other = folder.parent / "v"
    other.mkdir()
    (other / "workload.toml").write_text(GOOD.replace('"w', '"v'))
    (other / "v.proto").write_text('syntax = "proto3"; package v; message V { Deep d = 1; } message Deep {}')
    (other / "generate.py").write_text("")
    replay = 'replay = { workload = "v", message = "v.V" }\nsource = { draws_on = ["v"],'
    (folder / "workload.toml").write_text(GOOD.replace("source = {", replay))
    own = 'syntax = "proto3"; import "v.proto"; message W { int32 a = 1; }'
    (folder / "w.proto").write_text(own)
    (folder / "sources").mkdir()
    compiled = compile_workload(load_workload(folder))
    assert (compiled.root, compiled.replaying.replayed, compiled.sources) == ("W", "V", folder / "sources")
    assert [message.name for message in compiled.schema.messages] == ["W"]
    assert [message.name for message in compiled.replaying.messages] == ["W", "Deep", "V"]
    assert compiled.schema.digest != compiled.replaying.digest
    assert compiled.schema.files == ("v.proto", "w.proto")
    (folder / "w.proto").write_text(own.replace('import "v.proto";', ""))
    with pytest.raises(DefinitionError, match=r"no message 'v\.V' for its objects to add up to"):
        compile_workload(load_workload(folder))


@pytest.mark.parametrize(
    ("old", "new", "mistakes"),
    [
        ('name = "w"', 'name = "v"', ["line 1: name: 'v' is not the folder's name, 'w'"]),
        ('name = "w"\n', "", ["name: is missing"]),
        ('proto = "w.proto"', 'proto = "v.proto"', ["line 3: proto: there is no file 'v.proto'"]),
        ('proto = "w.proto"', 'proto = "../w.proto"', ["line 3: proto: ", "line 3: proto: there is no file"]),
        ("seed = 7", 'seed = "x"', ["line 4: source.seed: "]),
        ("seed = 7", "seed = 7, sede = 8", ["line 4: source.sede: unknown key; did you mean 'seed'?"]),
        ('"generator", seed = 7', '"oracle"', ["line 4: source: "]),
        ('"generator", seed = 7', '"files", path = "/etc/passwd"', ["line 4: source.path: "]),
        ("seed = 7", 'seed = 7, draws_on = ["v"]', ["source.draws_on: there is no generate.py in '../v'"]),
        (
            "seed = 7",
            'seed = 7, draws_on = ["/v"]',
            ["source.draws_on: there is no generate.py", "source.draws_on[0]: should be lower-case words"],
        ),
        ("default = 1\n", "default = 2\n", ["line 6: sizes: the default '2' is not one of the values: 1, 20, 4k"]),
        ('[1, 20, "4k"]', "[1, 1]", ["line 6: sizes: a value appears twice: 1, 1"]),
        ('[1, 20, "4k"]', "[]", ["line 7: sizes.values: "]),
        ('[1, 20, "4k"]', '[1, "a b"]', ["line 7: sizes.values[1]: "]),
        ('[1, 20, "4k"]', "[1, true]", ["line 7: sizes.values[1]: "]),
        ("source = {", 'folder = "/"\nsource = {', ["line 4: folder: unknown key"]),
        (
            "source = {",
            'replay = { workload = "v", message = "v.V" }\nsource = {',
            ["line 4: replay: there is no workload"],
        ),
        ("source = {", 'replay = { workload = "w" }\nsource = {', ["line 4: replay.message: is missing"]),
    ],
)
def test_mistakes_by_key_and_line(folder, old, new, mistakes):
    assert old in GOOD
    (folder / "workload.toml").write_text(GOOD.replace(old, new))
    with pytest.raises(DefinitionError) as caught:
        load_workload(folder)
    told = caught.value.why.splitlines()
    assert len(told) == len(mistakes)
    for line, mistake in zip(told, mistakes, strict=True):
        assert mistake in line


def test_all_mistakes_at_once(folder):
    text = GOOD.replace("seed = 7", 'seed = "x"').replace('"w"', '"v"').replace("default = 1", "default = 3")
    (folder / "workload.toml").write_text(text + "extra = 1\n")
    (folder / "generate.py").unlink()
    (folder / "w.proto").unlink()
    with pytest.raises(DefinitionError, match="has 6 mistakes") as caught:
        load_workload(folder)
    for key in ("seed", "name", "sizes", "extra", "proto", "generate.py"):
        assert key in caught.value.why


def test_no_toml(folder):
    (folder / "workload.toml").write_text("name = [")
    with pytest.raises(DefinitionError) as caught:
        load_workload(folder)
    assert "Invalid value" in caught.value.why


def test_no_file(tmp_path):
    with pytest.raises(DefinitionError, match="cannot be read"):
        load_workload(tmp_path)


def test_listing_and_finding():
    catalogue = Catalogue(ROOT / "workloads")
    assert {"school", "site"} <= set(catalogue.names)
    assert list(catalogue.names) == sorted(catalogue.names)
    assert catalogue.find("school").name == "school"
    with pytest.raises(UsageError, match="no such workload") as caught:
        catalogue.find("scool")
    assert "'school'" in caught.value.remedy


def test_a_folder_of_a_user_who_is_not_there():
    with pytest.raises(UsageError, match=r"there is no workload\.toml in .*~nobody-of-this-name"):
        Catalogue(ROOT / "workloads").find("~nobody-of-this-name/orders")


def test_sizes_and_variants_that_are_not_there():
    school = load_workload(ROOT / "workloads" / "school")
    assert school.corpus_name("1100", "same") == CorpusName("school", "1100", "same")
    with pytest.raises(UsageError, match="school size '1101'") as caught:
        school.corpus_name("1101", "same")
    assert "'1100'" in caught.value.remedy
    assert "110, 1100, 11000" in caught.value.remedy
    with pytest.raises(UsageError, match="school variant 'randm'") as caught:
        school.corpus_name("1100", "randm")
    assert "'random'" in caught.value.remedy


def test_a_folder_without_a_definition_is_none(folder):
    (folder.parent / "other").mkdir()
    assert Catalogue(folder.parent).names == ("w",)
