"""Bytes that no codec wrote, given to one to read; `python -m tests.runners.broken RUNNER… --inputs 300` counts.

A codec may refuse them or read something else: it must neither end its process nor be another afterwards.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.runners.carry import carried, written
from tests.runners.places import PLACES, WORKLOADS, Bench, Place
from tests.runners.talk import LostProcessError
from wirelab.app.resources import cache_folder
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Decode, Decoded, Fault
from wirelab.schema.objects import frames_of, write_frames

TORTURE, SCHOOL = WORKLOADS["torture"], WORKLOADS["school"]
_USUAL = 48


@dataclass(slots=True)
class Fed:
    """How a codec took broken bytes.

    Attributes:
        wrong: the fault, or nothing.
        counts: how many inputs it refused, and how many it read.
    """

    wrong: str = ""
    counts: Counter[str] = field(default_factory=Counter)


def fed(bench: Bench, place: Place, subject: Subject, folder: Path, inputs: int = _USUAL) -> Fed:
    """How a codec takes so many broken inputs; a LostProcessError if its process ended."""
    file, found = folder / subject.codec, Fed()
    for workload in (TORTURE, SCHOOL):  # there are libraries that refuse the types of torture, whatever the values
        copy = bench.smallest(workload)
        before = carried(bench, place, subject, copy)
        talk, wrong = written(bench, place, subject, copy, file)
        if not wrong:
            break
    assert not wrong, wrong
    kind, payload = max(frames_of(file.read_bytes()), key=lambda frame: len(frame[1]))
    for broken in broken_bytes(payload, inputs):
        file.write_bytes(write_frames([(kind, broken)]))
        answer = talk.ask(Decode(encoded=str(file), file=str(folder / "read")))
        # A length that the bytes state may ask for more memory than there is.
        refused = isinstance(answer, Fault) and (answer.whose == "codec" or "memory" in answer.message.lower())
        if not refused and not isinstance(answer, Decoded):
            found.wrong = f"{broken[:50]!r}: {answer}"
            return found
        found.counts["refused" if refused else "read"] += 1
    assert bench.talk(place, workload) is talk, "the process is another"
    after = carried(bench, place, subject, copy)
    found.wrong = "" if after == before else f"after broken bytes: {after}"
    return found


def broken_bytes(payload: bytes, inputs: int) -> Iterator[bytes]:
    """Nothing, noise, and the encoded bytes: cut off, or with one bit flipped."""
    chance = random.Random(20231121)
    whole = (b"", b"\0" * 64, b"\xff" * 64, *(chance.randbytes(64) for _ in range(5)))
    yield from whole
    for _ in range((inputs - len(whole)) // 2):
        place = chance.randrange(len(payload))
        yield payload[:place]
        yield payload[:place] + bytes([payload[place] ^ (1 << chance.randrange(8))]) + payload[place + 1 :]


def main() -> int:
    """Feed every codec of some runners, and count by platform; the exit status is 1 if one was at fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.runners.broken", description=__doc__)
    parser.add_argument("runners", nargs="+", choices=sorted({place.runner for place in PLACES}))
    parser.add_argument("--inputs", type=int, default=300)
    given = parser.parse_args()
    wrongs = 0
    print(f"{'runner':<16}{'platform':<22}{'codecs':>7}{'inputs':>8}{'refused':>8}{'read':>8}{'wrong':>6}")
    with tempfile.TemporaryDirectory(prefix="wirelab-broken-") as name:
        bench = Bench(cache_folder(), Path(name))
        for place in (each for each in PLACES if each.runner in given.runners):
            codecs, counts, wrong = 0, Counter[str](), 0
            try:
                announced = bench.ready(place).codecs
            except (pytest.skip.Exception, pytest.fail.Exception) as missing:
                print(f"{place}: {missing}", flush=True)
                continue
            for codec in announced:
                try:
                    found = fed(bench, place, Subject(codec.name), Path(name), given.inputs)
                except LostProcessError as error:
                    found = Fed(str(error).strip()[:300])
                codecs += 1
                counts += found.counts
                if found.wrong:
                    wrong += 1
                    print(f"{place}, {codec.name}: {found.wrong}", flush=True)
            row = f"{counts.total():>8}{counts['refused']:>8}{counts['read']:>8}{wrong:>6}"
            print(f"{place.runner:<16}{place.platform:<22}{codecs:>7}{row}", flush=True)
            wrongs += wrong
        bench.end()
    return 1 if wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
