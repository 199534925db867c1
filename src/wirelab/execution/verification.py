"""Whether values survive a codec, verified in the process that is timed."""

import time
from collections.abc import Sequence
from pathlib import Path

from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import Data
from wirelab.execution.outputs import Sums, expected_sink, sums_of
from wirelab.model.cell import Operation
from wirelab.model.errors import DefinitionError
from wirelab.model.measurement import LossKind
from wirelab.model.units import ByteCount
from wirelab.protocol.messages import Decode, Decoded, Encode, Encoded, Replay, Replayed
from wirelab.schema.difference import first_difference
from wirelab.schema.objects import frames_of


class Verification:
    """The verification of one process so far. A fault of the process raises `LostError`."""

    def __init__(self, data: Data, folder: Path, slack_s: float, *, keeps_encoded: bool) -> None:
        """Nothing is verified yet; `keeps_encoded`: the first copy, encoded, is wanted."""
        self._data, self._folder, self._keeps_encoded = data, folder, keeps_encoded
        self._timeout_s = deadlines.once_s(data.corpus.bytes, slack_s)
        self._sums: list[Sums] = []
        self.once_s = 0.0
        """The time of encoding and decoding the first copy, with everything around it; 0 until then."""
        self.encoded_bytes: ByteCount | None = None
        """The size of the first copy, encoded; None until then."""
        self.payloads: tuple[bytes, ...] | None = None
        """The first copy as the codec encoded it, object by object, if it is wanted."""

    def check(self, conversation: Conversation, copy: int) -> None:
        """Let the process encode a copy and decode its file, and check that the values are unchanged."""
        encoded, decoded = self._folder / "encoded", self._folder / "decoded"
        for file in (encoded, decoded):  # those of an earlier check prove nothing
            file.unlink(missing_ok=True)
        began = time.monotonic()
        conversation.ask(Encode(copy_index=copy, file=str(encoded)), Encoded, self._timeout_s)
        conversation.ask(Decode(encoded=str(encoded), file=str(decoded)), Decoded, self._timeout_s)
        given = self._data.copies[copy]
        self._require(given.objects, decoded, "decode(encode(x)) is not x")
        if len(self._sums) > copy:
            return
        payloads = tuple(payload for _, payload in _frames(encoded))
        if len(payloads) != given.corpus.objects:
            what = f"it encoded {len(payloads)} objects instead of {given.corpus.objects}"
            raise LostError(LossKind.MISMATCH, what)
        self._sums.append(sums_of(payloads))
        if copy == 0:
            self.once_s = time.monotonic() - began
            self.encoded_bytes = ByteCount(sum(map(len, payloads)))
            self.payloads = payloads if self._keeps_encoded else None

    def check_replay(self, conversation: Conversation) -> None:
        """Let the process replay the first copy, and check the resulting object."""
        written, wanted = self._folder / "replayed", self._data.replayed
        assert wanted is not None
        conversation.ask(Replay(file=str(written)), Replayed, self._timeout_s)
        self._require(wanted, written, "replaying the decoded objects gives a different result", replayed=True)

    def _require(self, expected: Path, written: Path, what: str, *, replayed: bool = False) -> None:
        """Check that the process wrote the objects of `expected`."""
        try:
            given = expected.read_bytes()
        except OSError as error:
            raise LostError(LossKind.HOST, f"its data cannot be read again: {error}") from None
        try:
            found = written.read_bytes()
        except OSError as error:
            raise LostError(LossKind.MISMATCH, f"{what}: it wrote no file", str(error)) from None
        difference = first_difference(given, found, self._data.types, replayed=replayed)
        if difference is not None:
            shown = f"expected {difference.expected}, got {difference.actual}"
            raise LostError(LossKind.MISMATCH, f"{what} at {difference.path}: {shown}")

    def is_sum(self, operation: Operation, made: int, added: int, *, compressed: bool) -> bool | None:
        """Whether `added` is the sink's sum of `made` calls, by the verified bytes; None: not known."""
        expected = expected_sink(operation, self._sums, made, compressed=compressed)
        return None if expected is None else expected == added


def _frames(file: Path) -> Sequence[tuple[int, bytes]]:
    try:
        return frames_of(file.read_bytes())
    except (OSError, DefinitionError) as error:
        what = "it wrote no file of encoded objects"
        raise LostError(LossKind.MISMATCH, what, str(error)) from None
