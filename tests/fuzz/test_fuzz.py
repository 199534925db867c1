"""Readers of others' bytes answer or name the fault: on bytes that broke them, and on random changes of samples."""

import os
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS, read, samples

EXAMPLES = int(os.environ.get("WIRELAB_TESTS_EXAMPLES", "30"))
"""A person may ask for thousands, where guiding by coverage is of no use: DuckDB reads labs and Parquet."""
CASES = sorted(Path(__file__).parent.glob("cases/*/*"))
TOKENS = (
    b"\0",
    b"\xff",
    b"\xed\xa0\x80",
    b"\n",
    b'"',
    b"[" * 200,
    b"{",
    b"}",
    b"1e999",
    b"nan",
    b"-0",
    b"9" * 400,
    b"\x1b]0;x\x07",
)
TOKENS_TOO = (
    "\u202e".encode(),
    b"\\u0000",
    b"''' ",
    b"# ",
    b"= ",
    b"[[x]]\n",
    b"1979-05-27T07:32:00Z",
    b"true",
    b"import ",
)


@st.composite
def changed(draw: st.DrawFn, name: str) -> bytes:
    """One of the samples with some parts taken out, put elsewhere, or replaced."""
    data, chance = draw(st.sampled_from(samples(name))), random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(1, 5))):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        to = min(to, at + chance.choice((0, 1, 4, 50)))
        elsewhere = chance.randrange(len(data) + 1)
        new = chance.choice(
            (b"", chance.randbytes(1), chance.choice(TOKENS + TOKENS_TOO), data[elsewhere : elsewhere + 20])
        )
        data = data[:at] + new + data[to:]
    return data


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_what_is_changed_at_random(name: str) -> None:
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), phases=[Phase.generate], database=None)
    @given(changed(name))
    def reads(data: bytes) -> None:
        read(name, data)

    reads()


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_samples_are_right(name: str) -> None:
    for sample in samples(name):
        read(name, sample)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_what_once_broke_it(case: Path) -> None:
    read(case.parent.name, case.read_bytes())
