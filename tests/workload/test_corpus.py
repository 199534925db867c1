"""Corpora: the same bytes everywhere, kept, checked, and made again when damaged."""

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from wirelab.model.cell import CorpusName
from wirelab.model.errors import DefinitionError, HostError, UsageError
from wirelab.schema.messages import corpus_digest, message_class, read_delimited
from wirelab.schema.objects import frames_of
from wirelab.workload.corpus import make_corpus, recorded_digests
from wirelab.workload.definition import compile_workload, load_workload
from wirelab.workload.digests import changes, digests_of, record_digests
from wirelab.workload.objects import taken_apart
from wirelab.workload.source import messages

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "workloads", ROOT / "tests" / "workloads", ROOT / "protocol" / "v2" / "workloads")
WORKLOADS = {path.parent.name: path.parent for folder in FOLDERS for path in folder.glob("*/workload.toml")}
SCHOOL = load_workload(WORKLOADS["school"])
PUBLISHED_BYTES = {"110": 8165, "1100": 83043, "11000": 834812}


def every_corpus():
    for folder in sorted(WORKLOADS.values()):
        workload = load_workload(folder)
        for size, variant in product(workload.sizes.values, workload.variants.values):
            yield pytest.param(workload, size, variant, id=f"{workload.name}-{size}-{variant}")


@pytest.fixture
def own(tmp_path):
    """A workload of one's own, with another body for `generate` if given."""

    def write(body="yield {'a': int(random.random() * 1000)}", head=""):
        folder = tmp_path / "own"
        folder.mkdir(exist_ok=True)
        (folder / "workload.toml").write_text(
            'name = "own"\nsays = "mine"\nproto = "own.proto"\nsource = { kind = "generator", seed = 1 }\n'
            '[sizes]\nvalues = [1]\ndefault = 1\n[variants]\nvalues = ["v"]\ndefault = "v"\n'
        )
        (folder / "own.proto").write_text('syntax = "proto3"; message Own { int32 a = 1; }')
        (folder / "generate.py").write_text(f"{head}\ndef generate(size, variant, random):\n    {body}\n")
        return load_workload(folder)

    return write


def make(workload, cache, notices=None, *, size="1", variant="v", seed=None):
    return make_corpus(workload, size, variant, seed, cache, [].append if notices is None else notices.append)


@pytest.mark.parametrize(("workload", "size", "variant"), list(every_corpus()))
def test_recorded_digests_hold(workload, size, variant):
    assert recorded_digests(workload)[size][variant] == corpus_digest(
        messages(workload, size, variant, workload.source.seed)
    )


def test_recorded_digests_are_of_every_corpus_and_no_other():
    for folder in WORKLOADS.values():
        workload = load_workload(folder)
        recorded = {size: set(variants) for size, variants in recorded_digests(workload).items()}
        assert recorded == {size: set(workload.variants.values) for size in workload.sizes.values}


@pytest.mark.parametrize(("size", "published"), PUBLISHED_BYTES.items())
def test_school_is_as_large_as_the_study_says(size, published, tmp_path):
    made = make(SCHOOL, tmp_path, size=size, variant="random")
    assert 0.98 < made.bytes / published < 1.03


def test_school_has_what_the_study_says(tmp_path):
    made = make(SCHOOL, tmp_path, size="1100", variant="random")
    compiled = compile_workload(SCHOOL)
    (encoded,) = read_delimited(made.path.read_bytes())
    school = message_class(compiled.descriptor_set, compiled.root).FromString(encoded)
    students = [student for professor in school.professors for student in professor.students]
    people = [*school.professors, *students]
    assert [professor.id for professor in school.professors] == list(range(1, 101))
    assert {len(professor.students) for professor in school.professors} == {10}
    assert [student.id for student in students] == list(range(1, 1001))
    assert {len(person.name) for person in people} == {10}
    assert {len(person.address) for person in people} == {21}
    assert {len(str(person.telephone)) for person in people} == {9}
    assert {student.gender for student in students} == {"Male", "Female"}


def test_gzip_leaves_of_the_same_letter_what_the_study_printed(tmp_path):
    """About 0.6 of the bytes that it leaves of random text, at every size; here of Protocol Buffers, there of XML."""
    for size in SCHOOL.sizes.values[:2]:
        random, same = (
            len(gzip.compress(make(SCHOOL, tmp_path, size=size, variant=variant).path.read_bytes(), 6))
            for variant in SCHOOL.variants.values
        )
        assert 0.55 < same / random < 0.68


def test_variants_differ_in_letters_alone(tmp_path):
    compiled = compile_workload(SCHOOL)
    school = message_class(compiled.descriptor_set, compiled.root)
    schools = []
    for variant in SCHOOL.variants.values:
        made = make(SCHOOL, tmp_path, size="110", variant=variant)
        schools.append(school.FromString(next(read_delimited(made.path.read_bytes()))))
    randoms, same = schools
    assert {one.name for one in same.professors} == {"a" * 10}
    assert [one.telephone for one in randoms.professors] == [one.telephone for one in same.professors]
    assert [one.birth_date for one in randoms.professors] == [one.birth_date for one in same.professors]


def test_a_corpus_is_made_once(tmp_path, own):
    workload, notices = own(), []
    made = make(workload, tmp_path, notices)
    stamp = made.path.stat().st_mtime_ns
    again = make(workload, tmp_path, notices)
    assert again == made
    assert made.path.stat().st_mtime_ns == stamp
    assert made.name == CorpusName("own", "1", "v")
    assert made.digest == hashlib.sha256(made.path.read_bytes()).hexdigest()
    assert made.bytes == made.path.stat().st_size
    assert notices == []


def test_another_seed_is_another_corpus(tmp_path, own):
    workload = own()
    assert make(workload, tmp_path, seed=2).digest != make(workload, tmp_path).digest
    assert make(workload, tmp_path, seed=1) == make(workload, tmp_path)


def test_another_generator_or_schema_is_another_place(tmp_path, own):
    first = make(own(), tmp_path)
    second = make(own("yield {'a': 5}"), tmp_path)
    assert first.path.parent != second.path.parent
    assert first.digest != second.digest


def test_another_payload_is_another_place(tmp_path, own):
    whole = own("yield {'held': {'one': {'a': 1}}}")
    (whole.folder / "own.proto").write_text(
        'syntax = "proto3"; message Own { Held held = 1; } message Held { oneof kind { One one = 2; } }'
        " message One { int32 a = 3; }"
    )
    held = whole.model_copy(update={"payload": "held"})
    roots, payloads = (taken_apart(make(each, tmp_path), compile_workload(each)) for each in (whole, held))
    assert frames_of(roots.objects.read_bytes()) == [(0, b"\x0a\x04\x12\x02\x18\x01")]
    assert frames_of(payloads.objects.read_bytes()) == [(0, b"\x18\x01")]
    assert roots.columns is None
    assert frames_of(payloads.columns.read_bytes()) == [(0, b"\x0a\x02\x12\x00")]


def test_what_an_editor_leaves_beside_a_schema_is_none(tmp_path, own):
    workload = own()
    made = make(workload, tmp_path)
    (workload.folder / ".#own.proto").symlink_to("me@here.1234")  # as Emacs locks a file
    (workload.folder / "old.proto").mkdir()
    assert make(workload, tmp_path) == made


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-1]),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-1] + bytes([path.read_bytes()[-1] ^ 1])),
        lambda path: path.unlink(),
        lambda path: path.with_suffix(".json").write_text("{"),
        lambda path: path.with_suffix(".json").write_text("[]"),
        lambda path: path.with_suffix(".json").write_text('{"digest": 1}'),
        lambda path: path.with_suffix(".json").write_bytes(b"\xff"),
    ],
    ids=["truncated", "empty", "changed", "gone", "half a note", "list", "wrong note", "binary note"],
)
def test_a_damaged_corpus_is_made_again_and_said_so(damage, tmp_path, own):
    workload, notices = own(), []
    made = make(workload, tmp_path, notices)
    content = made.path.read_bytes()
    damage(made.path)
    assert make(workload, tmp_path, notices) == made
    assert made.path.read_bytes() == content
    assert len(notices) == 1
    assert "corpus own/1/v" in notices[0]
    make(workload, tmp_path, notices)
    assert len(notices) == 1


def test_a_corpus_whose_note_is_not_yet_written_is_no_damage(tmp_path, own):
    workload, notices = own(), []
    made = make(workload, tmp_path, notices)
    note = made.path.with_suffix(".json")
    kept = note.read_text()
    note.unlink()  # as another process sees it between the two renames
    assert make(workload, tmp_path, notices) == made
    assert (notices, note.read_text()) == ([], kept)


def test_a_changed_generator_is_noticed(tmp_path, own):
    workload = own()
    record_digests(workload, digests_of(workload))
    make(workload, tmp_path)
    changed = own("yield {'a': 5}")
    with pytest.raises(DefinitionError, match="generator changed") as caught:
        make(changed, tmp_path)
    assert f"wirelab workload check {changed.folder} --record" in caught.value.remedy
    make(changed, tmp_path, seed=2)  # nothing is recorded of other seeds
    record_digests(changed, digests_of(changed))
    make(changed, tmp_path)


def test_digests_that_are_no_digests(tmp_path, own):
    workload = own()
    (workload.folder / "digests.toml").write_text("v = 1")
    with pytest.raises(DefinitionError, match="not a table of digests"):
        make(workload, tmp_path)
    (workload.folder / "digests.toml").write_text("[")
    with pytest.raises(DefinitionError, match="not TOML"):
        make(workload, tmp_path)


@pytest.mark.parametrize(
    ("body", "head", "says"),
    [
        ("yield {'b': 1}", "", r"value \[0\].b: Own has no such field"),
        ("yield {'a': 'x'}", "", r"value \[0\].a: it does not fit the field's type"),
        ("yield 7", "", "object 0 is a int, not a dict"),
        ("yield {}; yield {'a': 2**40}", "", r"value \[1\].a"),
        ("return None", "", "TypeError"),
        ("raise ValueError('no idea')", "", "generate.py:3: ValueError: no idea"),
        ("yield {}", "import nowhere_at_all", "generate.py:1: ModuleNotFoundError"),
        ("yield {", "", "generate.py:3: SyntaxError"),
    ],
)
def test_faults_of_generators(body, head, says, tmp_path, own):
    with pytest.raises(DefinitionError, match=r"workload own: its generate.py") as caught:
        make(own(body, head), tmp_path)
    assert re.search(says, caught.value.why)
    assert not list(tmp_path.glob("corpora/**/*.corpus*"))


def test_no_generate_function(tmp_path, own):
    workload = own()
    (workload.folder / "generate.py").write_text("")
    with pytest.raises(DefinitionError, match="generate"):
        make(workload, tmp_path)


def test_generators_leave_nothing_behind(tmp_path, own):
    workload = own()
    make(workload, tmp_path / "cache")
    assert {path.name for path in workload.folder.iterdir()} == {"workload.toml", "own.proto", "generate.py"}


@pytest.mark.parametrize(("size", "variant"), [("2", "v"), ("1", "w")])
def test_levels_that_are_not_there(size, variant, tmp_path, own):
    with pytest.raises(UsageError):
        make(own(), tmp_path, size=size, variant=variant)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_cache_without_permission(tmp_path, own):
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o500)
    with pytest.raises(HostError, match="cannot be written"):
        make(own(), cache)


def test_a_cache_that_is_a_file(tmp_path, own):
    (tmp_path / "cache").write_text("")
    with pytest.raises(HostError, match="cannot be written") as caught:
        make(own(), tmp_path / "cache")
    assert "WIRELAB_CACHE" in caught.value.remedy


def test_a_full_disk_leaves_no_half_corpus(tmp_path, own, monkeypatch):
    def no_space(source, target):
        raise OSError(28, "No space left on device")

    workload = own()
    monkeypatch.setattr(Path, "replace", no_space)
    with pytest.raises(HostError, match="No space left"):
        make(workload, tmp_path / "cache")
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


@pytest.mark.long
def test_two_processes_at_once(tmp_path):
    program = (
        "import sys; from pathlib import Path; from wirelab.workload.definition import load_workload\n"
        "from wirelab.workload.corpus import make_corpus\n"
        "made = make_corpus(load_workload(Path(sys.argv[1])), '1100', 'same', None, Path(sys.argv[2]), print)\n"
        "print(made.digest)"
    )
    command = [sys.executable, "-c", program, str(SCHOOL.folder), str(tmp_path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = {process.communicate(timeout=60)[0] for process in running}
    assert said == {recorded_digests(SCHOOL)["1100"]["same"] + "\n"}


@pytest.mark.long
def test_recording_writes_what_was_recorded(tmp_path):
    folder = tmp_path / "torture"
    shutil.copytree(WORKLOADS["torture"], folder)
    recorded = (folder / "digests.toml").read_text()
    (folder / "digests.toml").unlink()
    workload = load_workload(folder)
    assert record_digests(workload, digests_of(workload)) == folder / "digests.toml"
    assert (folder / "digests.toml").read_text() == recorded


def test_what_changed_is_what_was_recorded_and_is_no_longer_made():
    recorded = {"1": {"a": "0" * 64, "b": "1" * 64}, "2": {"a": "2" * 64}}
    made = {"1": {"a": "0" * 64, "b": "f" * 64}, "3": {"a": "3" * 64}}
    assert list(changes(recorded, made)) == [
        "size 1, variant b: was 111111111111…, is ffffffffffff…",
        "size 2, variant a: recorded, but the workload no longer has it",
    ]


def test_objects_may_lie_in_files(tmp_path, own):
    workload = own()
    generated = make(workload, tmp_path / "cache")
    (workload.folder / "corpora").mkdir()
    file = workload.folder / "corpora" / "1-v.binpb"
    file.write_bytes(generated.path.read_bytes())
    (workload.folder / "generate.py").unlink()
    text = (workload.folder / "workload.toml").read_text()
    source = '{ kind = "files", path = "corpora/{size}-{variant}.binpb" }'
    (workload.folder / "workload.toml").write_text(text.replace('{ kind = "generator", seed = 1 }', source))
    read = make(load_workload(workload.folder), tmp_path / "cache")
    assert (read.digest, read.objects, read.bytes) == (generated.digest, generated.objects, generated.bytes)
    file.write_bytes(b"\x02\x08")
    with pytest.raises(DefinitionError, match="ends 1 bytes before"):
        make(load_workload(workload.folder), tmp_path / "cache")
    file.write_bytes(b"\x01\x08")
    with pytest.raises(DefinitionError, match=r"object 0 of 1-v\.binpb does not fit own\.proto"):
        make(load_workload(workload.folder), tmp_path / "cache")
    file.unlink()
    with pytest.raises(HostError, match=r"files 1-v\.binpb are not there"):
        make(load_workload(workload.folder), tmp_path / "cache")
