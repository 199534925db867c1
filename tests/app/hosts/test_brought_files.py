"""The files of its own workloads that a driver brings: each by its digest, and none that hosts would not take."""

import hashlib
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.app.hosts.own_data import made_workload, study_of
from tests.app.hosts.scripted import STUDY
from wirelab.app.hosts import brought_files as module
from wirelab.app.hosts.brought_files import brought_files
from wirelab.app.hosts.messages import MOST_BYTES, PIECE_BYTES, Brought, Give, Look, Next, question_in, written
from wirelab.app.resources import workload_catalogue
from wirelab.model.errors import HostError, UsageError

DIGEST, OTHER = "a" * 64, "b" * 64


def test_the_files_of_a_folder(tmp_path: Path) -> None:
    folder = made_workload(tmp_path)
    for name in (".git/config", "__pycache__/generate.pyc"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    found = brought_files(study_of(folder), workload_catalogue())
    (own,) = found.workloads
    assert (own.named, own.name) == (str(folder), "orders")
    assert sorted(own.files) == ["orders/orders.corpus", "orders/orders.proto", "orders/workload.toml"]
    for name, file in own.files.items():
        content = (tmp_path / name).read_bytes()
        assert (file.digest, file.size_bytes) == (hashlib.sha256(content).hexdigest(), len(content))
        assert found.piece(file.digest, 0) == content
        assert found.piece(file.digest, 3) == content[3:]
        assert found.announced[file.digest] == file


def test_workloads_of_the_installation_are_not_brought() -> None:
    assert brought_files(STUDY, workload_catalogue()).workloads == ()


def test_workloads_beside_come_along(tmp_path: Path) -> None:
    """One that is drawn on, and one that is added up to."""
    for name, more in (("events", '[replay]\nworkload = "site"\nmessage = "t.T"\n'), ("site", ""), ("words", "")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "t.proto").write_text('syntax = "proto3"; package t; message T { string text = 1; }')
        (folder / "generate.py").write_text("")
        drawn = 'draws_on = ["words"]\n' if name == "events" else ""
        (folder / "workload.toml").write_text(
            f'name = "{name}"\nsays = "a test"\nproto = "t.proto"\n[source]\nkind = "generator"\nseed = 1\n{drawn}'
            f'[sizes]\nvalues = ["1"]\ndefault = "1"\n[variants]\nvalues = ["one"]\ndefault = "one"\n{more}'
        )
    (own,) = brought_files(study_of(tmp_path / "events"), workload_catalogue()).workloads
    assert {name.partition("/")[0] for name in own.files} == {"events", "site", "words"}
    assert len(own.files) == 9


@pytest.mark.parametrize("name", ["my notes.txt", "-x", "naïve.proto", "a\nb", f"{'a' * 150}/{'b' * 150}"])
def test_names_that_hosts_do_not_take(tmp_path: Path, name: str) -> None:
    folder = made_workload(tmp_path)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).touch()
    with pytest.raises(UsageError, match="hosts do not take a file that is called"):
        brought_files(study_of(folder), workload_catalogue())


def test_two_files_of_one_name(tmp_path: Path) -> None:
    """As of workloads in two places that draw on folders of one name."""
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    one, other = made_workload(tmp_path / "here"), made_workload(tmp_path / "there", values=2)
    study = STUDY.changed({"workload": (str(one), str(other))})
    with pytest.raises(UsageError, match=r"another workload has another file orders/orders\.corpus"):
        brought_files(study, workload_catalogue())


@pytest.mark.parametrize("bound", ["MOST_FILES", "MOST_BYTES"])
def test_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(module, bound, 2)
    with pytest.raises(UsageError, match="workloads of your own have more than"):
        brought_files(study_of(made_workload(tmp_path)), workload_catalogue())


def _brought(**files: int) -> dict[str, object]:
    named = {name: {"digest": DIGEST, "size_bytes": size} for name, size in files.items()}
    return {"named": "/home/me/orders", "name": "orders", "files": named}


@pytest.mark.parametrize(
    "name",
    [
        *("../etc/passwd", "/etc/passwd", "orders/../../x", "orders/..", "orders/./x", "orders//x", "orders"),
        *("orders/.ssh/config", "orders/a b", "orders/a\0b", "orders/a\\b", "Orders/x", "orders/x\n", "orders/-x"),
        *("orders/" + "x" * 400, "orders" + "/x" * 9, "~/x", "orders/$HOME", ""),
    ],
)
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    with pytest.raises(ValidationError):
        Brought.model_validate(_brought(**{name: 1}))


def _next(*brought: dict[str, object]) -> dict[str, object]:
    given = {"wirelab": "1", "study": "{}", "seed": 1, "command": "", "done": 0, "had": 0}
    return {"session": "1" * 32, **given, "brought": brought}


@pytest.mark.parametrize(
    ("brought", "why"),
    [
        ([_brought(**{"orders/a": MOST_BYTES, "orders/b": 1})], "more than"),
        ([_brought(**{f"orders/{at}": 1 for at in range(1001)})], "more than"),
        ([_brought(**{"orders/a": MOST_BYTES + 1})], "less than or equal"),
        ([_brought(**{"orders/a": -1})], "greater than or equal"),
        ([_brought(**{"orders/a": 1}), _brought(**{"orders/a": 2})], "two files are called orders/a"),
        ([{**_brought(), "name": "../orders"}], "match"),
        ([{**_brought(), "program": "sh"}], "not permitted"),
    ],
)
def test_what_is_announced_is_bounded(brought: list[dict[str, object]], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Next.model_validate(_next(*brought))


def test_questions_have_pieces_behind_them() -> None:
    give = Give(session="1" * 32, digest=OTHER, at=7)
    assert question_in(written(give, b"one\ntwo")) == (give, b"one\ntwo")
    assert question_in(written(Look())) == (Look(), b"")
    with pytest.raises(ValueError, match="a question of"):
        question_in(written(give, bytes(PIECE_BYTES + 1)))
    for wrong in ({"digest": "../x"}, {"at": -1}, {"session": "x"}):
        with pytest.raises(ValidationError):
            Give.model_validate({**give.model_dump(), **wrong})


def test_a_file_that_is_gone_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    monkeypatch.setattr(module, "_files", lambda _: [("orders/gone", gone)])
    with pytest.raises(HostError, match="gone: it cannot be read"):
        brought_files(study_of(made_workload(tmp_path)), workload_catalogue())
