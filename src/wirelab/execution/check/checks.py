"""The checks of `wirelab check-runner`: a table of conversations that every runner can have (protocol/v2/README.md)."""

import math
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wirelab.execution.check.checked import Bench, BrokenError, CheckedProcess, frames_in, written
from wirelab.execution.check.tried import (
    Turn,
    all_settings,
    codecs,
    cold_operations,
    once,
    operations,
    whole_operations,
)
from wirelab.execution.check.with_dictionary import taking, used
from wirelab.execution.outputs import rotated, sums_of
from wirelab.execution.probes import CANARY, NOTHING
from wirelab.model.cell import Form, Operation
from wirelab.model.conformance import Check, Outcome
from wirelab.model.subject import Subject
from wirelab.protocol import messages
from wirelab.protocol.codecs import Announcement
from wirelab.protocol.messages import (
    Cold,
    Decode,
    Decoded,
    Fault,
    Load,
    Loaded,
    Open,
    Ready,
    Time,
    Timed,
)
from wirelab.schema.difference import first_difference
from wirelab.schema.objects import write_frames

_CANARY_BYTES = bytes(at * 31 % 256 for at in range(1 << 16))
_WIDE = 100  # a canary slower or faster than the core's own CRC-32 by more than this factor is something else
_NS_PER_MS = 1_000_000
_TICK_NS = 100_000  # a CPU clock with steps this wide cannot time a batch
_ATTEMPTS = 5  # a machine that was busy for a moment is not the runner's fault
_LEAST_GROWTH = 2.0  # of the time of four times the calls
_MOST_CALLS = 1 << 24


Turns = Callable[[Announcement], Iterable[Turn]]


@dataclass(frozen=True, slots=True)
class Checking:
    """One row of the table."""

    name: str
    says: str  # the requirement, one line for people
    turns: Turns
    check: Callable[[Bench, Turn], None]
    extension: str = ""  # made only on platforms that have it; empty: on all

    def made(self, bench: Bench, turn: Turn, on: str) -> Check:
        """Make it; people read its subject as `on`. The next check continues in its processes if this one passed."""
        name = f"{self.name}[{on}]" if on else self.name
        try:
            self.check(bench, turn)
        except BrokenError as error:
            return Check(name, self.says, Outcome.FAILED, error.what, *bench.broken())
        bench.done()
        return Check(name, self.says, Outcome.PASSED)


# --- data ---------------------------------------------------------------------------------------------------------


def _load(bench: Bench, _: Turn) -> None:
    process, files = bench.loaded(), bench.specimen.files
    process.load(files[-1:])
    process.load([files[0], *files])
    process.open(bench.open(Subject(bench.offered.codecs[0].name)))
    request = Time(operation=Operation.DESERIALIZE, calls=1, batches=1)
    for order, objects in ((files, bench.objects[0]), (files[::-1], bench.objects[-1])):
        process.load(order)
        if (sink := process.time(request).sink) != len(objects):
            raise BrokenError(f"`timed.sink` is {sink} in the first call after `load`, expected {len(objects)}")


def _unknown_keys(bench: Bench, _: Turn) -> None:
    process = bench.fresh()
    process.ask_line("hello", b'{"type":"hello","protocol":2,"mood":{"good":[true]}}\n', Ready)
    more = Load(copies=[str(bench.specimen.files[0])]).model_dump_json()[:-1].encode() + b',"mood":null}\n'
    process.ask_line("load", more, Loaded)
    process.end()


def _errors(bench: Bench, _: Turn) -> None:
    process, missing = bench.loaded(), str(bench.folder / "missing")
    subject = Subject(bench.offered.codecs[0].name)
    process.open(bench.open(subject))
    _blamed(process.ask(Open(codec="no-such-codec", parameters={}), Fault), "codec", "runner")
    process.open(bench.open(subject))
    _blamed(process.ask(Decode(encoded=missing, file=str(bench.folder / "decoded")), Fault), "host")
    process.encode(0, bench.folder / "encoded")
    _blamed(process.ask(Load(copies=[missing]), Fault), "host")
    bench.loaded().open(bench.open(subject))
    process.encode(0, bench.folder / "encoded")


def _blamed(fault: Fault, *whose: str) -> None:
    if fault.whose not in whose:
        raise BrokenError(f"`error.whose` is {fault.whose}, expected {' or '.join(whose)}: {fault.message}")
    if not fault.message.strip():
        raise BrokenError("`error.message` is empty")


def round_trip(bench: Bench, turn: Turn) -> None:
    """Every copy is encoded and decoded, and the result is compared with it."""
    assert turn.subject is not None
    process = bench.loaded()
    process.open(bench.open(turn.subject))
    for copy_index in range(len(bench.objects)):
        encoded = bench.folder / f"encoded-{copy_index}"
        process.encode(copy_index, encoded)
        _decoded(bench, process, copy_index, encoded)


def _unloaded(bench: Bench, turn: Turn) -> tuple[CheckedProcess, Path]:
    """A process that loaded nothing and has the codec open, and the first copy as another process encoded it."""
    assert turn.subject is not None
    process, encoded = bench.loaded(), bench.folder / "encoded-0"
    process.open(bench.open(turn.subject))
    process.encode(0, encoded)
    process = bench.unloaded()
    process.open(bench.open(turn.subject))
    return process, encoded


def _decode_alone(bench: Bench, turn: Turn) -> None:
    process, encoded = _unloaded(bench, turn)
    _decoded(bench, process, 0, encoded)


def _relay(bench: Bench, turn: Turn) -> None:
    (process, encoded), again = _unloaded(bench, turn), bench.folder / "relayed-0"
    relayed = process.ask(messages.Relay(encoded=str(encoded), file=str(again)), messages.Relayed)
    if relayed.objects != len(bench.objects[0]):
        raise BrokenError(f"`relayed.objects` is {relayed.objects}, and the file has {len(bench.objects[0])}")
    _decoded(bench, process, 0, again)


def _decoded(bench: Bench, process: CheckedProcess, copy_index: int, encoded: Path) -> None:
    """Let a process decode an encoding of a copy, its own or another's, and compare both files with the copy."""
    given, kinds = bench.objects[copy_index], [kind for kind, _ in frames_in(encoded)]
    if kinds != [kind for kind, _ in given]:
        raise BrokenError(f"the types of the objects in '{encoded.name}' are not those of copy {copy_index}")
    file = bench.folder / f"decoded-{copy_index}"
    decoded = process.ask(Decode(encoded=str(encoded), file=str(file)), Decoded)
    difference = first_difference(write_frames(given), written(file), bench.specimen.types)
    if difference is not None:
        raise BrokenError(f"in copy {copy_index}, {difference}" if len(bench.objects) > 1 else str(difference))
    if decoded.objects != len(given):
        raise BrokenError(f"`decoded.objects` is {decoded.objects}, and the file has {len(given)}")


# --- the loop, from outside ---------------------------------------------------------------------------------------


class _Rotation:
    """The sums that the sink must have, call by call, from the first call after `open` on."""

    def __init__(self, sums: Sequence[int]) -> None:
        self._sums, self._next = sums, 0

    def check(self, request: Time, sink: int) -> None:
        """The next request has been answered."""
        start, calls = self._next, request.calls * request.batches
        expected = rotated(self._sums, calls, start)
        self._next = (start + calls) % len(self._sums)
        if sink != expected:
            asked = f"{request.batches} × {request.calls} calls of {request.operation}"
            seems = self._explanation(request, start, sink)
            raise BrokenError(f"`timed.sink` is {sink} instead of {expected} after {asked}" + (seems and f": {seems}"))

    def _explanation(self, request: Time, start: int, sink: int) -> str:
        calls = request.calls * request.batches
        if sink in {calls * each for each in self._sums}:
            return "as if the inputs did not rotate"
        if sink == rotated(self._sums, calls):
            return "as if rotation began again with the request"
        if sink in {request.batches * rotated(self._sums, request.calls, at) for at in {0, start}}:
            return "as if rotation began again with each batch"
        made = next((each for each in range(2 * calls + 1) if rotated(self._sums, each, start) == sink), None)
        return "" if made is None else f"as if {made} calls were made instead of {calls}"


def _rotation(bench: Bench, process: CheckedProcess, subject: Subject, form: Form) -> _Rotation:
    """The rotation of copies in that form, for a subject that is opened here; nothing was timed with it yet."""
    made = subject.uncompressed if form is Form.PLAIN else subject
    if form >= Form.PLAIN:
        sums = [sums_of(copy).encoded for copy in bench.encodings(process, made)]
    else:
        sums = [len(copy) for copy in bench.objects]
    if form < Form.PLAIN or made != subject:
        process.open(bench.open(subject))
    return _Rotation(sums)


def _loop(bench: Bench, turn: Turn) -> None:
    subject, operation = turn.timed()
    process, copies = bench.loaded(), len(bench.objects)
    rotation = _rotation(bench, process, subject, operation.gives)
    for calls, batches in ((1, 1), (2, copies), (2 * copies + 1, 2), (3 * copies - 1, 1)):
        request = Time(operation=operation, calls=calls, batches=batches, collect=calls == 1)
        rotation.check(request, process.time(request).sink)


def _nothing(bench: Bench, turn: Turn) -> None:
    """The loop by itself adds the inputs of the operation that was timed before it."""
    subject, operation = turn.timed()
    process = bench.loaded()
    if operation is Operation.EXCHANGE:
        return  # its input is fetched by its platform
    rotation = _rotation(bench, process, subject, operation.takes)
    process.time(Time(operation=operation, calls=1, batches=1))
    for calls, batches in ((1, 1), (2, len(bench.objects)), (5, 2)):
        request = Time(operation=NOTHING, calls=calls, batches=batches)
        rotation.check(request, process.time(request).sink)


def _files(bench: Bench, turn: Turn) -> None:
    subject, operation = turn.timed()
    process, folder = bench.loaded(), bench.folder / "sink"
    folder.mkdir()
    wanted = {b"".join(copy) for copy in bench.encodings(process, subject)}
    rotation = _rotation(bench, process, subject, operation.gives)
    for calls, batches in ((1, len(bench.objects)), (4, 2)):
        request = Time(operation=operation, calls=calls, batches=batches, files=str(folder))
        rotation.check(request, process.time(request).sink)
    found = {path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    if operation.gives_encoded and (not found or found - wanted):
        raise BrokenError("a file has something other than the encoded objects of one copy" if found else "no file")
    if operation.takes_encoded and wanted - found:
        raise BrokenError("there is no file with the encoded objects of each copy, one after the other")


# --- times --------------------------------------------------------------------------------------------------------


def _grows(bench: Bench, turn: Turn) -> None:
    subject, operation = turn.timed()
    process = bench.loaded()
    process.open(bench.open(subject))
    _growing(bench, process, operation)


def _growing(bench: Bench, process: CheckedProcess, operation: str) -> None:
    calls, growth = _calibrated(bench, process, operation, _NS_PER_MS), 0.0
    for _ in range(_ATTEMPTS):
        short, long = (
            min(process.time(Time(operation=operation, calls=each, batches=5)).ns) for each in (calls, 4 * calls)
        )
        growth = long / max(1, short)
        if growth >= _LEAST_GROWTH:  # a busy machine may stretch the longer batches, but never shorten them
            return
    raise BrokenError(f"{4 * calls} calls of {operation} take {growth:.2f} times as long as {calls}")


def _calibrated(bench: Bench, process: CheckedProcess, operation: str, least_ns: int) -> int:
    """Calls that take `least_ns`, if the runner's clock can measure it."""
    wanted_ns, calls = max(least_ns, 1000 * bench.offered.timer_resolution_ns), 1
    while calls < _MOST_CALLS:
        ns = max(1, *process.time(Time(operation=operation, calls=calls, batches=2)).ns)
        if ns >= wanted_ns:
            return calls
        calls = min(10 * calls, max(calls + 1, math.ceil(1.1 * calls * wanted_ns / ns)))
    raise BrokenError(f"{calls} calls of {operation} take {ns} ns")


def _canary(bench: Bench, _: Turn) -> None:
    process = bench.loaded()
    _growing(bench, process, CANARY)
    calls = _calibrated(bench, process, CANARY, _NS_PER_MS)
    call_ns = min(process.time(Time(operation=CANARY, calls=calls, batches=5)).ns) / calls
    if not _crc_ns() / _WIDE <= call_ns <= _crc_ns() * _WIDE:
        what = f"a call of canary takes {call_ns:.0f} ns: that is no CRC-32 of 64 KiB"
        raise BrokenError(f"{what}, for which the lab's own takes {_crc_ns():.0f} ns")


@cache
def _crc_ns() -> float:
    """Time of a CRC-32 of the canary's bytes, by the lab's own function."""
    times = []
    for _ in range(50):
        began = time.perf_counter_ns()
        zlib.crc32(_CANARY_BYTES)
        times.append(time.perf_counter_ns() - began)
    return min(times)


def _clocks(bench: Bench, _: Turn) -> None:
    process, faults = bench.loaded(), list[str]()
    calls = _calibrated(bench, process, CANARY, 3 * _NS_PER_MS)
    for _attempt in range(_ATTEMPTS):
        began_ns = time.monotonic_ns()
        timed = process.time(Time(operation=CANARY, calls=calls, batches=40))
        faults = list(_clock_faults(timed, time.monotonic_ns() - began_ns, bench.offered.timer_resolution_ns))
        if not faults:
            return
    raise BrokenError("; ".join(faults))


def _clock_faults(timed: Timed, wall_ns: int, resolution_ns: float) -> Iterator[str]:
    total, step = sum(timed.ns), math.gcd(*timed.ns)
    if step > max(1, 2 * resolution_ns):
        yield f"its clock has steps of {step} ns, and `ready.timer_resolution_ns` is {resolution_ns:g}"
    if total < wall_ns / 2:
        yield f"its batches took {total} ns together by its clock, and {wall_ns} ns by the lab's"
    if timed.cpu_ns is None:
        return
    cpu, cpu_step = sum(timed.cpu_ns), math.gcd(*timed.cpu_ns)
    if cpu_step >= max(_TICK_NS, 10 * step):
        yield f"`timed.cpu_ns` has steps of {cpu_step / _NS_PER_MS:g} ms: a column that cannot time a batch is null"
    elif cpu < total / 20:
        yield f"`timed.cpu_ns` is {cpu} for {total} ns of canaries: it is not the CPU time of the thread that measures"
    if cpu > 1.05 * total + 20 * _NS_PER_MS:
        yield f"`timed.cpu_ns` is {cpu} for {total} ns: one thread cannot take more"


# --- processes ----------------------------------------------------------------------------------------------------


def _cold(bench: Bench, turn: Turn) -> None:
    subject, operation = turn.timed()
    encodings = bench.encodings(bench.loaded(), subject)
    encoded = bench.folder / "encoded-0"
    process = bench.fresh(cold=True)
    process.hello()
    process.load(bench.specimen.files)
    names = bench.open(subject).model_dump(exclude={"type"})
    reads = operation is Operation.DESERIALIZE
    timed = process.time(Cold(**names, operation=operation.value, encoded=str(encoded) if reads else None))
    expected = len(bench.objects[0]) if reads else sums_of(encodings[0]).encoded
    if timed.sink != expected:
        raise BrokenError(f"`timed.sink` is {timed.sink} instead of {expected}, the first copy once")
    process.encode(1, bench.folder / "encoded-1")
    _decoded(bench, process, 1, bench.folder / "encoded-1")
    process.end()


def _end_of_input(bench: Bench, _: Turn) -> None:
    bench.fresh().end(bye=False)
    process = bench.fresh()
    process.hello()
    process.end(bye=False)
    process = bench.fresh()
    process.hello()
    process.load(bench.specimen.files)
    process.open(bench.open(Subject(bench.offered.codecs[0].name)))
    process.end(bye=False)


CHECKS = (
    Checking("load", "files of objects are loaded and counted, and replace those loaded before", once, _load),
    Checking("unknown-keys", "keys that a request has beyond its schema are ignored", once, _unknown_keys),
    Checking("errors", "impossible requests are answered with `error`, and the runner stays usable", once, _errors),
    Checking("round-trip", "every copy is encoded and decoded without a change", all_settings, round_trip),
    Checking("decode", "`decode` needs no `load`", codecs, _decode_alone),
    Checking("dictionary", "data compressed with one dictionary cannot be read with another", taking, used),
    Checking(
        "relay",
        "objects that are read and written again equal those that were encoded",
        codecs,
        _relay,
        extension="relay",
    ),
    Checking("loop", "the sink matches the encoded bytes: every call is made, and copies rotate", operations, _loop),
    Checking("nothing", "the loop by itself adds the operation's input to the sink", operations, _nothing),
    Checking("time", "the time grows with the calls", operations, _grows),
    Checking("files", "encoded objects go to files and come from files", whole_operations, _files),
    Checking("canary", "the canary is a CRC-32 of 64 KiB for each call", once, _canary),
    Checking("clocks", "wall clock and CPU clock can time a batch of milliseconds", once, _clocks),
    Checking("cold", "the first call in a process opens the codec, which is open afterwards", cold_operations, _cold),
    Checking("end-of-input", "a process ends with status 0 when its stdin does", once, _end_of_input),
    Checking("bye", "a process ends with status 0 after `bye`", once, lambda bench, _: bench.end()),
)
