"""The part of a run that questions leave, on labs whose numbers can be worked out by hand."""

from dataclasses import replace

import pytest

from tests.choice.labs import candidate
from wirelab.choice.asked import questions
from wirelab.choice.needs import Basis, Need

READABLE, EVOLVES = Need("readable"), Need("evolution")
RULE = {"confidence": 0.95, "band": 0.02}
QUICK = candidate("quick", [100, 101, 99], [200, 202, 198], 50, {"readable": False, "evolution": False})
SMALL = candidate("small", [400, 404, 396], [600, 606, 594], 20, {"readable": False, "evolution": True})
TEXT = candidate("text", [150, 151, 149], [250, 252, 248], 90, {"readable": True, "evolution": True})


def test_each_question_is_asked_by_itself() -> None:
    found = questions([QUICK, SMALL, TEXT], (READABLE, EVOLVES), **RULE)
    assert [each.need for each in found] == [None, READABLE, EVOLVES]
    nothing, readable, evolves = found
    assert nothing.formats == ("SMALL", "QUICK", "TEXT")
    assert (nothing.smallest, nothing.size_bytes, nothing.fastest) == (SMALL.way, 20, (QUICK.way,))
    assert nothing.time is not None
    assert nothing.time.estimate == pytest.approx(300)
    assert nothing.time.low < 300 < nothing.time.high
    assert nothing.bases == {}
    assert (readable.formats, readable.smallest, readable.fastest) == (("TEXT",), TEXT.way, (TEXT.way,))
    assert readable.bases == {Basis.EXECUTED: 1}
    assert (evolves.formats, evolves.smallest, evolves.fastest) == (("SMALL", "TEXT"), SMALL.way, (TEXT.way,))
    assert evolves.bases == {Basis.EXECUTED: 2}


def test_those_that_times_do_not_distinguish_are_all_named() -> None:
    near = candidate("near", [100, 90, 110], [201, 215, 190], 50, {"readable": True})
    quick = candidate("quick", [100, 101, 99], [200, 202, 198], 50, {"readable": True})
    (_, found) = questions([quick, near, TEXT], (READABLE,), **RULE)
    assert found.fastest == (quick.way, near.way)


def test_one_that_still_changed_its_speed_is_not_called_the_fastest() -> None:
    unsteady = replace(QUICK, unsteady=True)
    (nothing,) = questions([unsteady, SMALL, TEXT], (), **RULE)
    assert (nothing.smallest, nothing.fastest) == (SMALL.way, (TEXT.way,))
    assert "QUICK" in nothing.formats
    (alone,) = questions([unsteady], (), **RULE)
    assert (alone.smallest, alone.fastest, alone.time) == (QUICK.way, (), None)


def test_what_was_not_measured_is_not_left() -> None:
    lost = candidate("lost", [], [], 10, {"readable": True}, lacking="it crashed")
    (nothing, readable) = questions([lost], (READABLE,), **RULE)
    assert (nothing.formats, nothing.smallest, nothing.time) == ((), None, None)
    assert readable.formats == ()


def test_codecs_that_share_no_round_have_no_interval() -> None:
    apart = replace(QUICK, rounds={})
    nothing = questions([apart], (), **RULE)[0]
    assert (nothing.fastest, nothing.time) == ((apart.way,), None)
