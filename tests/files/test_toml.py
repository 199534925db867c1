"""TOML that Python's own reader refuses in other ways than by its own error."""

import pytest

from wirelab.files.toml import read_toml
from wirelab.model.errors import DefinitionError


@pytest.mark.parametrize(
    ("value", "why"), [("[" * 5000, "nested too deeply"), ("9" * 5000, "5000 digits")], ids=["nested", "digits"]
)
def test_what_is_beyond_any_document(value: str, why: str) -> None:
    with pytest.raises(DefinitionError, match="study x: it is not TOML") as fault:
        read_toml(f"a = {value}", "study x")
    assert why in fault.value.why
