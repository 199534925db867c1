"""Answers that are kept as they fall: a command that was ended continues, and asks nothing twice."""

import json
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.app.test_hostile_machine import Started
from tests.conftest import Wirelab
from wirelab.app.compatibility.journal import Answer, Journal, Trying, kept_answers, key_of
from wirelab.execution.short_conversations import Fell
from wirelab.model.errors import LabError
from wirelab.model.measurement import Loss, LossKind

LOSS = Loss(LossKind.CODEC, "half of a pair: \ud800", "seen", "line\nline")


def quiet(_: str) -> None:
    return


class Asked:
    """Answers questions and notes their places; raises KeyboardInterrupt at the one that it dies of."""

    def __init__(self, answers: Sequence[Answer], dies_of: int | None = None) -> None:
        self.answers, self.dies_of, self.places = answers, dies_of, list[int]()

    def __call__(self, rest: Sequence[int], fell: Fell) -> None:
        for number, at in enumerate(rest):
            if at == self.dies_of:
                raise KeyboardInterrupt
            self.places.append(at)
            fell(number, self.answers[at])


def ask(cache: Path, keys: Sequence[str], asked: Asked, *, resume: bool) -> list[Answer]:
    with kept_answers(Trying(cache, quiet, resume), "interop", "question") as journal:
        return journal.each(keys, asked)


def test_every_kind_of_answer_is_read_as_it_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "sub" / "written-0"
    file.parent.mkdir()
    file.write_bytes(b"x")
    answers: list[Answer] = ["ä", "", b"\x00\xff", b"", 1e-3, 1.0, LOSS, file]
    first = Journal(tmp_path, quiet)
    for at, answer in enumerate(answers):
        first.keep(str(at), answer)
    first.close()
    again = Journal(tmp_path, quiet)
    assert [again.find(str(at)) for at in range(len(answers))] == answers
    file.unlink()
    assert Journal(tmp_path, quiet).find("7") is None, "a file that is gone is no answer"


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_line_that_was_cut_off_does_not_count_and_is_no_trouble(tmp_path: Path, cut: int) -> None:
    first = Journal(tmp_path, quiet)
    first.keep("a", "1")
    first.keep("b", "2")
    first.close()
    file = tmp_path / "answers.jsonl"
    os.truncate(file, file.stat().st_size - cut)
    second = Journal(tmp_path, quiet)
    assert (second.find("a"), second.find("b")) == ("1", None)
    second.keep("b", "3")
    second.close()
    assert Journal(tmp_path, quiet).find("b") == "3"


def test_what_was_answered_before_an_end_is_not_asked_again(tmp_path: Path) -> None:
    keys = [key_of("decode", str(at)) for at in range(4)]
    ended = Asked("abcd", dies_of=2)
    with pytest.raises(KeyboardInterrupt):
        ask(tmp_path, keys, ended, resume=False)
    rest = Asked("abcd")
    assert ask(tmp_path, keys, rest, resume=True) == [*"abcd"]
    assert (ended.places, rest.places) == ([0, 1], [2, 3])
    assert not any((tmp_path / "trying").iterdir()), "nothing is left of what is done"


def test_without_resume_it_begins_anew_and_alike_questions_are_asked_once(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        ask(tmp_path, ["a", "b"], Asked("xy", dies_of=1), resume=False)
    whole = Asked("xyx")
    assert ask(tmp_path, ["a", "b", "a"], whole, resume=False) == ["x", "y", "x"]
    assert whole.places == [0, 1]


def test_two_that_ask_the_same(tmp_path: Path) -> None:
    with kept_answers(Trying(tmp_path, quiet), "interop", "q"):
        with (
            pytest.raises(LabError, match="another process is running"),
            kept_answers(Trying(tmp_path, quiet, resume=True), "interop", "q"),
        ):
            pass
        with kept_answers(Trying(tmp_path, quiet), "interop", "another") as journal:
            assert len(journal) == 0


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("withstand", "school", "--size", "110"), "codecs"),
        (("evolve",), "trials"),
        (("interop", "school", "--size", "110", "--variant", "random"), "readings"),
    ],
)
def test_a_command_that_is_killed_continues(
    wirelab: Wirelab, tmp_path: Path, words: tuple[str, ...], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`kill -9` while a codec hangs; the others, which answered before, are not asked again."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("WIRELAB_CACHE", str(cache))
    steady = ("--platform", "fake", "--codec", "steady", "--codec", "bimodal", "--json")
    given = (*words, *steady, "--codec", "hangs:when=decode")
    started = Started(tmp_path, *given)
    answers = _answers(cache, 4)
    for process in started.tree:
        process.send_signal(signal.SIGKILL)
    started.process.join(10)
    kept = _whole_lines(answers)
    ended = wirelab(*given, "--resume", timeout=300)
    assert ended.returncode in (0, 5), ended.stderr
    assert f"{kept:,} answers are there" in ended.stderr
    alone = wirelab(*words, *steady, timeout=300)
    of_steady = [each for each in json.loads(ended.stdout)[found] if "hangs" not in json.dumps(each)]
    assert of_steady == json.loads(alone.stdout)[found]
    assert not any((cache / "trying").iterdir())


def _answers(cache: Path, count: int) -> Path:
    """The file of answers when it has so many, and no more come."""
    deadline, before = time.monotonic() + 60, -1
    while time.monotonic() < deadline:
        for file in (cache / "trying").glob("*/answers.jsonl"):
            if before == (now := _whole_lines(file)) >= count:
                return file
            before = now
        time.sleep(1)
    raise AssertionError("nothing was answered")


def _whole_lines(file: Path) -> int:
    return file.read_bytes().count(b"\n")
