"""The files that codecs write, and whether they read them back; each is kept for all tests of a session."""

from pathlib import Path

from tests.runners.places import Bench, Place
from tests.runners.talk import LostProcessError, Talk
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Decode, Decoded, Encode, Encoded, Fault
from wirelab.workload.objects import Copy


def written(bench: Bench, place: Place, subject: Subject, copy: Copy, file: Path) -> tuple[Talk, str]:
    """The process in which a subject wrote a copy to a file, and the fault, or nothing.

    Raises:
        LostProcessError: the process ended.
    """
    talk, wrong = bench.take(place, subject, copy)
    if wrong:
        return talk, wrong
    answer = talk.ask(Encode(copy_index=talk.place_of(copy), file=str(file)))
    if isinstance(answer, Fault):
        assert answer.whose == "codec", (subject, answer)
        return talk, str(answer)
    assert isinstance(answer, Encoded), (subject, answer)
    return talk, ""


def read(talk: Talk, encoded: Path, file: Path) -> str:
    """Let the open codec read a file; returns its objection, or nothing. A LostProcessError as `written`."""
    answer = talk.ask(Decode(encoded=str(encoded), file=str(file)))
    assert isinstance(answer, Fault | Decoded), answer
    return str(answer) if isinstance(answer, Fault) else ""


def carried(bench: Bench, place: Place, subject: Subject, copy: Copy) -> str:
    """The fault of a subject's round trip, or nothing; it is open afterwards."""
    encoded = bench.scratch.with_suffix(".encoded")
    try:
        talk, wrong = written(bench, place, subject, copy, encoded)
        wrong = wrong or read(talk, encoded, bench.scratch)
    except LostProcessError as error:
        return str(error)
    wrong = wrong or bench.difference(bench.scratch, copy)
    if not wrong and subject == Subject(subject.codec):
        _keep(encoded, _kept(bench, place, subject.codec, copy))
    return wrong


def kept_file(bench: Bench, place: Place, codec: str, copy: Copy) -> Path:
    """The file that a codec makes of a copy if it can, as usual; written by whoever asks first, in any process."""
    file = _kept(bench, place, codec, copy)
    if not file.exists():
        encoded = bench.scratch.with_suffix(".encoded")
        _, wrong = written(bench, place, Subject(codec), copy, encoded)
        assert wrong == "", (place, codec, copy.corpus.name, wrong)
        _keep(encoded, file)
    return file


def _kept(bench: Bench, place: Place, codec: str, copy: Copy) -> Path:
    name = copy.corpus.name
    return bench.kept / name.workload / f"{name.size}-{name.variant}" / place.platform / codec


def _keep(written: Path, file: Path) -> None:
    """In one step: others may read it any time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written.replace(file)
