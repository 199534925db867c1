"""A language's words for the model's types: tables that a runner fills in, and in which templates look up types."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from wirelab.schema.kinds import Kind, Shape
from wirelab.schema.names import escaped, snake, upper_snake
from wirelab.schema.types import Enum, Field, FieldType, Message

Table = Mapping[str, str]


class Named(StrEnum):
    """Things for which a language has a name: types, then lists, maps and the like of them."""

    MESSAGE = "message"
    CLOSED = "closed"
    OPEN = "open"
    UUID = "UUID"
    INSTANT_MILLIS = "INSTANT_MILLIS"
    DATE = "DATE"
    BIG_INTEGER = "BIG_INTEGER"
    DOUBLE = "double"
    FLOAT = "float"
    INT32 = "int32"
    INT64 = "int64"
    UINT32 = "uint32"
    UINT64 = "uint64"
    BOOL = "bool"
    STRING = "string"
    BYTES = "bytes"
    LIST = "list"
    MAP = "map"
    NULLABLE = "nullable"
    UNION = "union"
    BESIDE = "beside"
    WRAPPER = "wrapper"
    MISSING = "missing"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a language."""

    names: Table = field(default_factory=dict)
    """Its names of types (`Named`). `{name}` stands for the name of a message or closed enum; in `list`, `map` and
    `nullable`, `{element}` for the element's or value's name and `{key}` for the key's. Where shapes are as
    in documents (`wirelab.schema.rendering.shapes.Means`), there are more: `beside` (a null beside absent) and
    `missing` (a list or map that may be; without it, `nullable`), with `{element}`; `wrapper` (a list or map within
    another, where it has a name of its own), with `{name}`; `whole` (a number that may have a fraction; without it,
    `double`); `union` (a value of several kinds), with `{name}`, and `{elements}` for the names of all that it may be,
    with `between` between them."""
    elements: Table = field(default_factory=dict)
    """Its names of types within `list`, `map` and `nullable`, where they differ."""
    between: str = " | "
    reserved: Collection[str] = ()  # words that it does not allow as names
    reserved_types: Collection[str] = ()
    """Further ones that it, or the rendered sources, do not allow as a type's name."""

    def name(self, one: FieldType | Field | Message | Enum, **other: str) -> str:
        """The language's name of a type, or of a field's content; `other` names differ from `names`.

        Raises:
            LookupError: the runner has no name for it.
        """
        names = {**self.names, **other}
        return self._of_field(one, names) if isinstance(one, Field) else self._of_type(_as_type(one), names)

    def _of_field(self, one: Field, names: Table, *, bare: bool = False) -> str:
        """`bare`: the name of its content where it is not missing."""
        inside = {**names, **self.elements}
        if one.null_beside_absent and not bare:
            return _found(names, Named.BESIDE).format(element=self._of_type(one.type, inside))
        if one.nullable and not bare:
            own = Named.MISSING if one.many and Named.MISSING in names else Named.NULLABLE
            return _found(names, own).format(element=self._of_field(one, inside, bare=True))
        if not one.many:
            return self._of_type(one.type, names)
        words = {"element": self._of_type(one.type, inside)}
        if one.key is not None:
            words["key"] = self._of_type(one.key_type, inside)
        return _found(names, Named.LIST if one.key is None else Named.MAP).format_map(words)

    def element(self, one: FieldType | Message | Enum) -> str:
        """The language's name of a type within a list, a map or a nullable; a LookupError if it has none."""
        return self._of_type(_as_type(one), {**self.names, **self.elements})

    def converted(self, one: FieldType, conversions: Table, value: str) -> str:
        """An expression that converts the `value` of a type; that itself if `conversions` has nothing for the type.

        `conversions` are expressions by the type's `name`, or else by its `kind`. Messages whose content is in their
        place have `stands` before that; without it, they are left as they are where all their content is. `{x}` stands
        for the value, `{name}` for the type's name, `{snake}` and `{upper_snake}` for that in these styles.
        """
        if one.stands is not None and "stands" not in conversions and self._holds_kept(one.stands, conversions):
            return value
        first = ("stands",) if one.stands is not None else ("whole",) if one.whole else ()
        keys = (*first, one.name, one.kind)
        found = next((conversions[key] for key in keys if key in conversions), "{x}")
        words = {"name": self._allowed(one.name), "snake": snake(one.name), "upper_snake": upper_snake(one.name)}
        return found.format(x=value, **words)

    def is_kept(self, one: FieldType | Field, conversions: Table) -> bool:
        """Whether `conversions` leave values of a type as they are; of a field, all that it holds."""
        if isinstance(one, Field):
            return self.is_kept(one.type, conversions) and (one.key is None or self.is_kept(one.key_type, conversions))
        return self.converted(one, conversions, "x") == "x"

    def _holds_kept(self, message: Message, conversions: Table) -> bool:
        return all(self.is_kept(field, conversions) for field in message.fields)

    def _of_type(self, one: FieldType, names: Table) -> str:
        if one.stands is not None and one.stands.wraps is not None:
            if Named.WRAPPER in names:
                return names[Named.WRAPPER].format(name=self._allowed(one.name))
            return self._of_field(one.stands.wraps, names)
        if one.stands is not None:
            held = [self._of_field(field, {**names, **self.elements}, bare=True) for field in one.stands.fields]
            if len(held) == 1:
                return _found(names, Named.NULLABLE).format(element=held[0])
            return _found(names, Named.UNION).format(elements=self.between.join(held), name=self._allowed(one.name))
        if one.whole and Named.WHOLE in names:
            return names[Named.WHOLE]
        key = one.name if one.kind in (Kind.LOGICAL, Kind.SCALAR) else one.kind
        return _found(names, key).format(name=self._allowed(one.name))

    def _allowed(self, name: str) -> str:
        return escaped(name, (*self.reserved, *self.reserved_types))


def _as_type(one: FieldType | Message | Enum) -> FieldType:
    if isinstance(one, Message):
        return FieldType(message=one.name, stands=None if one.shape is Shape.RECORD else one)
    return FieldType(enum=one.name, open=one.open) if isinstance(one, Enum) else one


def _found(names: Table, key: str) -> str:
    if key not in names:
        raise LookupError(f"the runner's manifest has no name for '{key}' under [build.types.names]")
    return names[key]
