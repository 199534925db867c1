"""Parameters of tests that try the same again: some of them in every run, the others where all tests run."""

from collections.abc import Iterable
from typing import Any

import pytest


def first(number: int, values: Iterable[Any]) -> list[Any]:
    """These parameters; those behind the first `number` make a test exhaustive."""

    def rest(value: Any) -> Any:
        return pytest.param(*(value if isinstance(value, tuple) else [value]), marks=pytest.mark.exhaustive)

    return [each if at < number else rest(each) for at, each in enumerate(values)]
