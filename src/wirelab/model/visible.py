"""Text of others made safe to show: names, data and messages that the lab did not write. Pure."""

import unicodedata

_JOINERS = "\u200c\u200d"
"""Zero-width signs that Persian, Indic scripts and emoji are written with; they move nothing."""

_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Categories of Unicode whose signs are not seen: controls, formats (bidirectional marks), surrogates, line breaks."""


def visible(text: str, kept: str = "") -> str:
    r"""`text` with every sign that could steer a terminal or reorder a line written as an escape, such as `\x1b`.

    Hidden signs that are `kept` stay as they are, such as a line break where lines are meant.
    """
    if text.isprintable():
        return text
    return "".join(_escaped(sign) if _hides(sign) and sign not in kept else sign for sign in text)


def _hides(sign: str) -> bool:
    return unicodedata.category(sign) in _HIDDEN and sign not in _JOINERS


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode()
