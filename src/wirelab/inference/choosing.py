"""From what was seen to what carries it. Pure."""

from collections.abc import Iterator, Mapping

from wirelab.inference.choice import Choice, Conflict, Field, Form, Leaf, Member, Message, Missing, Shape, Type
from wirelab.inference.maps import is_map
from wirelab.inference.naming import field_name, message_name, singular
from wirelab.inference.seen import Kind, Seen, SeenObjects, kinds_of, merged, merged_objects
from wirelab.schema.types import Logical, Scalar

ITEMS, ENTRIES, VALUE = "items", "entries", "value"
_TEXT = Leaf(Scalar.STRING)
_CARRIERS = {Logical.UUID: Scalar.BYTES, Logical.INSTANT_MILLIS: Scalar.INT64, Logical.DATE: Scalar.STRING}
_ALIKE = 0.5


def choose_types(seen: Seen, name: str, *, as_one: bool) -> Choice:
    """What carries documents.

    Args:
        seen: what was seen in them, at least one.
        name: what they are called, all together: `orders`.
        as_one: whether one message holds them all.
    """
    choosing = _Choosing()
    if as_one:
        root = choosing.claim(name, "")
        element = choosing.element(seen, singular(name), root, "[]")
        choosing.add(Message(root, Shape.WRAPPER, (Field("", ITEMS, Form.LIST, element),)))
    else:
        chosen = choosing.type_of(seen, singular(name), "", "")
        assert isinstance(chosen, str)  # documents are objects or arrays
        root = chosen
    return Choice(choosing.messages, root, tuple(choosing.conflicts), choosing.guesses)


class _Choosing:
    """What was chosen so far."""

    def __init__(self) -> None:
        self.messages: dict[str, Message] = {}
        self.conflicts: list[Conflict] = []
        self.guesses: dict[str, str] = {}
        self._claimed: set[str] = set()

    def claim(self, key: str, owner: str) -> str:
        """A message's name, so that no other gets it."""
        name = message_name(key, owner or "Document", self._claimed)
        self._claimed.add(name)
        return name

    def add(self, message: Message) -> str:
        """Keep a message; returns its name."""
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
        if len(kinds) > 1 or (kinds == (Kind.OBJECT,) and len(_groups(seen)) > 1):
            return self._union(seen, key, owner, path)
        return self._of_kind(kinds[0], seen, key, owner, path)

    def _of_kind(self, kind: Kind, seen: Seen, key: str, owner: str, path: str) -> Type:
        match kind:
            case Kind.BOOLEAN:
                return Leaf(Scalar.BOOL)
            case Kind.INTEGER:
                return _integer(seen.low, seen.high)
            case Kind.NUMBER:
                return Leaf(Scalar.DOUBLE)
            case Kind.TEXT:
                return next((Leaf(_CARRIERS[one], one) for one in _CARRIERS if one in seen.meanings), _TEXT)
            case Kind.OBJECT:
                return self._object(_groups(seen)[0][1], key, owner, path)
            case Kind.LIST:
                name = self.claim(f"{key}_list", owner)
                element = self.element(seen.elements or Seen(), singular(key), name, f"{path}[]")
                return self.add(Message(name, Shape.WRAPPER, (Field("", ITEMS, Form.LIST, element),)))

    def _object(self, objects: SeenObjects, key: str, owner: str, path: str) -> str:
        if is_map(objects):
            name = self.claim(f"{key}_map", owner)
            element = self.element(merged(objects.fields.values()), singular(key), name, f"{path}{{}}")
            return self.add(Message(name, Shape.WRAPPER, (Field("", ENTRIES, Form.MAP, element),)))
        name = self.claim(key, owner)
        fields: list[Field] = []
        for each, seen in objects.fields.items():
            taken = [one.name for one in fields]
            below = f"{path}.{each}" if path else each
            fields.append(
                self._field(
                    each, field_name(each, taken, objects.fields.keys()), seen, objects.count - seen.count, name, below
                )
            )
        return self.add(Message(name, Shape.RECORD, tuple(fields)))

    def _field(self, key: str, name: str, seen: Seen, absent: int, owner: str, path: str) -> Field:
        kinds = tuple(kinds_of(seen))
        missing = Missing.NULL if seen.nulls and not absent else Missing.ABSENT
        many = Missing.EMPTY if seen.empties or not (seen.nulls or absent) else missing
        if kinds == (Kind.LIST,):
            element = self.element(seen.elements or Seen(), singular(key), owner, f"{path}[]")
            return Field(key, name, Form.LIST, element, missing=many)
        if kinds == (Kind.OBJECT,) and len(groups := _groups(seen)) == 1 and is_map(objects := groups[0][1]):
            element = self.element(merged(objects.fields.values()), singular(key), owner, f"{path}{{}}")
            return Field(key, name, Form.MAP, element, missing=many)
        chosen = self.type_of(seen, key, owner, path)
        return Field(key, name, Form.ONE, chosen, optional=bool(seen.nulls or absent), missing=missing)

    def _union(self, seen: Seen, key: str, owner: str, path: str) -> str:
        name = self.claim(f"{key}_value", owner)
        fields: list[Field] = []
        members: list[Member] = []
        kinds = tuple(kinds_of(seen))
        if len(kinds) > 1:
            rows = {kind: seen.first[kind] for kind in kinds}
            self.conflicts.append(Conflict(path, rows, f"a union, message {name}"))
        if not kinds:
            self.guesses[path] = "text"
            fields, members = [Field(Kind.TEXT, Kind.TEXT, Form.ONE, _TEXT)], [Member(Kind.TEXT)]
        for kind in kinds:
            for member, said, chosen in self._members(kind, seen, key, name, path):
                taken = [VALUE, *(field.name for field in fields)]
                fields.append(Field(said, field_name(said, taken, frozenset()), Form.ONE, chosen))
                members.append(member)
        return self.add(Message(name, Shape.UNION, tuple(fields), tuple(members)))

    def _members(self, kind: Kind, seen: Seen, key: str, owner: str, path: str) -> Iterator[tuple[Member, str, Type]]:
        groups = _groups(seen) if kind is Kind.OBJECT else ()
        if len(groups) < 2:
            yield Member(kind), kind, self._of_kind(kind, seen, key, owner, path)
            return
        for told, objects in groups:
            said = next(iter(sorted(told))) or key
            yield Member(kind, told), said, self._object(objects, said, owner, path)


def _groups(seen: Seen) -> tuple[tuple[frozenset[str], SeenObjects], ...]:
    """Objects that belong together: those that tell the same kind, and kinds whose keys are mostly the same."""
    groups: list[tuple[list[str], list[SeenObjects]]] = []
    for told, objects in seen.objects.items():
        near = next((group for group in groups if _alike(group[1][0].fields, objects.fields)), None)
        if near is None:
            groups.append(([told], [objects]))
        else:
            near[0].append(told)
            near[1].append(objects)
    return tuple((frozenset(told), each[0] if len(each) == 1 else merged_objects(each)) for told, each in groups)


def _alike(keys: Mapping[str, object], others: Mapping[str, object]) -> bool:
    return len(keys.keys() & others.keys()) >= _ALIKE * len(keys.keys() | others.keys())


def _integer(low: int, high: int) -> Leaf:
    if low >= -(2**31) and high < 2**31:
        return Leaf(Scalar.INT32)
    if low >= -(2**63) and high < 2**63:
        return Leaf(Scalar.INT64)
    if low >= 0 and high < 2**64:
        return Leaf(Scalar.UINT64)
    return Leaf(Scalar.BYTES, Logical.BIG_INTEGER)
