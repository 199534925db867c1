"""`wirelab evolve`, as a user types it. The fake runner's codecs write and read protobuf's own bytes."""

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab
from wirelab.workload.compatibility.changes import load_changes

MEASUREMENT = 5
CHANGES = load_changes(ROOT / "evolution").changes


@pytest.mark.long
def test_what_protobufs_own_bytes_survive_is_what_its_rules_say(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab("evolve", "--platform", "fake", "--codec", "steady", "--json", "--out", "e.html")
    assert ended.returncode == MEASUREMENT, ended.stderr
    trials = json.loads(ended.stdout)["trials"]
    seen = {(each["change"], each["writer"] < each["reader"]): each["outcome"] for each in trials}
    rules = {
        (change.name, forward): change.rules["Protocol Buffers"][0 if forward else 1]
        for change in CHANGES
        if change.rules
        for forward in (True, False)
    }
    assert {key: seen[key] for key in rules} == rules
    assert len(trials) == 2 * len(CHANGES)
    judged = {(each["policy"], each["change"]): each["objections"] for each in json.loads(ended.stdout)["judged"]}
    assert judged["buf WIRE", "field-renamed"] == []
    assert judged["buf WIRE_JSON", "field-renamed"] == ["FIELD_SAME_NAME (name)"]
    assert judged["buf WIRE", "integer-into-zigzag"] == ["FIELD_WIRE_COMPATIBLE_TYPE (delta)"]
    page = (tmp_path / "e.html").read_text(encoding="utf-8")
    assert "<title>Wirelab evolution: 30 changes of a schema" in page


@pytest.mark.long
def test_a_person_sees_what_was_lost_or_changed(wirelab: Wirelab) -> None:
    shown = wirelab("evolve", "--platform", "fake", "--codec", "steady").stdout
    assert shown.startswith("60 values were read with another version of their schema: ")
    assert "int32 becomes sint32, old → new: steady (fake) delta was 5 and is -3" in shown
    assert 'email was absent and is "ada"' in shown


@pytest.mark.long
def test_an_older_reader_that_copies_keeps_everything(wirelab: Wirelab) -> None:
    ended = wirelab("evolve", "--platform", "fake", "--codec", "steady", "--codec", "mismatch", "--json")
    assert ended.returncode == MEASUREMENT, ended.stderr
    relays = json.loads(ended.stdout)["relays"]
    assert [each["change"] for each in relays] == [change.name for change in CHANGES]
    assert {(each["subject"], each["writer"], each["reader"], each["outcome"]) for each in relays} == {
        ("steady", 1, 0, "same")
    }, "mismatch does not carry the values"


@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_what_an_older_reader_keeps_of_what_it_does_not_know(wirelab: Wirelab) -> None:
    words = ("--codec", "protobuf-python", "--codec", "orjson", "--codec", "lxml")
    ended = wirelab("evolve", "--platform", "python", *words, "--json", timeout=900)
    assert ended.returncode == MEASUREMENT, ended.stderr
    relays = {(each["subject"], each["change"]): each for each in json.loads(ended.stdout)["relays"]}
    added = {subject: relays[subject, "field-added"]["outcome"] for subject in ("protobuf-python", "orjson", "lxml")}
    assert added == {"protobuf-python": "same", "orjson": "refused", "lxml": "same"}, (
        "a message and a tree keep the added field; a type has no place for it, and the new one demands it"
    )
    promised = [each for each in relays.values() if each["promised"]]
    assert len(promised) > 10
    assert {each["subject"] for each in promised} == {"protobuf-python"}
    assert [each for each in promised if each["outcome"] != each["promised"]] == []


@pytest.mark.long
def test_a_folder_of_ones_own(wirelab: Wirelab, tmp_path: Path) -> None:
    for side, kind in (("old", "int32"), ("new", "sint32")):
        folder = tmp_path / "mine" / side
        folder.mkdir(parents=True)
        (folder / f"{side}.proto").write_text(
            'syntax = "proto3";\npackage mine;\nmessage Entry { Change change = 1; }\n'
            f"message Change {{ oneof change {{ Sign sign = 1; }} }}\nmessage Sign {{ {kind} value = 1; }}\n"
        )
        (folder / "workload.toml").write_text(
            (ROOT / "evolution" / side / "workload.toml").read_text(encoding="utf-8"), encoding="utf-8"
        )
        (folder / "generate.py").write_text(
            "def generate(size, variant, random):\n    yield {'change': {'sign': {'value': -1}}}\n"
        )
    (tmp_path / "mine" / "changes.toml").write_text(
        '[[changes]]\nname = "sign"\nsays = "zigzag"\nold = { value = -1 }\nnew = { value = -1 }\n'
    )
    ended = wirelab("evolve", "mine", "--trust", "--platform", "fake", "--codec", "steady")
    assert ended.returncode == MEASUREMENT, ended.stderr
    assert "zigzag, new → old: steady (fake) value was -1 and is 1" in ended.stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "changes: is missing"),
        ('[[changes]]\nname = "a"\nsays = ""\n', "changes"),
        (
            '[[changes]]\nname = "a"\nsays = "x"\nold = {}\nnew = {}\nrules.X = ["same", "gone"]\n',
            "same",
        ),
    ],
)
def test_changes_with_mistakes(wirelab: Wirelab, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "changes.toml").write_text(text)
    ended = wirelab("evolve", ".", "--platform", "fake")
    assert ended.returncode == 3, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (
            "yield {",
            "yield {'change': {'sign': {'value': 2}}}\n    yield {",
            "its objects do not match the changes",
        ),
        ('name = "sign"', 'name = "zigzag"', "it has sign, and the trial needs zigzag"),
    ],
)
def test_objects_that_are_not_those_of_the_changes(
    wirelab: Wirelab, tmp_path: Path, before: str, after: str, says: str
) -> None:
    test_a_folder_of_ones_own(wirelab, tmp_path)
    for file in ("old/generate.py", "new/generate.py", "changes.toml"):
        path = tmp_path / "mine" / file
        path.write_text(path.read_text().replace(before, after))
    ended = wirelab("evolve", "mine", "--platform", "fake", "--codec", "steady", "--trust")
    assert ended.returncode == 3, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_folder_that_is_not_there(wirelab: Wirelab) -> None:
    ended = wirelab("evolve", "nowhere")
    assert ended.returncode == 2, ended.stderr
    assert "nowhere/changes.toml" in ended.stderr


@pytest.mark.long
def test_two_schemas_of_ones_own(wirelab: Wirelab, tmp_path: Path) -> None:
    for side, more in (("v1", "int32 delta = 2;"), ("v2", "sint32 delta = 2; repeated string tags = 3;")):
        folder = tmp_path / side / "shop"
        folder.mkdir(parents=True)
        (folder / "item.proto").write_text('syntax = "proto3";\npackage shop;\nmessage Item { string name = 1; }\n')
        (folder / "order.proto").write_text(
            'syntax = "proto3";\npackage shop;\nimport "shop/item.proto";\n'
            f"message Order {{ repeated Item items = 1; {more} }}\n"
        )
    files = ("v1/shop/order.proto", "v2/shop/order.proto")
    ended = wirelab("evolve", *files, "--platform", "fake", "--codec", "steady")
    assert ended.returncode == MEASUREMENT, ended.stderr
    assert "3 small values of v1 and v2 of shop/order.proto" in ended.stdout
    assert "delta, old → new: steady (fake) delta was " in ended.stdout
    changed = ended.stdout.split("5 values were read")[1].split("A value became another")[1]
    assert "items" not in changed, "they are the same"
    same = wirelab("evolve", files[0], "v1/shop/order.proto", "--platform", "fake", "--codec", "steady")
    assert same.returncode == 0, same.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("platform", "codec"), [("fake", "steady"), pytest.param("python", "protobuf-python", marks=pytest.mark.builds)]
)
def test_a_history_of_ones_own_in_all_pairs(wirelab: Wirelab, tmp_path: Path, platform: str, codec: str) -> None:
    """The second version gives a number to another field, and the third gives it back."""
    fields = ("int32 delta = 1;", "int32 delta = 2; int32 gamma = 1;", "int32 delta = 1; string note = 3;")
    for at, each in enumerate(fields, 1):
        (tmp_path / f"v{at}.proto").write_text(f'syntax = "proto3";\npackage shop;\nmessage Order {{ {each} }}\n')
    files = [f"v{at}.proto" for at in (1, 2, 3)]
    words = ("evolve", *files, "--platform", platform, "--codec", codec)
    ended = wirelab(*words, "--json", "--out", "e.html")
    assert ended.returncode == MEASUREMENT, ended.stderr
    found = json.loads(ended.stdout)
    assert found["versions"] == files
    seen = {(each["change"], each["writer"], each["reader"]): each["outcome"] for each in found["trials"]}
    assert seen == {
        **{("delta", *pair): "same" for pair in ((0, 2), (2, 0))},
        **{("delta", *pair): "changed" for pair in ((0, 1), (2, 1))},
        **{("delta", *pair): "lost" for pair in ((1, 0), (1, 2))},
        **{("gamma", *pair): "changed" for pair in ((1, 0), (1, 2))},
        **{("note", *pair): "same" for pair in ((2, 0), (2, 1))},
    }
    assert all(each["promised"] in (None, each["outcome"]) for each in found["trials"])
    assert {each["promised"] is None for each in found["trials"]} == {platform == "fake"}, "rules of one format"
    shown = wirelab(*words).stdout
    written = "written with every version that has them, each read with the 2 others in another process."
    assert f"3 small values of v1.proto to v3.proto, {written}" in " ".join(shown.split())
    assert f"delta, v1.proto → v2.proto, v3.proto → v2.proto: {codec} ({platform}) gamma was absent and is " in shown
    page = (tmp_path / "e.html").read_text(encoding="utf-8")
    assert "Columns are versions that read." in page
    assert (
        f"to repeat it: wirelab evolve {' '.join(files)} --platform {platform} --codec {codec} --change delta" in page
    )
    assert {(each["change"], each["writer"], each["reader"]) for each in found["chains"]} == {
        ("delta", 0, 2),
        ("delta", 2, 0),
        ("note", 2, 0),
    }
    assert {each["outcome"] for each in found["chains"]} == {"same"}


@pytest.mark.long
def test_one_change_and_none_of_that_name(wirelab: Wirelab) -> None:
    words = ("evolve", "--platform", "fake", "--codec", "steady", "--change", "integer-into-zigzag")
    ended = wirelab(*words, "--json")
    assert ended.returncode == MEASUREMENT, ended.stderr
    found = json.loads(ended.stdout)
    assert (found["what"], len(found["trials"])) == ("1 change of a schema", 2)
    assert all(bytes.fromhex(each["begins"]) for each in found["trials"])
    other = wirelab(*words[:-1], "integer-into-zigzak")
    assert other.returncode == 2
    assert "there is no such change" in other.stderr
    assert "integer-into-zigzag, " in other.stderr


@pytest.mark.long
def test_versions_may_be_data(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text('{"id": 1, "name": "Ada"}')
    (tmp_path / "new.jsonl").write_text("".join(json.dumps({"id": at, "note": f"n{at}"}) + "\n" for at in range(25)))
    ended = wirelab("evolve", "old.json", "new.jsonl", "--platform", "fake", "--codec", "steady", "--json")
    assert ended.returncode in (0, MEASUREMENT), ended.stderr
    found = json.loads(ended.stdout)
    assert found["versions"] == ["old.json", "new.jsonl"]
    assert [name for name, _ in found["changes"]] == [f"document {at}" for at in range(1, 21)]
    assert len(found["trials"]) == 21
    assert found["judged"] == [], "numbers of inferred schemas say nothing"
    missing = wirelab("evolve", "old.json", "nowhere.json", "--platform", "fake")
    assert missing.returncode == 2, missing.stderr
    assert "nowhere.json" in missing.stderr


@pytest.mark.parametrize(
    "words", [("a.proto",), ("--message", "X"), (".", "a.proto", "b.proto"), ("-I", "x"), (".", "evolution")]
)
def test_what_is_not_clear(wirelab: Wirelab, words: tuple[str, ...]) -> None:
    ended = wirelab("evolve", *words)
    assert ended.returncode == 2, ended.stderr
    assert "it is not clear what evolves" in ended.stderr


def test_a_version_without_fields_is_named(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "v1.proto").write_text('syntax = "proto3"; message Order { int32 id = 1; }')
    (tmp_path / "v2.proto").write_text('syntax = "proto3"; message Order {}')
    ended = wirelab("evolve", "v1.proto", "v2.proto", "--platform", "fake", "--codec", "steady")
    assert ended.returncode == 3, ended.stdout
    assert "schema v2.proto: its root has no fields, so there are no values to write" in ended.stderr
