"""Three labs whose recommendations were worked out by hand, each figure with the sum that gives it."""

from dataclasses import replace

import pytest

from tests.choice.labs import YEAR_S, candidate, prices, way
from wirelab.choice.break_even import Input
from wirelab.choice.decision import recommend
from wirelab.choice.recommendation import Recommendation, Sensitivity
from wirelab.choice.use import Use
from wirelab.model.link import Link

RULE = {"confidence": 0.95, "band": 0.02}


def of(found: Recommendation, given: Input) -> Sensitivity:
    return next(each for each in found.sensitivities if each.input is given)


def test_traffic_decides_between_small_and_quick() -> None:
    """1,000 messages per second are 3.1536e10 per year.

    quick: processor 3.1536e10 · (1000 + 1500) ns · 1e-14 = 0.7884; traffic 3.1536e10 · 400 B · 1e-10 = 1261.44.
    small: processor 3.1536e10 · (4000 + 6000) ns · 1e-14 = 3.1536; traffic 3.1536e10 · 200 B · 1e-10 = 630.72.
    large: as quick, with 500 B: 0.7884 + 1576.8.
    """
    quick = candidate("quick", [1000] * 4, [1500] * 4, 400)
    small = candidate("small", [4000] * 4, [6000] * 4, 200)
    large = candidate("large", [1000] * 4, [1500] * 4, 500)
    found = recommend([quick, small, large], (), Use(), prices(), **RULE)
    assert [each.candidate for each in found.choices] == [small, quick, large]
    assert [each.cost.estimate for each in found.choices] == pytest.approx([633.8736, 1262.2284, 1577.5884])
    first = found.choices[0].money
    assert (first.processor, first.traffic, first.storage, first.waiting) == pytest.approx((3.1536, 630.72, 0, 0))
    assert found.taken == small.way
    assert found.broken_by == ""
    assert found.choices[1].ratio is not None
    assert found.choices[1].ratio.estimate == pytest.approx(1262.2284 / 633.8736)
    assert found.second == quick.way
    assert found.regret is not None
    assert (found.regret.estimate, found.regret.low, found.regret.high) == pytest.approx((628.3548,) * 3)
    assert found.choices[1].outdone is None, "it is quicker, so other prices would choose it"
    assert found.choices[2].outdone == quick.way
    assert found.choices[2].outdone_by == pytest.approx((1, 1, 1.25))
    # As cheap where 7500 ns more of a processor cost as much as 200 B less of traffic: 200 · p = 7500 · 1e-14.
    below = of(found, Input.TRAFFIC).below
    assert below is not None
    assert (below.way, below.value) == (quick.way, pytest.approx(7500e-14 / 200 * 1e9))
    assert (below.low, below.high) == (pytest.approx(below.value), pytest.approx(below.value)), "nothing scatters"
    # And where the processor costs 200 · 1e-10 / 7500 per ns.
    above = of(found, Input.PROCESSOR).above
    assert above is not None
    assert (above.way, above.value) == (quick.way, pytest.approx(200e-10 / 7500 * 3.6e12))
    assert (of(found, Input.STORAGE).below, of(found, Input.STORAGE).above) == (None, None), "nothing is kept"
    # Reads: written once for 3000 ns more; each read saves 200 B and costs 4500 ns more: r · (2e-8 − 4.5e-11) = 3e-11.
    below = of(found, Input.READS).below
    assert below is not None
    assert below.value == pytest.approx(3e-11 / (2e-8 - 4.5e-11))


def test_a_store_with_many_readers_and_what_fits_its_link() -> None:
    """10 messages per second, each read 5 times, kept 12 months in 3 copies: 3.1536e8 per year.

    plain: 3.1536e8 · (10,000 + 5 · 20,000) ns · 1e-14 = 0.346896; traffic 5 · 1e-10 · 1000 B · 3.1536e8 = 157.68;
    storage 3.1536e8 · 1000 B · 36 · 2e-11 = 227.0592.
    packed: 3.1536e8 · (90,000 + 5 · 30,000) ns · 1e-14 = 0.756864; 300 B: 47.304 and 68.11776.
    Plain takes 8 · 1000 · 10 · 5 = 400 kbit/s of the link, packed 120 kbit/s.
    """
    plain = candidate("plain", [10_000] * 3, [20_000] * 3, 1000)
    packed = candidate("packed", [90_000] * 3, [30_000] * 3, 300)
    use = Use(messages_per_s=10, reads=5, copies=3, months=12, link=Link(1e6, 0.01))
    found = recommend([plain, packed], (), use, prices(), **RULE)
    assert [each.cost.estimate for each in found.choices] == pytest.approx([116.178624, 385.086096])
    assert found.taken == packed.way
    above = of(found, Input.MESSAGES).above
    assert above is not None
    assert (above.value, above.full, above.way) == (pytest.approx(10 * 1e6 / 120e3), True, None)
    below = of(found, Input.LINK).below
    assert below is not None
    assert (below.value, below.full) == (pytest.approx(120e3), True)
    packer = candidate("packer", [9e4, 5e4, 13e4], [3e4] * 3, 299, survived=(1, 50))
    tied = recommend([replace(packed, survived=(2, 50)), packer], (), use, prices(), **RULE)
    assert [each.may_be_cheapest for each in tied.choices] == [True, True]
    assert tied.taken == packed.way
    ahead = of(tied, Input.LINK).below
    assert ahead is not None
    assert (ahead.way, ahead.full) == (packer.way, True), "one that may be as cheap has fewer bytes"
    # Where waiting costs 3.6 per hour, 1e-12 per ns: a reading waits 10 ms, 8 · size / 1 Mbit/s and its own time.
    waiting = recommend([plain, packed], (), use, prices(waiting=3.6), **RULE).choice_of(plain.way)
    assert waiting is not None
    waits_ns = 10_000 + 5 * 20_000 + 5 * (0.01 + 8 * 1000 / 1e6) * 1e9
    assert waiting.money.waiting == pytest.approx(10 * YEAR_S * waits_ns * 1e-12)
    narrow = recommend([plain, packed], (), Use(10, 5, 3, 12, link=Link(200e3)), prices(), **RULE)
    assert [(each.candidate.way, each.step) for each in narrow.out] == [(plain.way, "link")]
    assert narrow.out[0].why == "it needs 400 kbit/s of a link of 200 kbit/s"


def test_a_link_that_is_full_ends_a_choice_for_reads_too_and_costs_there_choose_the_next() -> None:
    """1,000 messages per second of 1,000 B are 8 Mbit/s for each of 5 reads.

    With waiting only, a message takes, in µs: quick 1 + 5 · 1, near 3 + 5 · 25, slow 1 + 5 · 183, and 5 crossings of
    1000, 900 and 100 B. At 1 Gbit/s these are 40, 36 and 4: 46, 164 and 920. At 40 Mbit/s, which quick fills, they are
    1000, 900 and 100: 1006, 1028 and 1016.
    """
    use = Use(messages_per_s=1000, reads=5, link=Link(1e9))
    quick = candidate("quick", [1000] * 3, [1000] * 3, 1000)
    near = candidate("near", [3000] * 3, [25_000] * 3, 900)
    slow = candidate("slow", [1000] * 3, [183_000] * 3, 100)
    found = recommend([quick, near, slow], (), use, prices(processor=0, traffic=0, waiting=3.6), **RULE)
    assert [each.candidate for each in found.choices] == [quick, near, slow]
    assert [each.money.waiting / (1000 * YEAR_S * 1e-9) for each in found.choices] == pytest.approx([46, 164, 920])
    below = of(found, Input.LINK).below
    assert below is not None
    assert (below.value, below.full, below.way) == (pytest.approx(40e6), True, slow.way)
    above = of(found, Input.READS).above
    assert above is not None
    assert (above.value, above.full) == (pytest.approx(125), True)
    assert above.way == near.way, "125 crossings of 1 Gbit/s take 900 and 100 µs, and reading 3125 and 22,875"


def test_a_tie_is_called_one_and_its_interval_is_that_of_the_rounds() -> None:
    """Only processors cost anything, 1e-14 per ns: costs are times in proportion.

    one: 4000, 4400, 3600 ns; other: 4200, 4000, 4100. In each round the ratio is 1.05, 0.909, 1.139: nobody knows.
    third: 5000, 5500, 4500, which is 1.25 of `one` in every round.
    """
    one = candidate("one", [1000, 1100, 900], [3000, 3300, 2700], 100)
    other = candidate("other", [1200, 1000, 1100], [3000, 3000, 3000], 90)
    third = candidate("third", [1250, 1375, 1125], [3750, 4125, 3375], 100)
    found = recommend([one, other, third], (), Use(), prices(traffic=0), **RULE)
    assert [each.may_be_cheapest for each in found.choices] == [True, True, False]
    assert found.taken == other.way
    assert found.broken_by == "it makes the fewest bytes, and sizes are exact"
    costs = {each.candidate.way: each.cost for each in found.choices}
    assert costs[one.way].estimate == pytest.approx(3.1536e10 * 4000 * 1e-14)
    # Logarithms of 1, 1.1, 0.9 have the mean −0.003350 and the standard deviation 0.100376; t(2; 0.975) = 4.302653.
    assert costs[one.way].high / costs[one.way].low == pytest.approx(
        2.718281828 ** (2 * 4.302653 * 0.100376 / 3**0.5), rel=1e-4
    )
    beside = found.choice_of(third.way)
    assert beside is not None
    assert beside.outdone == one.way
    assert found.second == one.way
    assert found.regret is not None
    assert found.regret.estimate == pytest.approx(3.1536e10 * (4000 - 4200) * 1e-14), "less, which may be chance"
    assert found.regret.low < 0 < found.regret.high
    assert way("one") == one.way
