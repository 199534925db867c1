"""The site, its events, and the event processor that takes one to the other."""

import random
import runpy
from pathlib import Path
from typing import Any

import pytest

from wirelab.schema.filling import fill
from wirelab.schema.messages import message_class, serialize
from wirelab.workload.definition import compile_workload, load_workload
from wirelab.workload.generator import generate_messages

ROOT = Path(__file__).parents[2] / "workloads"
SITE, EVENTS = load_workload(ROOT / "site"), load_workload(ROOT / "site-events")
GENERATOR = runpy.run_path(str(ROOT / "site" / "generate.py"))
PROCESSOR = runpy.run_path(str(ROOT / "site-events" / "replay.py"))
KILOBYTE = 1024


def events(size: str) -> list[Any]:
    return list(generate_messages(EVENTS, size, "random", EVENTS.seed))


def site_message(values: dict[str, Any]) -> Any:
    compiled = compile_workload(SITE)
    message = message_class(compiled.descriptor_set, compiled.root)()
    fill(message, values)
    return message


@pytest.mark.parametrize("size", SITE.sizes.values)
def test_events_rebuild_the_very_site(size: str) -> None:
    (site,) = generate_messages(SITE, size, "random", SITE.seed)
    assert serialize(site_message(PROCESSOR["replay"](events(size)))) == serialize(site)


@pytest.mark.parametrize("size", SITE.sizes.values)
@pytest.mark.parametrize("seed", [SITE.seed, 1, 2])
def test_a_site_is_as_large_as_its_size_says(size: str, seed: int) -> None:
    (values,) = GENERATOR["generate"](size, "random", random.Random(seed))
    asked = int(size.removesuffix("k")) * KILOBYTE
    assert abs(len(GENERATOR["as_json"](values).encode()) - asked) <= 0.05 * asked


def test_the_largest_history_has_every_kind_of_event() -> None:
    kinds = {event.event.WhichOneof("event") for event in events("64k")}
    assert kinds == set(PROCESSOR["STEPS"])
    assert kinds == {field.name for field in compile_workload(EVENTS).schema.payload.union.fields}
    times = [event.timestamp for event in events("64k")]
    assert times == sorted(set(times))


UUID_A = b"\xaa" * 16
ABSENT = [
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


@pytest.mark.parametrize(("kind", "fields", "fault"), ABSENT)
def test_an_event_that_does_not_fit_names_what_is_absent(kind: str, fields: dict[str, Any], fault: str) -> None:
    told = events("1k")
    last = type(told[0])()
    fill(last, {"id": UUID_A, "event": {kind: fields}, "timestamp": told[-1].timestamp + 1})
    with pytest.raises(PROCESSOR["ReplayError"], match=fault):
        PROCESSOR["replay"]([*told, last])


def test_the_site_comes_first() -> None:
    with pytest.raises(PROCESSOR["ReplayError"], match="site_name_set before the site is created"):
        PROCESSOR["replay"](events("1k")[1:])
