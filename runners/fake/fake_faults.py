"""What codecs do wrong: by crashing, by silence, by answers that are none, and by lies."""

import os
import signal
import sys

FOREVER_S = 3600
FALSE = 1_000_000
LONG = 10_000_000
GARBAGE = {
    "text": b"Exception in thread main\n",
    "bytes": b"\xff\xfe\x00\x01\n",
    "truncated": b'{"type": "timed", "start_n',
    "type": b'{"type": "bye"}\n',
    "incomplete": b'{"type": "timed"}\n',
    "banner": b"This library is free for private use\n",
}


class RefusalError(Exception):
    """A request that is answered with `error`.

    Attributes:
        whose: who is at fault.
    """

    def __init__(self, whose, message):
        self.whose = whose
        super().__init__(message)


def misbehave(codec, when, pause, batches=0):
    """Do what `codec` does at the request `when`, after so many batches; yield what it writes to stdout."""
    name, parameters = codec.name, codec.parameters
    if name == "chatty":
        sys.stderr.write("noise\n" * (50_000 if when == "open" else 1) + "the last of the noise\n")
    if parameters.get("when") != when or (when == "time" and batches < int(parameters["after"])):
        return
    if name == "refuses":
        raise RefusalError(parameters["whose"], "I would prefer not to")
    if name == "garbage":
        # Made here: it would take each process a third of its start.
        yield b"x" * LONG + b"\n" if parameters["what"] == "long" else GARBAGE[parameters["what"]]
        if parameters["what"] == "banner":
            return
        raise SystemExit(0)
    if name == "hangs":
        pause(FOREVER_S)
        raise SystemExit(0)
    sys.stderr.write("Segmentation fault\n")
    sys.stderr.flush()
    if parameters["how"] == "signal":
        os.kill(os.getpid(), signal.SIGKILL)
    if parameters["how"] == "abort":
        os.abort()
    raise SystemExit(3)


def die_half_way(line):
    """Yield half of an answer, and end."""
    yield line[: len(line) // 2]
    sys.stderr.write("I am dying\n")
    raise SystemExit(3)


def decoded(codec, frames):
    """The objects that `codec` says were in `frames`."""
    objects = [(kind, codec.decode(data)) for kind, data in frames]
    if codec.name == "wrong-digest":
        return objects[:-1]
    if codec.name == "mismatch":
        at = next((at for at, (_, message) in enumerate(objects) if message), None)
        if at is not None:
            kind, message = objects[at]
            objects[at] = kind, message[:-1] + bytes([message[-1] ^ 1])
    return objects


def falsified(timed, about):
    """An answer to `time` with something false in it."""
    starts, times = timed["start_ns"], timed["ns"]
    if about == "times":
        first = starts[0]
        scaled = {"start_ns": [first + (start - first) * FALSE for start in starts], "ns": [ns * FALSE for ns in times]}
        return timed | scaled
    if about == "count":
        return {key: column[1:] if isinstance(column, list) else column for key, column in timed.items()}
    if about == "columns":
        return timed | {"ns": times[1:]}
    if about == "order":
        return timed | {"start_ns": [1 for _ in starts]}
    if about == "sink":
        return timed | {"sink": timed["sink"] + 1}
    return timed
