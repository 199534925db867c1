"""Names of messages and fields from keys: as protobuf's style guide has them, no two alike. Pure."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Set

from wirelab.schema.names import camel, folded, json_name, pascal, snake, upper_snake

_LONGEST = 60
# Names that languages, or the classes that schema compilers make, have for types and members of their own. Data is as
# well carried under another name, and its JSON keeps the key.
_TYPES = re.compile(
    "any|array|basevector|binary|bool|boolean|buffer|builder|byte|bytebuffer|byteorder|bytes|bytesitem|"
    "calculatesize|char|character|class|clone|comparable|date|datetime|default|deprecated|descriptor|double|"
    "entry|enum|equals|error|exception|false|field|flatbufferbuilder|float|function|gethashcode|guid|"
    "illegalargumentexception|instant|int|integer|internalmergefrom|internalwriteto|iterable|iterator|json|"
    "key|list|long|map|math|mergefrom|message|module|namespace|nil|none|null|number|object|onconstruction|"
    "option|optional|override|package|parser|payloads|record|referenceequals|runtime|runtimeexception|safevarargs|"
    "schema|self|set|short|some|specificdata|specificrecord|specificrecordbase|string|struct|"
    "suppresswarnings|system|table|task|throwable|time|tostring|true|tuple|type|types|uint|union|unit|uuid|"
    "value|values|vector|void|writeto",
    re.IGNORECASE,
)
# Folded: classes of Protocol Buffers have accessors or members of these names, and not all generators avoid them.
_FIELDS = re.compile(
    "allfields|bitfield0|bitfield1|bitfield2|bitfield3|builder|builderforfield|cachedsize|class|"
    "defaultinstance|defaultinstancefortype|descriptor|descriptorfortype|fieldbuilder|fieldcount|"
    "gettype|initializationerrorstring|initialized|internalfieldaccessortable|internalmapfield|"
    "internalmutablemapfield|memberwiseclone|memoizedisinitialized|memoizedsize|oneof|oneoffielddescriptor|"
    "parentforchildren|parser|parserfortype|referenceequals|repeatedfield|repeatedfieldbuilder|"
    "repeatedfieldcount|serializedsize|unknownfieldsetbuilder|unknownfields"
)

# Before and behind a field's name, in members of classes of Protocol Buffers: C#'s `HasError`, Java's `getNameBytes`.
_ACCESSORS = (("has", "clear"), ("builder", "orbuilder", "bytes", "case", "map", "ordefault", "orthrow", "value"))


def field_name(key: str, taken: Collection[str], keys: Set[str]) -> str:
    """A field's name: lower case with underscores, none of `taken` even without these, and no other one's key.

    Protobuf's libraries take no name that is another field's in JSON, nor one that is such behind an underscore:
    `_name` is their name for the presence of `name`.
    """
    name = snake(_ascii(key)).strip("_")[:_LONGEST].rstrip("_") or "field"
    name = name if name[0].isalpha() else f"n{name}"
    met = set(map(folded, taken))
    wishes = [name, *(f"{name}_{number}" for number in range(2, len(met) + len(keys) + 4))]
    others = keys - {key} | {each.removeprefix("_") for each in keys if each.startswith("_")}
    return next(wish for wish in wishes if _is_free(wish, met) and wish not in others and _reads_back(wish, key))


def _is_free(name: str, met: Set[str]) -> bool:
    """Whether a name is none of those met, and neither it nor one of them is an accessor of the other."""
    own = folded(name)
    if own in met or _FIELDS.fullmatch(own):
        return False
    before, behind = _ACCESSORS
    if any(f"{each}{own}" in met for each in before) or any(f"{own}{each}" in met for each in behind):
        return False
    bare = [own.removeprefix(each) for each in before if own.startswith(each)]
    bare += [own.removesuffix(each) for each in behind if own.endswith(each)]
    return met.isdisjoint(bare)


def message_name(key: str, owner: str, taken: Collection[str]) -> str:
    """A message's name from the key that leads to it; its owner's name in front, then a number, if that is taken."""
    name = pascal(_ascii(key)).lstrip("_")[:_LONGEST]
    name = name if name[:1].isalpha() else f"{owner}Part"
    folded = {each.lower() for each in taken}
    wishes = [
        name,
        f"{name}Record",
        f"{owner}{name}"[-_LONGEST:],
        *(f"{name}{number}" for number in range(2, len(folded) + 3)),
    ]
    free = (wish for wish in wishes if wish.lower() not in folded and not _TYPES.fullmatch(wish))
    return next(wish for wish in free if wish[0].isalpha())


def enum_value_names(enum: str, texts: Iterable[str], taken: Iterable[str]) -> tuple[str, ...]:
    """Names of an enum's values: upper case, the enum's own name in front, no two alike nor any of `taken`."""
    names: list[str] = []
    met = {folded(each) for each in taken}
    for text in texts:
        name = snake(_ascii(text)).strip("_").upper()[:_LONGEST].rstrip("_") or "EMPTY"
        name = f"{upper_snake(enum)}_{name if name[0].isalpha() else f'N{name}'}"
        wishes = [name, *(f"{name}_{number}" for number in range(2, len(met) + 3))]
        names.append(next(wish for wish in wishes if folded(wish) not in met))
        met.add(folded(names[-1]))
    return tuple(names)


def singular(name: str) -> str:
    """The singular of an English plural: `entries` gives `entry`. Other words stay."""
    if name.lower().endswith("ies") and len(name) > 4:
        return name[:-3] + "y"
    if re.search(r"(?:s|x|z|ch|sh)es$", name, re.IGNORECASE):
        return name[:-2]
    return name[:-1] if re.search(r"[^suis]s$", name, re.IGNORECASE) and len(name) > 3 else name


def is_field_key(key: str) -> bool:
    """Whether a field can be called so in JSON: protobuf refuses keys that look like extensions, and NUL."""
    return bool(key) and "\0" not in key and not (key[0] == "[" and key[-1] == "]")


def _reads_back(name: str, key: str) -> bool:
    """Whether the schema's own name in JSON will be the key: stated, or the same by both ways to make it."""
    return json_name(name) != key or camel(name) == key


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
