"""Text of others made safe to show: names, data and messages that the lab did not write. Pure."""

import unicodedata

_JOINERS = "\u200c\u200d"
"""Zero-width characters that Persian, Indic scripts and emoji are written with; they move nothing."""

_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Categories of hidden characters in Unicode: controls, formats (bidirectional marks), surrogates, line breaks."""


def is_unicode(text: str) -> bool:
    """Whether UTF-8 can carry `text`: names of files and texts of JSON may have halves of surrogate pairs."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def shortened(text: str, most: int = 60) -> str:
    """`text`, or so many of its characters and an ellipsis."""
    return text if len(text) <= most else f"{text[:most]}…"


def visible(text: str, kept: str = "") -> str:
    r"""`text` with every character that could steer a terminal or reorder a line written as an escape, such as `\x1b`.

    Hidden characters that are `kept` stay as they are, such as a line break where lines are meant.
    """
    if text.isprintable():
        return text
    shown = {*_JOINERS, *kept}
    return "".join(
        sign.encode("unicode_escape").decode() if unicodedata.category(sign) in _HIDDEN and sign not in shown else sign
        for sign in text
    )
