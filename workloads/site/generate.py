"""A web site and the events that it can be rebuilt from: an editor makes it step by step and notes each step.

Built like the study's own data, whose counts and lengths are facts: what is listed below has as many parts as the
study's, and texts about as long; they are our own. (BooPickle writes a byte less an event here, and enums are shorter:
texts that events repeat are one to four characters longer, so that every format comes within 3 %.) Nothing is undone on
the way. Draws with `random.random()` and
`random.getrandbits()` alone, whose sequences Python promises to keep for a seed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

FIRST_DAY_MS = 1_464_084_000_000  # 2016-05-24T10:00:00Z
LONGEST_PAUSE_MS = 36_000_000
LATIN = """
a shop for bread and coffee by the river is open all year there is room for friends of the house and their dogs we bake
before dawn write letters mend chairs lend books and play music on the first evening of every month
"""
CYRILLIC = """
утро вода хлеб дом окно сад река чай мир год лес мост свет зима лето друг дорога книга гость улица вечер музыка стол
письмо работа погода город берег
"""


@dataclass(frozen=True)
class Text:
    """A description: so many characters, so many of them Cyrillic letters, of two bytes each in UTF-8."""

    characters: int
    cyrillic: int


@dataclass(frozen=True)
class Plan:
    """What a site has besides its pages.

    Attributes:
        tags: default meta tags.
        domains: names; the first is the primary one.
        entries: names of domains to enter by; the first is the primary one. One enters by a user's name, too.
    """

    name: str
    site_type: str
    flag: str
    revision: int
    description: Text
    tags: tuple[tuple[str, str], ...]
    domains: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()


OWN_TAGS = (
    ("og:image", "https://pictures.example.net/a/shop-by-the-river.png"),
    ("og:locale", "ru-RU"),
    ("og:url", "http://example.org"),
    ("og:description", "Магазинч-к"),
)
DOMAINS = ("example.com", "example.org")
ENTRIES = ("our-shop.com", "our-shop.org", *(f"subdomain{at}.our-shop.org" for at in (1, 2, 3)))
LONG = Text(646, 241)
FREE, PREMIUM = "SITE_FLAG_FREE", "SITE_FLAG_PREMIUM"
PLANS = {
    "1k": Plan("corner-by-the-sea.", "FLASH", FREE, 1, Text(274, 73), (("og:image", "http://example.org/river.png"),)),
    "2k": Plan("river-corner-shop", "SILVERLIGHT", PREMIUM, 2, Text(530, 155), OWN_TAGS, DOMAINS, DOMAINS),
    "4k": Plan("river-corner-shop-4", "SILVERLIGHT", PREMIUM, 3, LONG, OWN_TAGS, DOMAINS, ENTRIES),
    "8k": Plan("river-corner-shop-4", "HTML5", PREMIUM, 3, LONG, OWN_TAGS, DOMAINS, ENTRIES),
    "64k": Plan(
        "river-corner-shop-4",
        "HTML5",
        PREMIUM,
        3,
        LONG,
        tuple((f"og:special-tag-{at}", f"our special value {at}") for at in range(1, 6)),
        DOMAINS,
        ENTRIES + tuple(f"mirror-{at}.example.org" for at in range(20)),
    ),
}


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """One site."""
    del variant  # there is one
    yield _edited(size, random).site


def history(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """The events of the very site that `generate` makes from the same size, variant and draws, in order of time."""
    del variant
    yield from _edited(size, random).events


class _Editor:
    """A site in the making.

    Attributes:
        site: as it is now.
        events: what was done to it.
    """

    def __init__(self, plan: Plan, random: Random) -> None:
        self.random = random
        self.now_ms = FIRST_DAY_MS + self.below(LONGEST_PAUSE_MS)
        self.events: list[dict[str, Any]] = []
        self.site: dict[str, Any] = {
            "id": self.uuid(),
            "owner_id": self.uuid(),
            "site_type": f"SITE_TYPE_{plan.site_type}",
            "pages": [],
        }
        created = self.note("site_created", **{key: self.site[key] for key in ("id", "owner_id", "site_type")})
        self.site["date_created"] = created
        self.set("revision", plan.revision)
        self.set("name", plan.name)
        self.set("description", self.prose(plan.description))
        self.note("site_published")
        self.note("site_flag_added", site_flag=plan.flag)
        self.site |= {"published": True, "flags": [plan.flag]}
        self.site["domains"] = [self.domain(name, name == plan.domains[0]) for name in plan.domains]
        self.site["default_meta_tags"] = [self.default_tag(*tag) for tag in plan.tags]

    def enter(self, plan: Plan) -> None:
        """The entry points, which come last; the first is the primary one."""
        points = [self.domain_entry(domain, at == 0) for at, domain in enumerate(plan.entries)]
        self.site["entry_points"] = [*points, self.free_entry("keeper", plan.name, not points)]

    def note(self, kind: str, **fields: Any) -> int:
        """One more event, some time after the last; its time stamp."""
        self.now_ms += 1 + self.below(LONGEST_PAUSE_MS)
        self.now_ms += self.now_ms % 1000 == 0  # the texts of all instants are equally long
        self.events.append({"id": self.uuid(), "event": {kind: fields}, "timestamp": self.now_ms})
        self.site["date_updated"] = self.now_ms
        return self.now_ms

    def set(self, field: str, value: Any) -> None:
        self.note(f"site_{field}_set", **{field: value})
        self.site[field] = value

    def domain(self, name: str, primary: bool) -> dict[str, Any]:
        self.note("domain_added", name=name)
        if primary:
            self.note("primary_domain_set", name=name)
        return {"name": name, "primary": primary}

    def default_tag(self, name: str, value: str) -> dict[str, Any]:
        self.note("default_meta_tag_added", name=name, value=value)
        return {"name": name, "value": value}

    def domain_entry(self, domain: str, primary: bool) -> dict[str, Any]:
        self.note("domain_entry_point_added", domain=domain)
        if primary:
            self.note("primary_entry_point_set", lookup_key=domain)
        return {"domain": {"domain": domain, "primary": primary}}

    def free_entry(self, user_name: str, site_name: str, primary: bool) -> dict[str, Any]:
        self.note("free_entry_point_added", user_name=user_name, site_name=site_name)
        if primary:
            self.note("primary_entry_point_set", lookup_key=f"{user_name}/{site_name}")
        return {"free": {"user_name": user_name, "site_name": site_name, "primary": primary}}

    def page(self, name: str, path: str) -> dict[str, Any]:
        self.note("page_added", path=path)
        self.note("page_name_set", path=path, name=name)
        page: dict[str, Any] = {"name": name, "path": path, "meta_tags": [], "components": []}
        self.site["pages"].append(page)
        return page

    def tag(self, page: dict[str, Any], name: str, value: str) -> None:
        self.note("page_meta_tag_added", path=page["path"], name=name, value=value)
        page["meta_tags"].append({"name": name, "value": value})

    def text(self, page: dict[str, Any], text: str, position: tuple[int, int] | None = None) -> None:
        self.component(page, "text", {"text": text}, position)

    def button(self, page: dict[str, Any], name: str, text: str, position: tuple[int, int] | None = None) -> None:
        self.component(page, "button", {"name": name, "text": text, "action": self.uuid()}, position)

    def component(
        self, page: dict[str, Any], kind: str, data: dict[str, Any], position: tuple[int, int] | None
    ) -> None:
        """Added, placed (or left without a place), and given its data."""
        component = {"id": self.uuid(), "component_type": f"PAGE_COMPONENT_TYPE_{kind.upper()}", "data": {kind: data}}
        id_, type_ = component["id"], component["component_type"]
        created = self.note("page_component_added", page_path=page["path"], id=id_, component_type=type_)
        if position is None:
            self.note("page_component_position_reset", id=id_)
        else:
            component["position"] = {"x": position[0], "y": position[1]}
            self.note("page_component_position_set", id=id_, **component["position"])
        updated = self.note(f"{kind}_component_data_set", id=id_, **data)
        page["components"].append(component | {"date_created": created, "date_updated": updated})

    def prose(self, length: Text) -> str:
        """Latin words, then Cyrillic ones."""
        words, letters = [], length.cyrillic
        while letters > 0:
            words.append(self.word(CYRILLIC)[:letters])
            letters -= len(words[-1])
        cyrillic = " ".join(words)
        latin = ""
        while len(latin) < length.characters:
            latin += self.word(LATIN) + " "
        return f"{latin[: length.characters - len(cyrillic) - 2]}. {cyrillic}"[: length.characters]

    def word(self, text: str) -> str:
        words = text.split()
        return words[self.below(len(words))]

    def below(self, limit: int) -> int:
        return int(self.random.random() * limit)

    def uuid(self) -> bytes:
        """A random one, of version 4."""
        bits = self.random.getrandbits(128) & ~(0xF000 << 64) & ~(0xC000 << 48) | 0x4000 << 64 | 0x8000 << 48
        return bits.to_bytes(16, "big")


def _edited(size: str, random: Random) -> _Editor:
    plan = PLANS[size]
    editor = _Editor(plan, random)
    _first_page(editor, size)
    if size not in ("1k", "2k"):
        _blog(editor)
    for number in range(8 if size == "8k" else 0):
        _shelf(editor, number)
    for number in range(10, 50 if size == "64k" else 10):
        _product(editor, number)
    editor.enter(plan)
    return editor


def _first_page(editor: _Editor, size: str) -> None:
    page = editor.page("index", "/")
    editor.text(page, {"1k": "Hello", "2k": "Come in, and look around you!"}.get(size, "Books, coffee"))
    if size != "1k":
        editor.button(page, "order_btn", "Order it!", (1, 1))


def _blog(editor: _Editor) -> None:
    page = editor.page("blog", "/journal")
    editor.tag(page, "og:type", "blog")
    editor.text(page, "Our news")
    editor.component(page, "blog", {"name": "NEWS", "rss": True, "tags": True}, None)
    editor.text(page, "What we baked this week, what we read, and what was left o", (0, 100))
    for at in range(2):
        if at:
            editor.text(page, "Our news", (0, 100))
        editor.button(page, "send_comment", "Send it!", (0, 0))


def _shelf(editor: _Editor, number: int) -> None:
    page = editor.page(f"sh{number}", f"/row/{number}")
    editor.text(page, f"Row {number}")
    editor.button(page, f"go{number}_shlf", "Look at it")


def _product(editor: _Editor, number: int) -> None:
    page = editor.page(f"catalog{number}", f"/products{number}/catalog/{number}")
    for at in range(10):
        editor.tag(page, f"name{at}", f"value-of-a-tag-{at}")
    editor.text(page, f"What there is of kind {number}")
    editor.button(page, "click", "Order some more of it", (100, 500))
    editor.text(page, f"Some{number}more{number}kinds{number}")
    editor.button(page, "click", "Order of it", (100, 1000))
