"""Placeholders of commands."""

import re
from collections.abc import Mapping, Sequence

PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_.-]*)\}")


def fill(words: tuple[str, ...], values: Mapping[str, str]) -> tuple[str, ...]:
    """Put `values` in the place of `{name}` in each word; braces around anything else stay as they are."""
    return tuple(PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), word) for word in words)


def with_arguments(words: Sequence[str], placeholder: str, arguments: Sequence[str]) -> tuple[str, ...]:
    """Put all `arguments` in the place of each word that is the placeholder alone."""
    return tuple(word for each in words for word in (arguments if each == placeholder else (each,)))
