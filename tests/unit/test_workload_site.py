"""The site, its events, and the event processor that takes one to the other."""

import random
import runpy
from typing import Any

import pytest
from tests.conftest import ROOT
from tests.site_events import EVENTS, UNFIT, ending_unfit, events

from wirelab.schema.filling import fill
from wirelab.schema.messages import message_class, serialize
from wirelab.workload.definition import compile_workload, load_workload
from wirelab.workload.generator import generate_messages

SITE = load_workload(ROOT / "workloads" / "site")
GENERATOR = runpy.run_path(str(SITE.folder / "generate.py"))
PROCESSOR = runpy.run_path(str(EVENTS.folder / "replay.py"))
KILOBYTE = 1024


def site_message(values: dict[str, Any]) -> Any:
    compiled = compile_workload(SITE)
    message = message_class(compiled.descriptor_set, compiled.root)()
    fill(message, values)
    return message


@pytest.mark.parametrize("size", SITE.sizes.values)
def test_events_rebuild_the_very_site(size: str) -> None:
    (site,) = generate_messages(SITE, size, "random", SITE.source.seed)
    assert serialize(site_message(PROCESSOR["replay"](events(size)))) == serialize(site)


@pytest.mark.parametrize("size", SITE.sizes.values)
@pytest.mark.parametrize("seed", [SITE.source.seed, 1, 2])
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


@pytest.mark.parametrize(("kind", "fields", "fault"), UNFIT)
def test_an_event_that_does_not_fit_names_what_is_absent(kind: str, fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(PROCESSOR["ReplayError"], match=fault):
        PROCESSOR["replay"](ending_unfit(kind, fields))


def test_the_site_comes_first() -> None:
    with pytest.raises(PROCESSOR["ReplayError"], match="site_name_set before the site is created"):
        PROCESSOR["replay"](events("1k")[1:])
