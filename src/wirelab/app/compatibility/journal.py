"""Answers of codecs, each kept at once, so that a stopped command can continue from them and asks nothing twice."""

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from wirelab.app.preparation import Notice
from wirelab.execution.short_conversations import Fell
from wirelab.files.held import held
from wirelab.model.errors import LabError, host_faults
from wirelab.model.measurement import Loss, LossKind
from wirelab.report.quantities import several

Answer = str | bytes | float | Path | Loss
_PART = "answers of codecs"
_FOLDER, _FILE, _HELD = "trying", "answers.jsonl", ".held"
_SAID_EVERY_S = 20.0
_FORGOTTEN_AFTER_S = 30 * 24 * 3600.0
"""Answers that nobody continued from for so long are removed."""


@dataclass(frozen=True, slots=True)
class Trying:
    """How a command tries codecs."""

    cache: Path  # the lab's
    notice: Notice  # hears the progress, and how many answers are kept
    resume: bool = False  # whether to continue from the answers of the same command, which was stopped


class Journal:
    """The answers to the questions of one command, each written before the next one counts.

    Attributes:
        folder: its own while the command runs, with the files that are answers.
    """

    def __init__(self, folder: Path, notice: Notice) -> None:
        self.folder, self._notice, self._lock = folder, notice, Lock()
        self._known, whole = _read(folder)
        with suppress(FileNotFoundError):
            os.truncate(folder / _FILE, whole)  # the last line may be incomplete
        self._file = (folder / _FILE).open("ab", buffering=0)

    def __len__(self) -> int:
        return len(self._known)

    def close(self) -> None:
        """Keep no further answers."""
        self._file.close()

    def find(self, key: str) -> Answer | None:
        """The answer to a question, if there is one."""
        return self._known.get(key)

    def keep(self, key: str, answer: Answer) -> None:
        """Write an answer down."""
        line = json.dumps({"key": key, **_written(answer, self.folder)}) + "\n"
        with self._lock:
            with _keeping():
                self._file.write(line.encode())
            self._known[key] = answer

    def each(self, keys: Sequence[str], ask: Callable[[Sequence[int], Fell], object]) -> list[Any]:
        """The answers to questions, in their order.

        Args:
            keys: of the questions; questions that are alike in everything that matters have the same key.
            ask: asks the questions in these places, and passes on each answer at once.
        """
        first = {key: at for at, key in reversed(list(enumerate(keys)))}
        rest = sorted(at for key, at in first.items() if key not in self._known)
        done, said = 0, time.monotonic()

        def fell(number: int, answer: Answer) -> None:
            nonlocal done, said
            self.keep(keys[rest[number]], answer)
            with self._lock:
                done += 1
                if is_due := time.monotonic() - said >= _SAID_EVERY_S:
                    said = time.monotonic()
            if is_due:
                self._notice(f"{done:,} of {several(len(rest), 'answer')}")

        if rest:
            ask(rest, fell)
        return [self._known[key] for key in keys]


def _answers(journal: Journal) -> str:
    return f"{several(len(journal), 'answer')} {'is' if len(journal) == 1 else 'are'}"


@contextmanager
def kept_answers(trying: Trying, name: str, question: str) -> Iterator[Journal]:
    """The journal of a command's question within the block; it is removed if the block ends without an error.

    Another question has another journal; so has the same question in another folder, where other data may have the
    same name.

    Raises:
        LabError: another process asks the same.
        HostError: no space, or no permission.
    """
    folder = trying.cache / _FOLDER / f"{name}-{key_of(str(Path.cwd()), question)[:16]}"
    with ExitStack() as stack:
        with _keeping():
            journal = _begun(folder, stack, trying)
        if trying.resume:
            there = f"{_answers(journal)} there already" if len(journal) else ""
            trying.notice(there or "there are no answers to continue from: starting from the beginning")
        try:
            yield journal
        except BaseException:
            if len(journal):
                trying.notice(f"{_answers(journal)} kept: repeat the command with --resume to continue")
            raise
        shutil.rmtree(folder, ignore_errors=True)


def _begun(folder: Path, stack: ExitStack, trying: Trying) -> Journal:
    folder.mkdir(parents=True, exist_ok=True)
    if not stack.enter_context(held(folder / _HELD)):
        remedy = "wait until it ends, or run other trials"
        raise LabError(_PART, "another process is running the same trials", remedy=remedy)
    _remove_forgotten(folder)
    if not trying.resume:
        _empty(folder)
    return stack.enter_context(closing(Journal(folder, trying.notice)))


def _keeping() -> AbstractContextManager[None]:
    return host_faults(_PART, "they cannot be kept", "free some space, or set WIRELAB_CACHE to a writable folder")


def key_of(*parts: str) -> str:
    """The key of a question with these parts."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _empty(folder: Path) -> None:
    for each in folder.iterdir():
        if each.is_dir():
            shutil.rmtree(each, ignore_errors=True)
        elif each.name != _HELD:
            each.unlink()


def _remove_forgotten(own: Path) -> None:
    for other in own.parent.iterdir():
        last = max((each.stat().st_mtime for each in (other, other / _FILE) if each.exists()), default=0.0)
        if other != own and time.time() - last > _FORGOTTEN_AFTER_S:
            shutil.rmtree(other, ignore_errors=True)


def _written(answer: Answer, folder: Path) -> dict[str, Any]:
    match answer:
        case Loss():
            return {"loss": [answer.kind, answer.what, answer.seen, answer.stderr_tail]}
        case Path():
            return {"file": str(answer.relative_to(folder))}
        case bytes():
            return {"bytes": answer.hex()}
        case float():
            return {"number": answer}
        case _:
            return {"text": answer}


def _read(folder: Path) -> tuple[dict[str, Answer], int]:
    """The answers of a journal, and how many bytes of it are whole lines."""
    known: dict[str, Answer] = {}
    whole = 0
    with suppress(FileNotFoundError), (folder / _FILE).open("rb") as file:
        for line in file:
            if not line.endswith(b"\n") or (found := _answer(line, folder)) is None:
                break
            whole += len(line)
            key, answer = found
            if not isinstance(answer, Path) or answer.is_file():
                known[key] = answer
    return known, whole


def _answer(line: bytes, folder: Path) -> tuple[str, Answer] | None:
    """The key and answer of a line; None if it is not whole."""
    try:
        parts = json.loads(line)
        return str(parts["key"]), _value(parts, folder)
    except (ValueError, LookupError, TypeError):
        return None


def _value(parts: Mapping[str, Any], folder: Path) -> Answer:
    if "loss" in parts:
        kind, *words = parts["loss"]
        return Loss(LossKind(kind), *map(str, words))
    if "file" in parts:
        return folder / str(parts["file"])
    if "number" in parts:
        return float(parts["number"])
    return bytes.fromhex(parts["bytes"]) if "bytes" in parts else str(parts["text"])
