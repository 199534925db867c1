"""Events that do not fit the site of `site-events/2k`, and events that undo earlier ones."""

from collections.abc import Sequence
from typing import Any

from tests.conftest import ROOT
from wirelab.schema.fill import fill
from wirelab.workload.definition import load_workload
from wirelab.workload.source import messages

EVENTS = load_workload(ROOT / "workloads" / "site-events")
UUID_A = b"\xaa" * 16
UNFIT = [
    ("domain_removed", {"name": "no.example"}, "there is no domain no.example"),
    ("primary_domain_set", {"name": "no.example"}, "there is no domain no.example"),
    ("site_flag_removed", {"site_flag": 1}, "there is no flag 1"),
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
    ("domain_added", {"name": "example.com"}, "domain example.com is there already"),
]

ADDED = {"page_path": "/", "id": UUID_A, "component_type": 1}
UNDONE: list[tuple[str, dict[str, Any]]] = [
    ("site_unpublished", {}),
    ("site_published", {}),
    ("site_flag_added", {"site_flag": 1}),
    ("site_flag_removed", {"site_flag": 1}),
    ("domain_added", {"name": "old.example"}),
    ("domain_entry_point_added", {"domain": "old.example"}),
    ("entry_point_removed", {"lookup_key": "old.example"}),
    ("domain_removed", {"name": "old.example"}),
    ("default_meta_tag_added", {"name": "n", "value": "v"}),
    ("default_meta_tag_removed", {"name": "n"}),
    ("page_meta_tag_added", {"path": "/", "name": "n", "value": "v"}),
    ("page_meta_tag_removed", {"path": "/", "name": "n"}),
    ("page_component_added", ADDED),
    ("page_component_position_set", {"id": UUID_A, "x": 1, "y": 2}),
    ("page_component_position_reset", {"id": UUID_A}),
    ("blog_component_data_set", {"id": UUID_A, "name": "n", "rss": True}),
    ("page_component_removed", {"page_path": "/", "id": UUID_A}),
    ("page_added", {"path": "/draft"}),
    ("page_removed", {"path": "/draft"}),
]
"""Steps that leave no trace in a site but for the time of the last one; no corpus has them."""


def events(size: str) -> list[Any]:
    """The `SiteEventData` messages of a size, of the workload's own seed."""
    return list(messages(EVENTS, size, "random", EVENTS.source.seed))


def ending_unfit(kind: str, fields: dict[str, Any]) -> list[Any]:
    """The events of `2k`, and one more."""
    return ending([(kind, fields)])


def ending(more: Sequence[tuple[str, dict[str, Any]]]) -> list[Any]:
    """The events of `2k`, and more, each a millisecond after the one before."""
    told = events("2k")
    for kind, fields in more:
        last = type(told[0])()
        fill(last, {"id": UUID_A, "event": {kind: fields}, "timestamp": told[-1].timestamp + 1})
        told.append(last)
    return told
