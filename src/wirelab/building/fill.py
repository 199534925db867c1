"""Placeholders of commands."""

import re
from collections.abc import Mapping, Sequence

PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_.-]*)\}")


def fill(words: tuple[str, ...], values: Mapping[str, str]) -> tuple[str, ...]:
    """Replace `{name}` in each word by its value; braces around anything else stay as they are."""
    return tuple(PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), word) for word in words)


def with_arguments(words: Sequence[str], placeholder: str, arguments: Sequence[str]) -> tuple[str, ...]:
    """Replace each word that is only the placeholder by all `arguments`."""
    return tuple(word for each in words for word in (arguments if each == placeholder else (each,)))
