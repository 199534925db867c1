"""A web site and its history: an editor makes the site step by step and notes each step as an event.

What was made and undone again is in the history alone. Draws with `random.random()` and `random.getrandbits()` alone,
whose sequences Python promises to keep for a seed.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import reduce
from random import Random
from typing import Any
from uuid import UUID

KILOBYTE = 1024
LARGEST_STEP = 300  # bytes of JSON that a component usually adds at most
FIRST_DAY_MS = 1_388_534_400_000  # 2014-01-01T00:00:00Z
LONGEST_PAUSE_MS = 36_000_000
ENUMS = ("SITE_TYPE_", "SITE_FLAG_", "PAGE_COMPONENT_TYPE_")  # in front of constants, in the schema alone
COMPONENTS_A_PAGE = 8
TYPES = ("SITE_TYPE_FLASH", "SITE_TYPE_SILVERLIGHT", "SITE_TYPE_HTML5", "SITE_TYPE_HTML5")
TOPICS = ("Home", "About us", "Products", "Pricing", "News", "Team", "Contact", "Imprint", "Support", "Careers")
TEXTS = (
    "Welcome!",
    "Open every day from nine to six.",
    "Free delivery on orders over 30.",
    "Made by hand in small batches.",
    "Call us, or drop by for a coffee.",
    "All prices include tax.",
    "Follow our blog for news and offers.",
    "Photography by friends of the house.",
    "© The owners. All rights reserved.",
    "Grüße aus der Werkstatt.",
)
BUTTONS = (("order", "Order now"), ("more", "Read more"), ("contact", "Contact us"), ("cart", "Add to cart"))
BLOGS = ("News", "Recipes", "From the workshop")
TAGS = (
    ("keywords", "small, shop, local"),
    ("author", "The owners"),
    ("robots", "index, follow"),
    ("viewport", "width=device-width"),
)
DESCRIPTION = "a small shop for bread coffee tea and books by the river open all year with room for friends "


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """One site whose compact JSON is near `size` kilobytes."""
    del variant  # there is one
    yield _edited(int(size.removesuffix("k")) * KILOBYTE, random).site


def history(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """The events of the very site that `generate` makes from the same size, variant and draws, in order of time."""
    del variant
    yield from _edited(int(size.removesuffix("k")) * KILOBYTE, random).events


class _Editor:
    """A site in the making.

    Attributes:
        site: as it is now.
        events: what was done to it.
        page_bytes: size as JSON of each page that will not change any more.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.now_ms = FIRST_DAY_MS + self.below(LONGEST_PAUSE_MS)
        self.events: list[dict[str, Any]] = []
        self.page_bytes: list[int] = []
        self.site: dict[str, Any] = {
            "id": self.uuid(),
            "owner_id": self.uuid(),
            "revision": 0,
            "site_type": self.one(TYPES),
            "flags": [],
            "domains": [],
            "default_meta_tags": [],
            "pages": [],
            "entry_points": [],
            "date_created": self.now_ms,
        }
        self.note("site_created", **{key: self.site[key] for key in ("id", "owner_id", "site_type")})
        self.site["date_created"] = self.site["date_updated"]

    def note(self, kind: str, **fields: Any) -> int:
        """One more event, some time after the last; its time stamp."""
        self.now_ms += 1 + self.below(LONGEST_PAUSE_MS)
        self.events.append({"id": self.uuid(), "event": {kind: fields}, "timestamp": self.now_ms})
        self.site["date_updated"] = self.now_ms
        return self.now_ms

    def text(self, field: str, value: str) -> None:
        """Set the site's name or description."""
        self.note(f"site_{field}_set", **{field: value})
        self.site[field] = value

    def flag(self, flag: str) -> None:
        self.note("site_flag_added", site_flag=flag)
        self.site["flags"].append(flag)

    def domain(self, name: str, primary: bool) -> None:
        self.note("domain_added", name=name)
        if primary:
            self.note("primary_domain_set", name=name)
        self.site["domains"].append({"name": name, "primary": primary})

    def default_tag(self, name: str, value: str) -> None:
        self.note("default_meta_tag_added", name=name, value=value)
        self.site["default_meta_tags"].append({"name": name, "value": value})

    def domain_entry(self, domain: str, primary: bool) -> None:
        self.note("domain_entry_point_added", domain=domain)
        if primary:
            self.note("primary_entry_point_set", lookup_key=domain)
        self.site["entry_points"].append({"domain": {"domain": domain, "primary": primary}})

    def free_entry(self, user_name: str, site_name: str) -> None:
        self.note("free_entry_point_added", user_name=user_name, site_name=site_name)
        self.site["entry_points"].append({"free": {"user_name": user_name, "site_name": site_name, "primary": False}})

    def page(self, name: str, path: str) -> None:
        self.note("page_added", path=path)
        self.note("page_name_set", path=path, name=name)
        self.site["pages"].append({"name": name, "path": path, "meta_tags": [], "components": []})

    def tag(self, page: dict[str, Any], name: str, value: str) -> None:
        self.note("page_meta_tag_added", path=page["path"], name=name, value=value)
        page["meta_tags"].append({"name": name, "value": value})

    def component(self, page: dict[str, Any], kind: str, data: dict[str, Any]) -> None:
        component: dict[str, Any] = {"id": self.uuid(), "component_type": f"PAGE_COMPONENT_TYPE_{kind.upper()}"}
        page["components"].append(component)
        id_, type_ = component["id"], component["component_type"]
        component["date_created"] = self.note(
            "page_component_added", page_path=page["path"], id=id_, component_type=type_
        )
        if self.chance(0.2):  # a first thought, and a second
            self.note(f"{kind}_component_data_set", id=id_, **(data | {"text": "…"} if "text" in data else data))
        component["data"] = {kind: data}
        component["date_updated"] = self.note(f"{kind}_component_data_set", id=id_, **data)
        if self.chance(0.7):
            component["position"] = {"x": self.below(1200), "y": self.below(4000)}
            moved = self.note("page_component_position_set", id=id_, **component["position"])
            component["date_updated"] = moved
            if self.chance(0.1):
                component["date_updated"] = self.note("page_component_position_reset", id=id_)
                del component["position"]

    def second_thoughts(self, page: dict[str, Any]) -> None:
        """Things made and undone again: history without a trace in the site."""
        path, gone = page["path"], self.uuid()
        added = {"page_path": path, "id": gone}
        self.note("page_component_added", **added, component_type="PAGE_COMPONENT_TYPE_TEXT")
        self.note("text_component_data_set", id=gone, text=self.one(TEXTS))
        self.note("page_component_removed", **added)
        self.note("page_meta_tag_added", path=path, name="generator", value="editor")
        self.note("page_meta_tag_removed", path=path, name="generator")

    def detours(self) -> None:
        """The same for the site itself: one of each kind of removal."""
        self.note("site_flag_added", site_flag="SITE_FLAG_UNKNOWN")
        self.note("site_flag_removed", site_flag="SITE_FLAG_UNKNOWN")
        self.note("domain_added", name="old.example.com")
        self.note("domain_entry_point_added", domain="old.example.com")
        self.note("entry_point_removed", lookup_key="old.example.com")
        self.note("domain_removed", name="old.example.com")
        self.note("default_meta_tag_added", name="generator", value="editor")
        self.note("default_meta_tag_removed", name="generator")
        self.note("page_added", path="/draft")
        self.note("page_removed", path="/draft")
        self.note("site_published")
        self.note("site_unpublished")

    def finish(self, description: str) -> None:
        self.text("description", description)
        self.site["revision"] = len(self.events)
        self.note("site_revision_set", revision=self.site["revision"])
        self.note("site_published")
        self.site["published"] = True

    def below(self, limit: int) -> int:
        return int(self.random.random() * limit)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def one(self, choices: Sequence[Any]) -> Any:
        return choices[self.below(len(choices))]

    def uuid(self) -> bytes:
        """A random one, of version 4."""
        bits = self.random.getrandbits(128) & ~(0xF000 << 64) & ~(0xC000 << 48) | 0x4000 << 64 | 0x8000 << 48
        return bits.to_bytes(16, "big")


def _edited(target: int, random: Random) -> _Editor:
    editor = _Editor(random)
    editor.text("name", "Corner shop")
    editor.flag("SITE_FLAG_FREE")
    editor.domain("www.cornershop.example", primary=True)
    editor.domain_entry("www.cornershop.example", primary=True)
    if target >= 2 * KILOBYTE:
        editor.default_tag(*TAGS[0])
        editor.free_entry("corner", "shop")
    if target >= 4 * KILOBYTE:
        editor.detours()
        editor.flag("SITE_FLAG_PREMIUM")
        editor.domain("cornershop.example", primary=False)
        editor.default_tag(*TAGS[1])
    while _left(editor, target) > LARGEST_STEP:
        _one_more(editor)
    editor.finish(_words(max(0, _left(editor, target))))
    return editor


def _left(editor: _Editor, target: int) -> int:
    """Bytes of JSON to go, the description's own and the last events' counted as there."""
    # Pages but the last stay as they are: each is measured once.
    closed, last = editor.site["pages"][:-1], editor.site["pages"][-1:]
    editor.page_bytes += [_bytes(page) for page in closed[len(editor.page_bytes) :]]
    finished = editor.site | {"description": "", "revision": 100, "published": True, "pages": last}
    return target - _bytes(finished) - sum(editor.page_bytes) - len(editor.page_bytes)


def _one_more(editor: _Editor) -> None:
    pages = editor.site["pages"]
    if not pages or len(pages[-1]["components"]) >= COMPONENTS_A_PAGE:
        number = len(pages)
        topic = TOPICS[number % len(TOPICS)]
        path = "/" if number == 0 else f"/{topic.split()[0].lower()}{number}"
        editor.page(topic, path)
        if number % 2:
            editor.tag(pages[-1], *editor.one(TAGS))
            editor.second_thoughts(pages[-1])
    kind = ("text", "button", "text", "blog")[editor.below(4)] if editor.site["pages"][0]["components"] else "text"
    if kind == "text":
        data: dict[str, Any] = {"text": editor.one(TEXTS)}
    elif kind == "button":
        name, text = editor.one(BUTTONS)
        data = {"name": name, "text": text, "action": editor.uuid()}
    else:
        data = {"name": editor.one(BLOGS), "rss": editor.chance(0.5), "tags": editor.chance(0.5)}
    editor.component(pages[-1], kind, data)


def _words(length: int) -> str:
    """A text of that many letters."""
    return (DESCRIPTION * (1 + length // len(DESCRIPTION)))[:length]


def _bytes(value: dict[str, Any]) -> int:
    return len(as_json(value).encode())


def as_json(site: dict[str, Any]) -> str:
    """As JSON libraries write the domain type: camel case, no spaces, what is absent left out, instants as ISO 8601."""
    return json.dumps(_plain(site), separators=(",", ":"), ensure_ascii=False)


def _plain(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {_camel(key): _plain(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, bytes):
        return str(UUID(bytes=value))
    if isinstance(value, str):
        return reduce(str.removeprefix, ENUMS, value)
    if name.startswith("date_"):
        instant = datetime.fromtimestamp(value // 1000, UTC).replace(tzinfo=None)
        return f"{instant.isoformat()}.{value % 1000:03}Z"
    return value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
