"""Short conversations beside measuring: the announcement, and files for checks across runtimes."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from wirelab.building.manifest import Platform, RunnerManifest
from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import Data
from wirelab.model.cell import Operation, Sink
from wirelab.model.errors import MeasurementError
from wirelab.model.measurement import Loss
from wirelab.process.transport import Transport
from wirelab.protocol.codecs import Announcement, Unavailable
from wirelab.protocol.messages import Decode, Decoded, Encode, Encoded, Loaded, Open, Opened, Ready

A = TypeVar("A")
Connect = Callable[[], Transport]
_EXTENDED = {"replay": Operation.REPLAY, "exchange": Operation.EXCHANGE}


def handshake(manifest: RunnerManifest, platform: Platform, connect: Connect, timeout_s: float = 60.0) -> Announcement:
    """Start a process, take what it announces, and let it end.

    Args:
        manifest: the runner's.
        platform: the one of its platforms that `connect` starts a process on.
        connect: starts the process.
        timeout_s: an answer that takes longer is none.

    Raises:
        MeasurementError: it does not answer as it should, or announces something else than its manifest.
    """
    part = f"runner {manifest.name}"
    ready = _short(connect, timeout_s, lambda _, ready: ready)
    if isinstance(ready, Loss):
        why = "\n".join(text for text in (ready.seen, ready.stderr_tail) if text)
        raise MeasurementError(part, ready.what, why=why, remedy=f"wirelab check-runner {manifest.name}")
    if differences := undeclared(manifest, ready):
        what = "its announcement does not match its manifest"
        raise MeasurementError(part, what, why="\n".join(differences), remedy="make both say the same")
    return announced(manifest, platform, ready)


def undeclared(manifest: RunnerManifest, ready: Ready) -> tuple[str, ...]:
    """Where an announcement differs from the manifest; empty if it does not."""
    return tuple(_differences(manifest, ready))


def announced(manifest: RunnerManifest, platform: Platform, ready: Ready) -> Announcement:
    """What a runner offers on a platform, of an announcement that does not differ from its manifest."""
    more = tuple(operation for extension, operation in _EXTENDED.items() if extension in platform.extensions)
    return Announcement(
        runner=ready.runner,
        runtime=ready.runtime,
        details=ready.details,
        timer_resolution_ns=ready.timer_resolution_ns,
        codecs=[
            codec.info(name, ready.versions[name], more)
            for name, codec in manifest.codecs.items()
            if name in ready.versions
        ],
        unavailable=[Unavailable(name=name, reason=reason) for name, reason in ready.unavailable.items()],
        compressors=[
            compressor.info(name, ready.versions[name])
            for name, compressor in manifest.compressors.items()
            if name in ready.versions
        ],
        sinks=[Sink.MEMORY, Sink.FILE, *([Sink.TABLE] if "table" in platform.extensions else [])],
    )


def encode_file(connect: Connect, data: Data, codec: Open, file: Path, slack_s: float) -> Encoded | Loss:
    """Write the first copy of `data` with a codec to `file`, in a process of its own."""

    def converse(conversation: Conversation, _: Ready) -> Encoded:
        load(conversation, data, slack_s)
        timeout_s = deadlines.once_s(data.corpus.bytes, slack_s)
        conversation.ask(codec, Opened, timeout_s)
        return conversation.ask(Encode(copy_index=0, file=str(file)), Encoded, timeout_s)

    return _short(connect, slack_s, converse)


def decode_file(connect: Connect, codec: Open, encoded: Path, file: Path, slack_s: float) -> Decoded | Loss:
    """Read a file of encoded objects with a codec and write its objects, in a process of its own.

    Args:
        connect: starts the process.
        codec: what reads.
        encoded: written by `encode_file`, here or in another runtime.
        file: the file of objects to write.
        slack_s: added to every deadline.
    """

    def converse(conversation: Conversation, _: Ready) -> Decoded:
        timeout_s = deadlines.once_s(encoded.stat().st_size if encoded.exists() else 0, slack_s)
        conversation.ask(codec, Opened, timeout_s)
        return conversation.ask(Decode(encoded=str(encoded), file=str(file)), Decoded, timeout_s)

    return _short(connect, slack_s, converse)


def load(conversation: Conversation, data: Data, slack_s: float) -> None:
    """Let a runner load what its codecs encode.

    Raises:
        LostError: it cannot.
    """
    conversation.ask(data.load(()), Loaded, deadlines.load_s(data.bytes, slack_s))


def _short(connect: Connect, timeout_s: float, converse: Callable[[Conversation, Ready], A]) -> A | Loss:
    try:
        conversation = Conversation(connect)
    except LostError as error:
        return error.loss
    try:
        answer = converse(conversation, conversation.hello(timeout_s))
        conversation.bye()
    except LostError as error:
        conversation.kill()
        return conversation.with_stderr(error.loss)
    finally:
        conversation.kill()
    return answer


def _differences(manifest: RunnerManifest, ready: Ready) -> Iterator[str]:
    if manifest.name != ready.runner:
        yield f"it calls itself '{ready.runner}', not '{manifest.name}'"
    declared = dict.fromkeys(manifest.codecs, "codec") | dict.fromkeys(manifest.compressors, "compressor")
    for name in sorted({*declared, *ready.versions, *ready.unavailable}):
        what = f"{declared.get(name, 'name')} '{name}'"
        if name not in declared:
            yield f"{what} is announced but is not in the manifest"
        elif name in ready.versions and name in ready.unavailable:
            yield f"{what} is announced with a version and as unavailable"
        elif name not in ready.versions and name not in ready.unavailable:
            yield f"{what} is in the manifest but is not announced"
