import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.model.findings.finding import Interval
from wirelab.report.quantities import (
    count,
    duration,
    duration_with_interval,
    ended,
    percent,
    ratio,
    ratio_with_interval,
    several,
    size,
    time_left,
)


def interval(estimate: float, low: float, high: float) -> Interval:
    return Interval(estimate, low, high, 0.95, 10, "t")


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (None, "–"),
        (0, "0 ns"),
        (0.5, "0.500 ns"),
        (1, "1.00 ns"),
        (847_000, "847 µs"),
        (999_400, "999 µs"),
        (999_600, "1.00 ms"),
        (1_234_567, "1.23 ms"),
        (12_345_678_901, "12.3 s"),
        (1_234_000_000_000, "1230 s"),
    ],
)
def test_durations_have_three_digits_and_the_largest_unit_that_fits(ns, text):
    assert duration(ns) == text


@pytest.mark.parametrize(
    ("byte_count", "text"),
    [
        (None, "–"),
        (0, "0 B"),
        (7, "7 B"),
        (512.4, "512 B"),
        (999, "999 B"),
        (999.9, "1.00 kB"),
        (83_000, "83.0 kB"),
        (1_200_000, "1.20 MB"),
        (8_000_000_000, "8.00 GB"),
    ],
)
def test_sizes_are_decimal(byte_count, text):
    assert size(byte_count) == text


@pytest.mark.parametrize(
    ("value", "text"), [(None, "–"), (3.9712, "3.97×"), (0.01234, "0.0123×"), (0.9999, "1.00×"), (1234.0, "1230×")]
)
def test_ratios(value, text):
    assert ratio(value) == text


@pytest.mark.parametrize(
    ("times", "texts"),
    [
        (None, ("–", "")),
        (interval(1_234_000, 1_203_000, 1_262_000), ("1.23 ms", "[1.20, 1.26]")),
        (interval(999_700, 985_100, 1_104_000), ("1.00 ms", "[0.99, 1.10]")),
        (interval(1_000_400, 995_000, 1_003_600), ("1.000 ms", "[0.995, 1.004]")),
        (interval(5e6, 0.0, float("inf")), ("5.00 ms", "")),
    ],
)
def test_limits_of_durations_share_the_estimates_unit(times, texts):
    assert duration_with_interval(times) == texts


@pytest.mark.parametrize(
    ("ratios", "texts"),
    [
        (None, ("–", "")),
        (interval(3.972, 3.9, 4.0501), ("3.97×", "[3.90, 4.05]")),
        (interval(1.0029, 0.9911, 1.0139), ("1.003×", "[0.991, 1.014]")),
        (interval(0.9971, 0.9911, 1.0039), ("0.997×", "[0.991, 1.004]")),
        (interval(1.5, 1.5, 1.5), ("1.50×", "[1.50, 1.50]")),
        (interval(25.0, 24.9987, 25.0013), ("25.000×", "[24.999, 25.001]")),
    ],
)
def test_ratios_show_what_their_interval_gives_meaning_to(ratios, texts):
    assert ratio_with_interval(ratios) == texts


@pytest.mark.parametrize(("share", "text"), [(None, "–"), (0.95, "95 %"), (0.995, "99.5 %"), (0.02, "2 %"), (0, "0 %")])
def test_percent(share, text):
    assert percent(share) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-1, "0 s"), (0.2, "1 s"), (40, "40 s"), (60, "1 min"), (79.5, "1 min 20 s"), (7500, "2 h 5 min"), (3600, "1 h")],
)
def test_time_left(seconds, text):
    assert time_left(seconds) == text


def test_counts_are_set_apart_by_thousands():
    assert count(1_100) == "1,100"


@pytest.mark.parametrize(
    ("number", "of", "text"),
    [
        (0, "round", "0 rounds"),
        (1, "round", "1 round"),
        (1_100, "round", "1,100 rounds"),
        (1, "process", "1 process"),
        (2, "process", "2 processes"),
    ],
)
def test_one_thing_is_not_several(number, of, text):
    assert several(number, of) == text


@pytest.mark.parametrize("write", [duration, size, ratio])
@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf")])
def test_what_is_no_quantity_is_refused(write, value):
    with pytest.raises(ValueError, match="not a quantity"):
        write(value)


@given(st.floats(min_value=1e-3, max_value=1e15))
def test_a_duration_reads_back_within_half_a_unit_of_its_third_digit(ns):
    number, unit = duration(ns).split()
    scale = {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}[unit]
    assert float(number) * scale == pytest.approx(ns, rel=0.00501)
    assert re.fullmatch(r"\d+(\.\d+)?", number), "no exponent, no float noise"


@pytest.mark.parametrize(
    ("text", "says"), [("2 of 2: 1 0.5", "2 of 2: 1 0.5."), ("2 of 3: 1 0.5 …", "2 of 3: 1 0.5 …")]
)
def test_a_sentence_that_leaves_something_out_has_no_full_stop(text: str, says: str) -> None:
    assert ended(text) == says
