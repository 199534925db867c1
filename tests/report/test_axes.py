import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from wirelab.report.drawing.axes import CHARACTER_PX, LINE_PX, LogAxis, log_axis, place_labels


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.5, 2000, [1, 10, 100, 1000]),
        (0.16, 20, [0.3, 1, 3, 10]),
        (4000, 45_000, [5000, 10_000, 20_000]),
        (0.93, 1.07, [0.94, 0.96, 0.98, 1, 1.02, 1.04, 1.06]),
        (1e-9, 1e9, [1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9]),
    ],
)
def test_ticks_are_round_and_few(low, high, ticks):
    assert LogAxis(low, high, 300).ticks() == pytest.approx(ticks)


@given(st.floats(1e-9, 1e9), st.floats(1.005, 1e12))
def test_every_axis_has_a_few_ticks_inside_it(low, span):
    axis = LogAxis(low, low * span, 300)
    ticks = axis.ticks()
    assert 3 <= len(ticks) <= 8
    assert ticks == sorted(set(ticks))
    assert axis.low <= ticks[0] * (1 + 1e-9)
    assert ticks[-1] <= axis.high * (1 + 1e-9)


@given(st.lists(st.floats(1e-6, 1e6) | st.floats(1e-306, 1e306), min_size=1, max_size=9), st.floats(0, 300))
@example([1e-306, 1e306], 150.0)
def test_an_axis_holds_its_values_and_pixels_go_there_and_back(values, pixel):
    axis = log_axis(values, 300)
    assert all(0 < axis.pixel(value) < 300 for value in values)
    assert axis.pixel(axis.value(pixel)) == pytest.approx(pixel, abs=1e-6)
    assert len(axis.ticks()) > 1


POINTS = st.lists(
    st.tuples(st.floats(0, 390), st.floats(0, 270), st.text("abc-", min_size=1, max_size=26)), max_size=20
)


@given(POINTS)
def test_placed_labels_cover_neither_each_other_nor_another_point_nor_the_edge(points):
    boxes = []
    for point, centre in zip(points, place_labels(points, 390, 270), strict=True):
        if centre is None:
            continue
        half, half_line = len(point[2]) * CHARACTER_PX / 2, LINE_PX / 2
        box = (centre[0] - half, centre[1] - half_line, centre[0] + half, centre[1] + half_line)
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= 390
        assert box[3] <= 270
        for other in points:
            if other is not point:
                assert not (box[0] < other[0] < box[2] and box[1] < other[1] < box[3])
        for left, top, right, bottom in boxes:
            assert box[2] <= left or right <= box[0] or box[3] <= top or bottom <= box[1]
        boxes.append(box)


@given(POINTS)
def test_a_lone_point_with_room_gets_its_label(points):
    assume(points)
    assert place_labels([(195, 135, points[0][2])], 390, 270) != [None]
