"""How a language says the model's types: tables that a runner fills in, and that templates look types up in."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from wirelab.schema.names import escaped, snake, upper_snake
from wirelab.schema.types import Cardinality, Enum, Field, FieldType, Kind, Message

Table = Mapping[str, str]


class Named(StrEnum):
    """What a language has a name for: types, then what fields make of them."""

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


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a language.

    Attributes:
        names: what it calls types (`Named`). `{name}` stands for the name of a message or closed enum; in `list`, `map`
            and `nullable`, `{element}` for the element's or value's name and `{key}` for the key's.
        elements: likewise, within `list`, `map` and `nullable`, where that is another name.
        reserved: words that it does not allow as names.
        reserved_types: further ones that it, or the rendered sources, do not allow as a type's name.
    """

    names: Table = field(default_factory=dict)
    elements: Table = field(default_factory=dict)
    reserved: Collection[str] = ()
    reserved_types: Collection[str] = ()

    def name(self, one: FieldType | Field | Message | Enum, **other: str) -> str:
        """What the language calls a type, or what a field of its messages holds.

        Args:
            one: the type or field.
            other: names that differ here from `names`.

        Raises:
            LookupError: the runner has no name for it.
        """
        names = {**self.names, **other}
        if not isinstance(one, Field):
            return self._of_type(_as_type(one), names)
        form = _form(one)
        if form is None:
            return self._of_type(one.type, names)
        words = {"element": self._of_type(one.type, {**names, **self.elements})}
        if one.key is not None:
            words["key"] = self._of_type(one.key_type, {**names, **self.elements})
        return _found(names, form).format_map(words)

    def element(self, one: FieldType | Message | Enum) -> str:
        """What the language calls a type within a list, a map or a nullable.

        Raises:
            LookupError: the runner has no name for it.
        """
        return self._of_type(_as_type(one), {**self.names, **self.elements})

    def converted(self, one: FieldType, conversions: Table, value: str) -> str:
        """An expression that converts a value of a type.

        Args:
            one: the type.
            conversions: expressions by the type's `name`, or else by its `kind`. `{x}` stands for the value, `{name}`
                for the type's name, `{snake}` and `{upper_snake}` for that in these styles.
            value: what reads it.

        Returns:
            `value` itself if `conversions` has nothing for the type.
        """
        found = next((conversions[key] for key in (one.name, one.kind) if key in conversions), "{x}")
        words = {"name": self._allowed(one.name), "snake": snake(one.name), "upper_snake": upper_snake(one.name)}
        return found.format(x=value, **words)

    def is_kept(self, one: FieldType | Field, conversions: Table) -> bool:
        """Whether `conversions` leave values of a type as they are; of a field, all that it holds."""
        if isinstance(one, Field):
            return self.is_kept(one.type, conversions) and (one.key is None or self.is_kept(one.key_type, conversions))
        return self.converted(one, conversions, "x") == "x"

    def _of_type(self, one: FieldType, names: Table) -> str:
        key = one.name if one.kind in (Kind.LOGICAL, Kind.SCALAR) else one.kind
        return _found(names, key).format(name=self._allowed(one.name))

    def _allowed(self, name: str) -> str:
        return escaped(name, (*self.reserved, *self.reserved_types))


def _as_type(one: FieldType | Message | Enum) -> FieldType:
    if isinstance(one, Message):
        return FieldType(message=one.name)
    return FieldType(enum=one.name, open=one.open) if isinstance(one, Enum) else one


def _form(one: Field) -> Named | None:
    if one.cardinality is Cardinality.REPEATED:
        return Named.LIST
    if one.cardinality is Cardinality.MAP:
        return Named.MAP
    return Named.NULLABLE if one.nullable else None


def _found(names: Table, key: str) -> str:
    if key not in names:
        raise LookupError(f"the runner's manifest says no name for '{key}' under [build.types.names]")
    return names[key]
