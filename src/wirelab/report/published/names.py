"""Names of files: plain, the same each time, and of bounded length, whatever they are made of. Pure."""

import re
from collections.abc import Iterable
from hashlib import sha256

_LONGEST = 80
_OTHER_SIGNS = re.compile(r"[^a-z0-9._+@-]+")


def file_names(texts: Iterable[str]) -> dict[str, str]:
    """A name for each text, without an ending: no two share one, also where a file system ignores upper case."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for text in sorted(set(texts)):
        plain = _OTHER_SIGNS.sub("-", text.lower()).strip(".-")
        name = plain
        if not plain or len(plain) > _LONGEST or plain in taken:
            digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
            name = f"{plain[:_LONGEST]}.{digest}".lstrip(".-")
        taken.add(name)
        found[text] = name
    return found
