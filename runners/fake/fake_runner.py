"""A runner that serializes nothing: scripted subjects for the lab's own tests.

A codec's name says how it behaves (`fake_codecs.py`), and its times follow a script (`fake_times.py`). What a process
does wrong before any codec is named is chosen by `--as NAME`, one platform of the manifest each (`PROCESSES`).

Honest subjects claim no more time than passes: after a measurement the process sleeps until the wall clock has caught
up with the virtual one. Tests that want speed ask for batches of microseconds.

In another program's process too: `FakeRunner(...).answer(line)` yields the lines that this program would write, and
raises SystemExit where it would end.
"""

import json
import os
import signal
import sys
import time
import zlib
from pathlib import Path

from fake_codecs import CODECS, COMPRESSORS, announced, compress, decompress, join_delimited, split_delimited
from fake_requests import MAJOR, MINOR, RefusalError, read_request
from fake_times import TIMER_RESOLUTION_NS, Times, VirtualRun

FOREVER_S = 3600
FALSE = 1_000_000
TOO_SHORT_TO_SLEEP_NS = 1_000_000
PROCESSES = (
    "plain",
    "slow-start",
    "other-major",
    "crashes-at-start",
    "crashes-at-load",
    "garbage-at-start",
    "wrong-corpus",
    "refuses-load",
    "undeclared",
    "ignores-bye",
    "fails-at-bye",
    "speaks-after-bye",
)


class FakeRunner:
    """One process of the runner."""

    def __init__(self, process="plain", environment=os.environ, pause=time.sleep):
        self._process, self._pause = process, pause
        self._times, self._visit = Times(environment), environment.get("WIRELAB_PLACE", "")
        self._greeted = False
        self._corpus = None
        self._used = False

    def answer(self, line):
        """Yield the answers to one request."""
        try:
            request = read_request(line)
            yield from getattr(self, f"_{request['type']}")(request)
        except RefusalError as refusal:
            yield _line({"type": "error", "fault": refusal.fault, "message": str(refusal)})
        except OSError as error:
            yield _line({"type": "error", "fault": "host", "message": str(error)})

    # --- requests -----------------------------------------------------------------------------------------------------

    def _hello(self, request):
        if self._process == "slow-start":
            self._pause(2)
        if self._process == "crashes-at-start":
            sys.stderr.write("Error: no such class: Main\n")
            raise SystemExit(1)
        if self._process == "garbage-at-start":
            yield b"Picked up options: -Xmx1g\n"
        theirs = request["protocol"]
        if theirs["major"] != MAJOR and self._process != "other-major":
            message = f"this runner speaks version {MAJOR}.{MINOR}, not {theirs['major']}.{theirs['minor']}"
            raise RefusalError("request", message)
        self._greeted = True
        codecs = announced()
        yield _line(
            {
                "type": "ready",
                "protocol": {"major": 2 if self._process == "other-major" else MAJOR, "minor": MINOR},
                "runner": "fake",
                "runtime": "script 1",
                "timer_resolution_ns": TIMER_RESOLUTION_NS,
                "codecs": codecs[1:] if self._process == "undeclared" else codecs,
                "compressors": COMPRESSORS,
            }
        )

    def _load(self, request):
        self._need(self._greeted, "`load` before `hello`")
        if self._process == "crashes-at-load":
            sys.stderr.write("Out of memory\n")
            raise SystemExit(137)
        if self._process == "refuses-load":
            raise RefusalError("workload", "these data are not to my taste")
        self._need(request["workload"] != "no-such-workload", "there is no such workload", fault="workload")
        self._copies = [_messages(Path(corpus).read_bytes()) for corpus in request["corpora"]]
        self._corpus = self._copies[0]
        objects = len(self._corpus) + (self._process == "wrong-corpus")
        yield _line({"type": "loaded", "objects": objects})

    def _verify(self, request):
        self._need(self._corpus is not None, "`verify` before `load`")
        subject, corpus = _checked(request["subject"]), self._copy(request)
        self._used = True
        yield from self._misbehave(subject, "verify")
        if subject["codec"] == "mismatch":
            yield _line({"type": "mismatch", "path": "[0].name", "expected": "'ä'", "actual": "'?'"})
            return
        decoded = corpus[:-1] if subject["codec"] == "wrong-digest" else corpus
        Path(request["decoded"]).write_bytes(join_delimited(decoded))
        answer = {"type": "verified", "encoded_bytes": sum(map(len, corpus))}
        if subject["compressor"] is not None:
            answer["compressed_bytes"] = sum(len(compress(message, subject)) for message in corpus)
        yield _line(answer)

    def _measure(self, request):
        self._need(self._corpus is not None, "`measure` before `load`")
        subject, operation = _checked(request["subject"]), request["operation"]
        _check_operation(subject, operation)
        self._check_files(request)
        self._need(not self._used or request["mode"]["kind"] != "cold", "mode `cold` comes before any use of a codec")
        self._used = True
        yield from self._misbehave(subject, "measure")
        began = time.monotonic_ns()
        run = VirtualRun(self._times, _script(subject), operation, began).run(request["mode"])
        if request["sink"]["kind"] == "file":
            data = b"".join(compress(message, subject) for message in self._corpus)
            Path(request["sink"]["folder"], "encoded").write_bytes(data)
        ahead = run.elapsed_ns - (time.monotonic_ns() - began)
        if ahead > TOO_SHORT_TO_SLEEP_NS:
            self._pause(ahead / 1e9)
        yield from self._report(subject, run, self._checksums(request))

    def _checksums(self, request):
        """Of what one call on each copy gives; two subjects do in the loop what they do nowhere else."""
        subject, in_loop = request["subject"], request["mode"]["kind"] != "cold" and request["sink"]["kind"] == "memory"
        if not in_loop or request["operation"] not in {"serialize", "compress"}:
            return None
        copies = [b"".join(compress(message, subject) for message in copy) for copy in self._copies]
        if subject["codec"] == "drops-output":
            copies = [b"" for _ in copies]
        if subject["codec"] == "unlike-itself":
            copies = [copy + self._visit.encode() for copy in copies]
        return [zlib.crc32(copy) for copy in copies]

    def _report(self, subject, run, checksums):
        codec, batches = subject["codec"], run.batches
        if codec == "lies":
            batches = _falsified(batches, _parameter(subject, "about"))
        if codec == "dies-half-way":
            yield from map(_line, batches[: len(batches) // 2])
            yield _line(batches[-1])[:20]
            sys.stderr.write("I am dying\n")
            raise SystemExit(3)
        yield from map(_line, batches)
        count = len(batches) + (codec == "lies" and _parameter(subject, "about") == "count")
        yield _line(
            {
                "type": "done",
                "batches": count,
                "steady": run.steady,
                "canary_ns": run.last_canary_ns,
                "checksums": checksums,
                "sink": "0",
            }
        )

    def _encode(self, request):
        self._need(self._corpus is not None, "`encode` before `load`")
        subject, corpus = _checked(request["subject"]), self._copy(request)
        self._used = True
        yield from self._misbehave(subject, "encode")
        encoded = [compress(message, subject) for message in corpus]
        Path(request["file"]).write_bytes(join_delimited(encoded))
        yield _line({"type": "encoded", "bytes": sum(map(len, encoded))})

    def _decode(self, request):
        self._need(self._greeted, "`decode` before `hello`")
        subject = _checked(request["subject"])
        self._used = True
        yield from self._misbehave(subject, "decode")
        encoded = Path(request["file"]).read_bytes()
        try:
            objects = [decompress(message, subject) for message in split_delimited(encoded)]
        except (ValueError, IndexError, EOFError, OSError, zlib.error) as error:
            raise RefusalError("codec", f"cannot decode: {error}") from None
        Path(request["corpus"]).write_bytes(join_delimited(objects))
        yield _line({"type": "decoded", "objects": len(objects)})

    def _bye(self, _):
        if self._process == "ignores-bye":
            self._pause(FOREVER_S)
        if self._process == "speaks-after-bye":
            yield b"good bye\n"
        raise SystemExit(3 if self._process == "fails-at-bye" else 0)

    # --- what goes wrong ----------------------------------------------------------------------------------------------

    def _misbehave(self, subject, when):
        codec = subject["codec"]
        if codec == "chatty":
            sys.stderr.write("noise\n" * 50_000 + "the last of the noise\n")
        if codec not in {"crashes", "hangs", "garbage", "refuses"} or _parameter(subject, "when") != when:
            return
        if codec == "hangs":
            self._pause(FOREVER_S)
            raise SystemExit(0)
        if codec == "refuses":
            raise RefusalError(_parameter(subject, "fault"), "I would prefer not to")
        if codec == "garbage":
            yield _GARBAGE[_parameter(subject, "what")]
            raise SystemExit(0)
        sys.stderr.write("Segmentation fault\n")
        sys.stderr.flush()
        if _parameter(subject, "how") == "signal":
            os.kill(os.getpid(), signal.SIGKILL)
        raise SystemExit(3)

    def _check_files(self, request):
        sink, reads = request["sink"], request["operation"] in {"deserialize", "decompress"}
        self._need(sink["kind"] == "memory" or sink["folder"] is not None, "request.sink.folder is missing")
        if request["mode"]["kind"] == "cold" and reads:
            self._need(request["encoded"] is not None, "request.encoded is missing: a cold reader's input")
            split_delimited(Path(request["encoded"]).read_bytes())

    def _copy(self, request):
        self._need(request["copy_index"] < len(self._copies), "there is no such copy")
        return self._copies[request["copy_index"]]

    @staticmethod
    def _need(condition, message, fault="request"):
        if not condition:
            raise RefusalError(fault, message)


_GARBAGE = {
    "text": b"Exception in thread main\n",
    "bytes": b"\xff\xfe\x00\x01\n",
    "long": b"x" * 10_000_000 + b"\n",
    "truncated": b'{"type": "done", "batch',
    "type": b'{"type": "bye"}\n',
}


def _falsified(batches, about):
    if about == "times":
        first = batches[0]["start_ns"]
        return [
            {**batch, "ns": batch["ns"] * FALSE, "start_ns": first + (batch["start_ns"] - first) * FALSE}
            for batch in batches
        ]
    if about == "order":
        return batches[::-1]
    if about == "phases":
        return [{**batch, "phase": "measured"} if index == 0 else batch for index, batch in enumerate(batches)]
    return batches


def _messages(data):
    try:
        return split_delimited(data)
    except (ValueError, IndexError) as error:
        raise RefusalError("workload", f"not a corpus: {error}") from None


def _checked(subject):
    known = CODECS.get(subject["codec"])
    if known is None:
        raise RefusalError("codec", f"there is no codec {subject['codec']!r}")
    values = {parameter["name"]: parameter["values"] for parameter in known}
    for name, value in subject["parameters"].items():
        if value not in values.get(name, ()):
            raise RefusalError("codec", f"{subject['codec']} has no parameter {name}={value}")
    compressor = next((each for each in COMPRESSORS if each["name"] == subject["compressor"]), None)
    if subject["compressor"] is not None and compressor is None:
        raise RefusalError("codec", f"there is no compressor {subject['compressor']!r}")
    level = subject["level"]
    if level is not None and (compressor is None or not compressor["min_level"] <= level <= compressor["max_level"]):
        raise RefusalError("codec", f"there is no level {level} of {subject['compressor']}")
    return subject


def _check_operation(subject, operation):
    own = {"serialize", "deserialize"} | ({"compress", "decompress"} if subject["compressor"] else set())
    if operation not in own:
        raise RefusalError("codec", f"{subject['codec']} has no operation {operation}")


def _parameter(subject, name):
    default = next(each["default"] for each in CODECS[subject["codec"]] if each["name"] == name)
    return subject["parameters"].get(name, default)


def _script(subject):
    """What its times follow: the codec's name, or one of its own for a parameter that changes them."""
    return "tunable-high" if subject["parameters"].get("speed") == "high" else subject["codec"]


def _line(message):
    return json.dumps(message).encode() + b"\n"


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
