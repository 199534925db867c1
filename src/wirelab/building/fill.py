"""Placeholders of commands."""

import re
from collections.abc import Mapping

PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_.-]*)\}")


def fill(words: tuple[str, ...], values: Mapping[str, str]) -> tuple[str, ...]:
    """Replace `{name}` in each word by its value; braces around anything else stay as they are."""
    return tuple(PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), word) for word in words)
