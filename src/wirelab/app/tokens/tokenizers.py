"""Counting tokens of a value's texts, each read back and compared with the value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from wirelab.app.tokens.texts import JSON, KINDS, Kind, NoSuchTextError
from wirelab.inference.differences import differences
from wirelab.model.errors import DefinitionError, HostError

VOCABULARIES = ("o200k_base", "cl100k_base")
"""Published vocabularies of byte-pair encodings; a package contains both, so that nothing is fetched. The first one's
tokens order the texts."""
Counter = Callable[[str], int]
_PACKAGES = ("bpe_openai", "toon_format", "xmltodict", "yaml")


@dataclass(frozen=True, slots=True)
class Text:
    """A value as a text of one kind: its size, its tokens and whether it can be read back."""

    kind: str
    size_bytes: int = 0
    tokens: Mapping[str, int] | None = None  # by vocabulary; None: there is no such text
    changed: Mapping[str, str] | None = None  # by path, how the first value there differs; None: it cannot be read
    why: str = ""  # why there is no such text, or why it cannot be read

    @property
    def same(self) -> bool:
        """Whether every value comes back."""
        return self.changed is not None and not self.changed


def counters() -> dict[str, Counter]:
    """Functions that count the tokens of a text, by vocabulary.

    Raises:
        HostError: a package that texts or tokens need is not installed.
    """
    missing = [name for name in _PACKAGES if find_spec(name) is None]
    if missing:
        what = "not all packages that it needs are installed"
        remedy = "in Wirelab's repository: pip install '.[tokens]'"
        raise HostError("option --tokens", what, why=f"missing: {', '.join(missing)}", remedy=remedy)
    import bpe_openai

    def counter(name: str) -> Counter:
        encode = bpe_openai.get_encoding(name).encode
        return lambda text: len(encode(text))

    return {name: counter(name) for name in VOCABULARIES}


def texts_of(
    value: Any, count: Mapping[str, Counter], begins: Callable[[str], None] = lambda _: None
) -> tuple[Text, ...]:
    """The value as each kind of text; `begins` hears which one comes next.

    Raises:
        DefinitionError: the value holds text that no encoding of Unicode has.
    """
    try:
        KINDS[JSON].write(value).encode()
    except UnicodeEncodeError:
        what, remedy = "a text in it has half of a surrogate pair, which no encoding has", "fix the text"
        raise DefinitionError("data", what, remedy=remedy) from None
    found = []
    for name, kind in KINDS.items():
        begins(name)
        found.append(_text(name, kind, value, count))
    return tuple(found)


def _text(name: str, kind: Kind, value: Any, count: Mapping[str, Counter]) -> Text:
    try:
        written = kind.write(value)
    except NoSuchTextError as error:
        return Text(name, why=str(error))
    except Exception as error:  # any fault that a library finds in the value
        return Text(name, why=_first_line(error))
    size_bytes = len(written.encode())
    tokens = {vocabulary: counter(written) for vocabulary, counter in count.items()}
    try:
        back = kind.read(written)
    except Exception as error:  # or in its own text
        return Text(name, size_bytes, tokens, why=_first_line(error))
    changed: dict[str, str] = {}
    for path, what in differences(value, back):
        changed.setdefault(path, what)
    return Text(name, size_bytes, tokens, changed)


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
