"""From seen values to the types that carry them. Pure."""

from collections.abc import Iterator, Set

from wirelab.inference.choice import Choice, Conflict, Enum, Field, Form, Leaf, Member, Message, Type
from wirelab.inference.names import enum_value_names, field_name, message_name, singular
from wirelab.inference.object_groups import Groups, groups_of, is_map_of_itself, settle
from wirelab.inference.seen import MOST_TEXTS, Seen, SeenObjects, kinds_of
from wirelab.model.errors import UsageError
from wirelab.schema.kinds import JsonKind, Logical, Missing, Scalar, Shape

ITEMS, ENTRIES, VALUE = "items", "entries", "value"
_TEXT = Leaf(Scalar.STRING)
_CARRIERS = {Logical.UUID: Scalar.BYTES, Logical.INSTANT_MILLIS: Scalar.INT64, Logical.DATE: Scalar.STRING}


def choose_types(seen: Seen, name: str, *, as_one: bool, enums: Set[str] = frozenset()) -> Choice:
    """The types for documents, at least one, called `name` all together (`orders`); `as_one`: one message holds all.

    At the paths of `enums`, texts become the values of an enum. `seen` is settled in place.

    Raises:
        UsageError: there are no texts at one of these, or too many.
    """
    choosing = _Choosing(enums)
    settle(seen)
    if as_one:
        root = choosing.claim(name, "")
        element = choosing.element(seen, singular(name), root, "[]")
        choosing.messages[root] = Message(root, Shape.WRAPPER, (Field("", ITEMS, Form.LIST, element),))
    else:
        chosen = choosing.type_of(seen, singular(name), "", "")
        assert isinstance(chosen, str)  # documents are objects or arrays
        root = chosen
    choosing.require_enums()
    return Choice(choosing.messages, tuple(choosing.enums), root, tuple(choosing.conflicts), choosing.guesses)


class _Choosing:
    """The choice so far."""

    def __init__(self, wanted: Set[str]) -> None:
        self.enums: list[Enum] = []
        self.messages: dict[str, Message] = {}
        self.conflicts: list[Conflict] = []
        self.guesses: dict[str, str] = {}
        self._claimed: set[str] = set()
        self._named: dict[SeenObjects, str] = {}
        self._shapes: dict[object, str] = {}
        self._held_by_themselves: set[str] = set()
        self._wanted = wanted
        self._texts: dict[str, int] = {}  # the most at a path, at which objects of several kinds may have them

    def claim(self, key: str, owner: str) -> str:
        """A message's name, so that no other gets it."""
        name = message_name(key, owner or "Document", self._claimed)
        self._claimed.add(name)
        return name

    def add(self, message: Message) -> str:
        """Keep a message; returns its name, or that of an equal one, which serves for both."""
        shape = (message.shape, message.fields, message.members, message.beside)
        equal = self._shapes.setdefault(shape, message.name)
        if equal != message.name and message.name not in self._held_by_themselves:
            self._claimed.discard(message.name)
            return equal
        self.messages[message.name] = message
        return message.name

    def element(self, seen: Seen, key: str, owner: str, path: str) -> Type:
        """The type of a value in a list or a map, which has a place for null only in a union."""
        return self._union(seen, key, owner, path) if seen.nulls else self.type_of(seen, key, owner, path)

    def type_of(self, seen: Seen, key: str, owner: str, path: str) -> Type:
        """The type of a single value that is not null."""
        kinds = tuple(kinds_of(seen))
        if not kinds:
            self.guesses[path] = "text"
            return _TEXT
        if len(kinds) > 1 or (kinds == (JsonKind.OBJECT,) and len(groups_of(seen)) > 1):
            return self._union(seen, key, owner, path)
        return self._of_kind(kinds[0], seen, key, owner, path)

    def _of_kind(self, kind: JsonKind, seen: Seen, key: str, owner: str, path: str) -> Type:
        match kind:
            case JsonKind.BOOLEAN:
                return Leaf(Scalar.BOOL)
            case JsonKind.INTEGER:
                return _integer(seen.low, seen.high)
            case JsonKind.NUMBER:
                return Leaf(
                    Scalar.DOUBLE, whole=JsonKind.INTEGER in seen.first and seen.exact and not seen.whole_fractions
                )
            case JsonKind.TEXT:
                return self._text(seen, key, owner, path)
            case JsonKind.OBJECT:
                return self._object(groups_of(seen)[0][1], key, owner, path)
            case JsonKind.LIST:
                name = self.claim(f"{key}_list", owner)
                element = self.element(seen.elements or Seen(), singular(key), name, f"{path}[]")
                return self.add(Message(name, Shape.WRAPPER, (Field("", ITEMS, Form.LIST, element),)))

    def require_enums(self) -> None:
        """Refuse paths at which no enum was made, by a UsageError: there are no texts, or too many."""
        refused = (path for path in self._wanted if self._texts.get(path, MOST_TEXTS + 1) > MOST_TEXTS)
        for path in sorted(refused):
            few = [each for each, count in self._texts.items() if count <= MOST_TEXTS]
            what = f"there are no texts at '{path}'"
            if path in self._texts:
                what = f"'{path}' has more than {MOST_TEXTS} different texts"
            remedy = f"places with at most {MOST_TEXTS} different texts: {', '.join(few) or 'none'}"
            raise UsageError("option --enum", what, remedy=remedy)

    def _text(self, seen: Seen, key: str, owner: str, path: str) -> Type:
        self._texts[path] = max(len(seen.texts), self._texts.get(path, 0))
        if path not in self._wanted or len(seen.texts) > MOST_TEXTS:
            return next((Leaf(_CARRIERS[one], one) for one in _CARRIERS if one in seen.meanings), _TEXT)
        name = self.claim(key, owner)
        names = enum_value_names(name, seen.texts, [each for enum in self.enums for each in enum.names])
        made = Enum(name, names, {text: number for number, text in enumerate(seen.texts)})
        self.enums.append(made)
        return made

    def _object(self, objects: SeenObjects, key: str, owner: str, path: str) -> str:
        if objects in self._named:  # they hold others of their own kind
            self._held_by_themselves.add(self._named[objects])
        elif objects.entries is not None:
            name = self._named[objects] = self.claim(f"{key}_map", owner)
            element = self.element(objects.entries, singular(key), name, f"{path}{{}}")
            self._named[objects] = self.add(Message(name, Shape.WRAPPER, (Field("", ENTRIES, Form.MAP, element),)))
        else:
            name = self._named[objects] = self.claim(key, owner)
            fields: list[Field] = []
            for each, seen in objects.fields.items():
                named = field_name(each, [one.name for one in fields], objects.fields.keys())
                below = f"{path}.{each}" if path else each
                fields.append(self._field(each, named, seen, objects.count - seen.count, name, below))
            self._named[objects] = self.add(Message(name, Shape.RECORD, tuple(fields)))
        return self._named[objects]

    def _field(self, key: str, name: str, seen: Seen, absent: int, owner: str, path: str) -> Field:
        kinds, missing = tuple(kinds_of(seen)), bool(seen.nulls or absent)
        if seen.nulls and absent:  # three states: a message that is not there, or has a value, or none
            chosen: Type = self._union(seen, key, owner, path, beside=True)
            return Field(key, name, Form.ONE, chosen, missing=Missing.ABSENT)
        empty = Missing.NULL if seen.nulls else Missing.ABSENT if absent else None
        if not (missing and seen.empties):  # else a message of its own shows which of the two it is
            if kinds == (JsonKind.LIST,):
                element = self.element(seen.elements or Seen(), singular(key), owner, f"{path}[]")
                return Field(key, name, Form.LIST, element, missing=empty)
            if kinds == (JsonKind.OBJECT,) and (entries := _entries_alone(groups_of(seen))) is not None:
                element = self.element(entries, singular(key), owner, f"{path}{{}}")
                return Field(key, name, Form.MAP, element, missing=empty)
        chosen = self.type_of(seen, key, owner, path)
        return Field(key, name, Form.ONE, chosen, optional=missing, missing=Missing.NULL if seen.nulls else None)

    def _union(self, seen: Seen, key: str, owner: str, path: str, *, beside: bool = False) -> str:
        name = self.claim(f"{key}_value", owner)
        fields: list[Field] = []
        members: list[Member] = []
        kinds = tuple(kinds_of(seen))
        place = len(self.conflicts)
        if not kinds:
            self.guesses[path] = "text"
            fields, members = [Field(JsonKind.TEXT, JsonKind.TEXT, Form.ONE, _TEXT)], [Member(JsonKind.TEXT)]
        for kind in kinds:
            for member, said, chosen in self._members(kind, seen, key, name, path):
                taken = [VALUE, *(field.name for field in fields)]
                fields.append(Field(said, field_name(said, taken, frozenset()), Form.ONE, chosen))
                members.append(member)
        name = self.add(Message(name, Shape.UNION, tuple(fields), tuple(members), beside))
        if len(kinds) > 1:
            rows = {kind: seen.first[kind] for kind in kinds}
            self.conflicts.insert(place, Conflict(path, rows, f"a union, message {name}"))
        return name

    def _members(
        self, kind: JsonKind, seen: Seen, key: str, owner: str, path: str
    ) -> Iterator[tuple[Member, str, Type]]:
        groups = groups_of(seen) if kind is JsonKind.OBJECT else ()
        if len(groups) < 2:
            yield Member(kind), kind, self._of_kind(kind, seen, key, owner, path)
            return
        for stated, objects in groups:
            said = next(iter(sorted(stated))) or key
            yield Member(kind, stated), said, self._object(objects, said, owner, path)


def _entries_alone(groups: Groups) -> Seen | None:
    """The entries of a single map, which a field can be without a message of its own, unless it contains itself."""
    entries = groups[0][1].entries if len(groups) == 1 else None
    return None if entries is None or is_map_of_itself(groups[0][1]) else entries


def _integer(low: int, high: int) -> Leaf:
    if low >= -(2**31) and high < 2**31:
        return Leaf(Scalar.INT32)
    if low >= -(2**63) and high < 2**63:
        return Leaf(Scalar.INT64)
    if low >= 0 and high < 2**64:
        return Leaf(Scalar.UINT64)
    return Leaf(Scalar.BYTES, Logical.BIG_INTEGER)
