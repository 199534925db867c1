"""A runner that serializes nothing: scripted subjects for the lab's own tests.

A codec's name in `codecs.toml` says how it behaves; its times follow a script (`fake_times.py`), and so does what it
does wrong (`fake_faults.py`). What a process does wrong before any codec is open is chosen by `--as NAME`: one platform
of the manifest for each name.

Honest subjects claim no more time than passes: after its batches the process sleeps until the wall clock has caught up
with the virtual one. Tests that want speed ask for batches of microseconds.

In another program's process too: `FakeRunner(...).answer(line)` yields the lines that this program would write, and
raises SystemExit where it would end.
"""

import json
import os
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path

from fake_codecs import Codec, read_frames, sink_of_bytes, write_frames
from fake_faults import FOREVER_S, RefusalError, decoded, die_half_way, falsified, misbehave
from fake_times import TIMER_RESOLUTION_NS, TRUTH_NS, Loop, Times, VirtualClock
from fake_versions import SLOWER, at_least, version

PROTOCOL = 2
# The method of `Codec` that makes the bytes which an operation takes or gives; None: objects.
TAKES = {"serialize": None, "deserialize": "encode", "compress": "write", "decompress": "encode"}
GIVES = {"serialize": "encode", "deserialize": None, "compress": "encode", "decompress": "write"}


class FakeRunner:
    """One process of the runner."""

    def __init__(self, environment=os.environ, process="plain", pause=time.sleep):
        self._process, self._pause = process, pause
        self._place = environment.get("WIRELAB_PLACE", "")
        self._loop = Loop(Times(environment), VirtualClock(pause), process)
        self._copies, self._codec = [], None
        self._next, self._sums, self._last = Counter(), {}, "serialize"

    def answer(self, line):
        """Yield the lines that answer one request."""
        request = json.loads(line)
        try:
            yield from getattr(self, f"_{request['type']}")(request)
        except RefusalError as refusal:
            yield _line("error", whose=refusal.whose, message=str(refusal))
        except (OSError, MemoryError) as error:
            yield _line("error", whose="host", message=str(error) or "out of memory")
        except Exception as error:
            yield _line("error", whose="runner", message=f"{type(error).__name__}: {error}")

    # --- requests -----------------------------------------------------------------------------------------------------

    def _hello(self, _):
        if self._process == "slow-start":
            self._pause(2)
        if self._process == "crashes-at-start":
            sys.stderr.write("Error: no such class: Main\n")
            raise SystemExit(1)
        if self._process == "garbage-at-start":
            yield b"Picked up options: -Xmx1g\n"
        yield _line(
            "ready",
            protocol=3 if self._process == "protocol-3" else PROTOCOL,
            runner="fake",
            runtime="script 1",
            timer_resolution_ns=TIMER_RESOLUTION_NS,
            versions=_versions(but="steady" if self._process == "undeclared" else ""),
        )

    def _load(self, request):
        if self._process == "crashes-at-load":
            sys.stderr.write("Out of memory\n")
            raise SystemExit(137)
        if self._process == "hangs-at-load":
            self._pause(FOREVER_S)
            raise SystemExit(0)
        if self._process == "garbage-at-load":
            yield b"loading...\n"
        if self._process == "refuses-load":
            raise RefusalError("runner", "these data are not to my taste")
        self._copies = [read_frames(path) for path in request["copies"]]
        self._loop.load(sum(len(data) for _, data in self._copies[0]))
        self._next.clear()
        self._sums.clear()
        yield _line("loaded", objects=len(self._copies[0]) + (self._process == "wrong-corpus"))

    def _open(self, request):
        self._set_up(request)
        yield from self._misbehave("open")
        yield _line("opened")

    def _encode(self, request):
        yield from self._misbehave("encode")
        frames = [(kind, self._codec.encode(message)) for kind, message in self._copies[request["copy_index"]]]
        write_frames(request["file"], frames)
        yield _line("encoded", objects=len(frames))

    def _decode(self, request):
        yield from self._misbehave("decode")
        frames = read_frames(request["encoded"])
        try:
            objects = decoded(self._codec, frames)
        except ValueError as error:
            raise RefusalError("codec", str(error)) from None
        write_frames(request["file"], objects)
        yield _line("decoded", objects=len(objects))

    def _relay(self, request):
        yield from self._misbehave("decode")
        try:
            read = decoded(self._codec, read_frames(request["encoded"]))
        except ValueError as error:
            raise RefusalError("codec", str(error)) from None
        write_frames(request["file"], [(kind, self._codec.encode(message)) for kind, message in read])
        yield _line("relayed", objects=len(read))

    def _time(self, request):
        operation, calls, batches = request["operation"], request["calls"], request["batches"]
        if operation in TRUTH_NS:
            yield from self._misbehave("time", self._loop.made(operation))
            self._last = operation
            calls = (calls + 1) // 2 if self._lies("calls") else calls
        if request.get("collect"):
            self._loop.collect()
        if request.get("files"):
            self._through_files(operation, Path(request["files"]))
        columns = self._loop.batches(self._script(), operation, calls, batches)
        yield from self._timed(columns, operation, calls * batches)

    def _cold(self, request):
        self._set_up(request)
        self._last = request["operation"]
        yield from self._misbehave("open")
        yield from self._misbehave("time")
        if request["operation"] == "deserialize":
            for _, data in read_frames(request["encoded"]):
                self._codec.decode(data)
        columns = self._loop.batches(self._script(), request["operation"], calls=1, batches=1)
        yield from self._timed(columns, request["operation"], calls=1)

    def _bye(self, _):
        if self._process == "ignores-bye":
            self._pause(FOREVER_S)
        if self._process == "speaks-after-bye":
            yield b"good bye\n"
        raise SystemExit(3 if self._process == "fails-at-bye" else 0)

    # --- what several of them need ------------------------------------------------------------------------------------

    def _set_up(self, request):
        if request["codec"] not in _versions():
            raise RefusalError("runner", f"there is no codec '{request['codec']}'")
        self._codec = Codec(request, self._place)
        self._next.clear()
        self._sums.clear()
        self._loop.forget()

    def _misbehave(self, when, batches=0):
        return misbehave(self._codec, when, self._pause, batches)

    def _lies(self, about):
        return self._codec is not None and self._codec.parameters.get("about") == about

    def _script(self):
        """What times follow: the codec's name, or one of its own for a parameter that changes them."""
        if self._codec is None:
            return ""
        if self._codec.name == "released":
            return "slower-5" if at_least(SLOWER) else "steady"
        return "tunable-high" if self._codec.parameters.get("speed") == "high" else self._codec.name

    def _timed(self, columns, operation, calls):
        timed = {"type": "timed", **columns, "sink": self._sink(operation, calls)}
        if operation in TRUTH_NS and self._codec.name == "lies":
            timed = falsified(timed, self._codec.parameters["about"])
        if operation in TRUTH_NS and self._codec.name == "dies-half-way":
            yield from die_half_way(_line(**timed))
        yield _line(**timed)

    def _sink(self, operation, calls):
        """What the sink adds up over so many calls, which rotate over copies."""
        if operation == "canary" or (GIVES.get(operation) and self._codec.name == "drops-output"):
            return 0
        sums = self._sums_of(self._last if operation == "nothing" else operation, inputs=operation == "nothing")
        if self._lies("rotation"):
            sums = sums[:1]
        first, count = self._next[operation], len(sums)
        self._next[operation] = (first + calls) % count
        rounds, rest = divmod(calls, count)
        return rounds * sum(sums) + sum(sums[(first + call) % count] for call in range(rest))

    def _sums_of(self, operation, *, inputs):
        """For each copy, what the sink adds up over an operation's outputs, or over its inputs; kept until `open`."""
        if (operation, inputs) not in self._sums:
            kind = TAKES[operation] if inputs else GIVES[operation]
            self._sums[operation, inputs] = [self._sum_of(copy, kind) for copy in self._copies]
        return self._sums[operation, inputs]

    def _sum_of(self, copy, kind):
        if kind is None:
            return len(copy)
        return sink_of_bytes(getattr(self._codec, kind)(message) for _, message in copy)

    def _through_files(self, operation, folder):
        """Leave the files that a call of each copy writes, or reads."""
        for at, copy in enumerate(self._copies):
            name = f"copy-{at}" if operation == "deserialize" else "serialized"
            (folder / name).write_bytes(b"".join(self._codec.encode(message) for _, message in copy))


@cache
def _versions(but=""):
    # The headers `[codecs.NAME]` and `[compressors.NAME]`. A parser of TOML took a third of a process's time.
    lines = Path(__file__).with_name("codecs.toml").read_text().splitlines()
    headers = [line[1:-1].split(".") for line in lines if line.startswith("[c")]
    names = [header[1] for header in headers if len(header) == 2 and header[1] != but]
    return {name: version() if name == "released" else "1" for name in names}


def _line(type, **fields):  # noqa: A002
    return json.dumps({"type": type, **fields}).encode() + b"\n"


def main():
    """Serve until the end of stdin."""
    output = sys.stdout.buffer
    sys.stdout = sys.stderr
    runner = FakeRunner(process=sys.argv[2] if sys.argv[1:2] == ["--as"] else "plain")
    for line in sys.stdin.buffer:
        for written in runner.answer(line):
            output.write(written)
            output.flush()


if __name__ == "__main__":
    main()
