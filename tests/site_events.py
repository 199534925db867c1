"""Events that do not fit the site of `site-events/1k`, and what any processor of events says of them."""

from typing import Any

from tests.conftest import ROOT
from wirelab.schema.filling import fill
from wirelab.workload.definition import load_workload
from wirelab.workload.generator import generate_messages

EVENTS = load_workload(ROOT / "workloads" / "site-events")
UUID_A = b"\xaa" * 16
UNFIT = [
    ("domain_removed", {"name": "no.example"}, "there is no domain no.example"),
    ("primary_domain_set", {"name": "no.example"}, "there is no domain no.example"),
    ("site_flag_removed", {"site_flag": 2}, "there is no flag 2"),
    ("default_meta_tag_removed", {"name": "n"}, "there is no default meta tag n"),
    ("page_removed", {"path": "/no"}, "there is no page /no"),
    ("page_name_set", {"path": "/no"}, "there is no page /no"),
    ("page_meta_tag_added", {"path": "/no"}, "there is no page /no"),
    ("page_meta_tag_removed", {"path": "/", "name": "n"}, "there is no meta tag of page / n"),
    ("page_component_added", {"page_path": "/no", "id": UUID_A}, "there is no page /no"),
    ("page_component_removed", {"page_path": "/", "id": UUID_A}, "there is no component on page / aaaaaaaa-"),
    ("page_component_position_set", {"id": UUID_A}, "there is no component aaaaaaaa-"),
    ("page_component_position_reset", {"id": UUID_A}, "there is no component aaaaaaaa-"),
    ("text_component_data_set", {"id": UUID_A}, "there is no component aaaaaaaa-"),
    ("button_component_data_set", {"id": UUID_A}, "there is no component aaaaaaaa-"),
    ("blog_component_data_set", {"id": UUID_A}, "there is no component aaaaaaaa-"),
    ("entry_point_removed", {"lookup_key": "a/b"}, "there is no entry point a/b"),
    ("primary_entry_point_set", {"lookup_key": "a/b"}, "there is no entry point a/b"),
    ("site_created", {"id": UUID_A}, "the site is created twice"),
    ("page_added", {"path": "/"}, "page / is there already"),
    ("domain_added", {"name": "www.cornershop.example"}, "domain www.cornershop.example is there already"),
]


def events(size: str) -> list[Any]:
    """The `SiteEventData` messages of a size, of the workload's own seed."""
    return list(generate_messages(EVENTS, size, "random", EVENTS.source.seed))


def ending_unfit(kind: str, fields: dict[str, Any]) -> list[Any]:
    """The events of `1k`, and one more."""
    told = events("1k")
    last = type(told[0])()
    fill(last, {"id": UUID_A, "event": {kind: fields}, "timestamp": told[-1].timestamp + 1})
    return [*told, last]
