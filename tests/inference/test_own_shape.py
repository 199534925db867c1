"""Documents are encoded in their own shape: compact JSON to the byte, or what differs is told."""

import json
import random
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from tests.conftest import Wirelab
from tests.inference.inferring import Inferred, of_values
from tests.inference.rendered import PYTHON, rendered
from tests.inference.test_round_trips import DOCUMENTS

MEANS = PYTHON.manifest.build.types.shapes


def compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def assert_in_its_shape(found: Inferred, documents: list[Any]) -> None:
    python, written = rendered(found), []
    for data in found.objects:
        root = python.read(data)
        text = python.encode(root)
        assert python.write(root) == data
        assert python.write(python.decode(text)) == data
        written.append(text)
    assert found.written.given == sum(len(compact(each)) for each in documents)
    more = found.written.more(MEANS)
    assert sum(map(len, written)) == found.written.given + more, found.written.sentences()




@settings(max_examples=60, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(DOCUMENTS)
@pytest.mark.long
def test_documents_are_written_in_their_own_shape_or_what_differs_is_told(documents: list[Any]) -> None:
    found = of_values(tuple(documents), as_one=False)
    assert_in_its_shape(found, documents)
