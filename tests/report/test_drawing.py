from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wirelab.model.findings.finding import Interval
from wirelab.report.drawing.charts import intervals
from wirelab.report.drawing.svg import draw
from wirelab.report.run.marks import ratio_row

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)


@pytest.mark.long
@settings(max_examples=10, deadline=None)
@given(ANY_TEXT)
@example("\x00\x1b[31m\ud800\ufffe")
@example("</svg><script>alert(1)</script>")
@example("\U0001f600 עברית ﷽ é")
@example("0000000000000000000@@\x08\U00011238K" + "\U00011238" * 30)
@example("")
@example("if")
@example("constructor")
@example("x" * 5_000)
def test_any_text_can_be_drawn_and_stays_text(text):
    figure = {
        "width": 100,
        "height": 40,
        "data": {"values": [{"x": 1, "name": text}]},
        "mark": "point",
        "encoding": {
            "x": {"field": "x", "type": "quantitative", "title": text},
            "y": {"field": "name", "type": "nominal"},
            "description": {"field": "name"},
        },
    }
    names = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(draw(figure)).iter()}
    assert names <= {"svg", "g", "path", "line", "text", "tspan", "rect"}


def test_the_shaded_band_is_the_one_of_the_verdicts() -> None:
    ratio = Interval(0.7, 0.6, 0.8, 0.95, 8, "t")
    figure = intervals([ratio_row("a", ratio, "faster", "a: 0.7×")], "time", unit="×", at=1.0, band=0.5)
    assert figure["layer"][0]["data"] == {"values": [{"low": pytest.approx(1 / 1.5), "high": 1.5}]}
