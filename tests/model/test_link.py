"""Links: they are read as they were typed, and written so again."""

import pytest

from wirelab.model.errors import UsageError
from wirelab.model.link import Link, parse_link, rate_words


@pytest.mark.parametrize(
    ("text", "bits_per_s", "delay_s"),
    [
        ("1Gbit/s", 1e9, 0),
        ("20Mbit/s,40ms", 2e7, 0.04),
        ("2.5Tbit/s,1s", 2.5e12, 1),
        ("9600bit/s", 9600, 0),
        ("64kbit/s,250us", 64e3, 250e-6),
        ("1 Gbit/s, 10 ms", 1e9, 0.01),
        ("0.00001bit/s", 1e-5, 0),
        ("1Gbit/s,0.00001us", 1e9, 1e-11),
        ("1234.56789123bit/s,0.000000001us", 1234.56789123, 1e-15),
    ],
)
def test_a_link_is_read_and_written(text: str, bits_per_s: float, delay_s: float) -> None:
    link = parse_link(text)
    assert (link.bits_per_s, link.delay_s) == pytest.approx((bits_per_s, delay_s))
    assert parse_link(str(link)) == link


@pytest.mark.parametrize("text", ["", "1", "1GB/s", "1Gbps", "0bit/s", "1Gbit/s,", "1Gbit/s,5", ",5ms", "1e3bit/s"])
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="not a valid link"):
        parse_link(text)


def test_bytes_take_their_time() -> None:
    assert Link(8e6, 0.01).time_ns(1000) == pytest.approx(11e6)
    assert Link(1e9).time_ns(0) == 0


def test_rates_are_short() -> None:
    assert [rate_words(rate) for rate in (38.4e6, 1e9, 0.2, 999)] == ["38 Mbit/s", "1 Gbit/s", "0.2 bit/s", "1 kbit/s"]
