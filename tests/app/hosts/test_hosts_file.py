"""The hosts file, and the files beside it."""

from pathlib import Path

import pytest

from wirelab.app.hosts.hosts_file import DRIVER, hosts_file_at, membership
from wirelab.app.hosts.messages import Answer, Look, Next, State, answer_in, answered, question_in, written
from wirelab.model.errors import DefinitionError, HostError, MeasurementError, UsageError

GOOD = 'scheduler = "tls://127.0.0.1:8786"\nhosts = ["left", "right"]\n'
NEXT = Next(session="0" * 32, wirelab="1", study="{}", seed=1, command="", done=-1, had=0)


def put(folder: Path, text: str = GOOD) -> Path:
    path = folder / "hosts.toml"
    path.write_text(text)
    return path


def test_a_hosts_file(tmp_path: Path) -> None:
    file = hosts_file_at(put(tmp_path, GOOD + "patience_s = 5\n"))
    assert (file.hosts, file.patience_s) == (("left", "right"), 5)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD.replace("tls", "tcp"), "should be like tls://192.0.2.1:8786"),
        (GOOD.replace(":8786", ""), "should be like tls://192.0.2.1:8786"),
        (GOOD.replace(":8786", ":99999"), "should be like tls://192.0.2.1:8786"),
        (GOOD.replace("127.0.0.1", "a..b"), "should be like tls://192.0.2.1:8786"),
        (GOOD.replace("127.0.0.1", "0.0.0.0"), "should name one address"),
        (GOOD.replace("left", "Left"), "'Left' cannot be a host's name"),
        (GOOD.replace("left", "../x"), "cannot be a host's name"),
        (GOOD.replace("left", "driver"), "'driver' cannot be a host's name"),
        (GOOD.replace("left", "right"), "right is named twice"),
        (GOOD.replace('"left", "right"', ""), "at least 1 is needed"),
        (GOOD + "port = 1\n", "unknown key"),
        (GOOD + "patience_s = 0\n", "should be above 0"),
    ],
)
def test_mistakes_in_it(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(DefinitionError) as raised:
        hosts_file_at(put(tmp_path, text))
    assert says in raised.value.why


def test_certificates_beside_it(tmp_path: Path) -> None:
    path = put(tmp_path)
    with pytest.raises(UsageError, match="no such host"):
        membership(path, "other")
    with pytest.raises(HostError, match=r"authority.pem: there is no such file"):
        membership(path, DRIVER)
    (tmp_path / "authority.pem").touch()
    own = tmp_path / "driver.pem"
    own.touch(0o640)
    with pytest.raises(HostError, match="others can read its private key") as raised:
        membership(path, DRIVER)
    assert raised.value.remedy == f"chmod 600 {own}"
    own.chmod(0o600)
    assert membership(path, DRIVER).certificate == own


def test_messages_come_back() -> None:
    assert question_in(written(NEXT)) == (NEXT, b"")
    assert question_in(written(Look())) == (Look(), b"")
    answer = Answer(state=State.MEASURED, rounds=2, notices=("a\nb",))
    assert answer_in(answered(answer, b"la\nb"), "left") == (answer, b"la\nb")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x80\x04.",
        b'{"ask": "run"}',
        written(NEXT).replace(b"0" * 32, b"../../../../../../../../../../tm"),
        written(NEXT).replace(b'"done":-1', b'"done":-2'),
        b" " * (5 << 20),
    ],
)
def test_what_is_no_question(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"error|bytes"):
        question_in(data)


@pytest.mark.parametrize("data", [b'{"state": "owned"}\n', b'{"state": "free", "now": "2026-01-01T00:00:00"}\n'])
def test_what_is_no_answer(data: bytes) -> None:
    """A timestamp without its zone is no answer: nobody could say how far a clock is ahead."""
    with pytest.raises(MeasurementError, match="host left: it does not answer as"):
        answer_in(data, "left")
