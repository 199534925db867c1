"""The event processor: folds the events of `site-events` into the `Site` that they add up to.

What each event means. Its timestamp is the site's next `date_updated`, whatever else it does.

- `SiteCreated` is the first and makes the site: identifier, owner, type; `date_created` is its timestamp. Nothing else
  may be before it, and there is no second one.
- `…Set` of the site replaces the value; `SitePublished` and `SiteUnpublished` set `published`.
- `…Added` puts something at the end of its list: flags, domains, default meta tags, pages, a page's meta tags and
  components, entry points. A domain or entry point is not primary when it is added; a page has no name; a component has
  neither data nor position, and its `date_created` is the event's timestamp. Adding what is there already is an error.
- `…Removed` takes it out again.
- `PrimaryDomainSet` makes that domain primary and all others not; `PrimaryEntryPointSet` does so for entry points: the
  `lookup_key` is the domain, or `user_name/site_name`.
- `PageComponent…` and `…ComponentDataSet` find the component by its identifier on any page, whose next
  `date_updated` is the event's timestamp. `PageComponentPositionReset` takes its position away.

An event for something that is absent is an error that names it. `Replay.scala` says the same for runners on the JVM.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import UUID

Values = dict[str, Any]


class ReplayError(Exception):
    """An event that does not fit the site as it is; names what is absent, or there already."""


def replay(events: "Iterable[Any]") -> Values:
    """The site that events add up to.

    Args:
        events: `SiteEventData` messages in order of time.

    Returns:
        Values of a `Site`, as `wirelab.schema.fill.fill` takes them.

    Raises:
        ReplayError: an event does not fit.
    """
    site: Values = {}
    for data in events:
        kind = data.event.WhichOneof("event")
        event = getattr(data.event, kind)
        if bool(site) == (kind == "site_created"):
            raise ReplayError("the site is created twice" if site else f"{kind} before the site is created")
        STEPS[kind](site, event, data.timestamp)
        site["date_updated"] = data.timestamp
    return site


def _site_created(site: Values, event: Any, now_ms: int) -> None:
    site |= {"id": event.id, "owner_id": event.owner_id, "site_type": event.site_type, "date_created": now_ms}
    site |= {name: [] for name in ("flags", "domains", "default_meta_tags", "pages", "entry_points")}


def _sets(name: str, value: Callable[[Any], Any]) -> Callable[[Values, Any, int], None]:
    def step(site: Values, event: Any, now_ms: int) -> None:
        del now_ms
        site[name] = value(event)

    return step


def _site_flag_added(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    if event.site_flag in site["flags"]:
        raise ReplayError(f"flag {event.site_flag} is there already")
    site["flags"].append(event.site_flag)


def _site_flag_removed(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    if event.site_flag not in site["flags"]:
        raise ReplayError(f"there is no flag {event.site_flag}")
    site["flags"].remove(event.site_flag)


def _domain_added(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    _add(site["domains"], {"name": event.name, "primary": False}, "name", "domain")


def _domain_removed(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    site["domains"].remove(_found(site["domains"], "name", event.name, "domain"))


def _primary_domain_set(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    chosen = _found(site["domains"], "name", event.name, "domain")
    for domain in site["domains"]:
        domain["primary"] = domain is chosen


def _default_meta_tag_added(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    _add(site["default_meta_tags"], {"name": event.name, "value": event.value}, "name", "default meta tag")


def _default_meta_tag_removed(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    tags = site["default_meta_tags"]
    tags.remove(_found(tags, "name", event.name, "default meta tag"))


def _page_added(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    _add(site["pages"], {"path": event.path, "meta_tags": [], "components": []}, "path", "page")


def _page_removed(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    site["pages"].remove(_page(site, event.path))


def _page_name_set(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    _page(site, event.path)["name"] = event.name


def _page_meta_tag_added(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    tags = _page(site, event.path)["meta_tags"]
    _add(tags, {"name": event.name, "value": event.value}, "name", f"meta tag of page {event.path}")


def _page_meta_tag_removed(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    tags = _page(site, event.path)["meta_tags"]
    tags.remove(_found(tags, "name", event.name, f"meta tag of page {event.path}"))


def _page_component_added(site: Values, event: Any, now_ms: int) -> None:
    component = {"id": event.id, "component_type": event.component_type, "date_created": now_ms, "date_updated": now_ms}
    if any(each["id"] == event.id for page in site["pages"] for each in page["components"]):
        raise ReplayError(f"component {UUID(bytes=event.id)} is there already")
    _page(site, event.page_path)["components"].append(component)


def _page_component_removed(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    components = _page(site, event.page_path)["components"]
    components.remove(_found(components, "id", event.id, f"component on page {event.page_path}"))


def _page_component_position_set(site: Values, event: Any, now_ms: int) -> None:
    _component(site, event.id, now_ms)["position"] = {"x": event.x, "y": event.y}


def _page_component_position_reset(site: Values, event: Any, now_ms: int) -> None:
    _component(site, event.id, now_ms).pop("position", None)


def _text_component_data_set(site: Values, event: Any, now_ms: int) -> None:
    _component(site, event.id, now_ms)["data"] = {"text": {"text": event.text}}


def _button_component_data_set(site: Values, event: Any, now_ms: int) -> None:
    data = {"name": event.name, "text": event.text, "action": event.action}
    _component(site, event.id, now_ms)["data"] = {"button": data}


def _blog_component_data_set(site: Values, event: Any, now_ms: int) -> None:
    data = {"name": event.name, "rss": event.rss, "tags": event.tags}
    _component(site, event.id, now_ms)["data"] = {"blog": data}


def _domain_entry_point_added(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    _add_entry(site, {"domain": {"domain": event.domain, "primary": False}})


def _free_entry_point_added(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    names = {"user_name": event.user_name, "site_name": event.site_name}
    _add_entry(site, {"free": names | {"primary": False}})


def _entry_point_removed(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    site["entry_points"].remove(_entry(site, event.lookup_key))


def _primary_entry_point_set(site: Values, event: Any, now_ms: int) -> None:
    del now_ms
    chosen = _entry(site, event.lookup_key)
    for entry in site["entry_points"]:
        for point in entry.values():
            point["primary"] = entry is chosen


def _lookup_key(entry: Mapping[str, Any]) -> str:
    if "domain" in entry:
        return str(entry["domain"]["domain"])
    return f"{entry['free']['user_name']}/{entry['free']['site_name']}"


def _add_entry(site: Values, entry: Values) -> None:
    if any(_lookup_key(each) == _lookup_key(entry) for each in site["entry_points"]):
        raise ReplayError(f"entry point {_lookup_key(entry)} is there already")
    site["entry_points"].append(entry)


def _entry(site: Values, key: str) -> Values:
    for entry in site["entry_points"]:
        if _lookup_key(entry) == key:
            return entry
    raise ReplayError(f"there is no entry point {key}")


def _page(site: Values, path: str) -> Values:
    return _found(site["pages"], "path", path, "page")


def _component(site: Values, identifier: bytes, now_ms: int) -> Values:
    components = [component for page in site["pages"] for component in page["components"]]
    component = _found(components, "id", identifier, "component")
    component["date_updated"] = now_ms
    return component


def _add(items: list[Values], item: Values, key: str, what: str) -> None:
    if any(each[key] == item[key] for each in items):
        raise ReplayError(f"{what} {item[key]} is there already")
    items.append(item)


def _found(items: list[Values], key: str, value: Any, what: str) -> Values:
    for item in items:
        if item[key] == value:
            return item
    shown = UUID(bytes=value) if isinstance(value, bytes) else value
    raise ReplayError(f"there is no {what} {shown}")


STEPS: Mapping[str, Callable[[Values, Any, int], None]] = {
    "site_created": _site_created,
    "site_name_set": _sets("name", lambda event: event.name),
    "site_description_set": _sets("description", lambda event: event.description),
    "site_revision_set": _sets("revision", lambda event: event.revision),
    "site_published": _sets("published", lambda _: True),
    "site_unpublished": _sets("published", lambda _: False),
    "site_flag_added": _site_flag_added,
    "site_flag_removed": _site_flag_removed,
    "domain_added": _domain_added,
    "domain_removed": _domain_removed,
    "primary_domain_set": _primary_domain_set,
    "default_meta_tag_added": _default_meta_tag_added,
    "default_meta_tag_removed": _default_meta_tag_removed,
    "page_added": _page_added,
    "page_removed": _page_removed,
    "page_name_set": _page_name_set,
    "page_meta_tag_added": _page_meta_tag_added,
    "page_meta_tag_removed": _page_meta_tag_removed,
    "page_component_added": _page_component_added,
    "page_component_removed": _page_component_removed,
    "page_component_position_set": _page_component_position_set,
    "page_component_position_reset": _page_component_position_reset,
    "text_component_data_set": _text_component_data_set,
    "button_component_data_set": _button_component_data_set,
    "blog_component_data_set": _blog_component_data_set,
    "domain_entry_point_added": _domain_entry_point_added,
    "free_entry_point_added": _free_entry_point_added,
    "entry_point_removed": _entry_point_removed,
    "primary_entry_point_set": _primary_entry_point_set,
}
