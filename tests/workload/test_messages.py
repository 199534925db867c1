"""Small messages of services, one at a time."""

from itertools import islice
from typing import Any

import pytest

from tests.conftest import ROOT
from wirelab.workload.definition import compile_workload, load_workload
from wirelab.workload.source import messages

MESSAGES = load_workload(ROOT / "workloads" / "messages")
KINDS = ("order", "log_line", "key_value", "point")


def made(size: str, variant: str = "random", seed: int = MESSAGES.source.seed) -> list[Any]:
    return [sent.message for sent in messages(MESSAGES, size, variant, seed)]


def payload(message: Any) -> Any:
    return getattr(message, message.WhichOneof("kind"))


@pytest.mark.parametrize("seed", [MESSAGES.source.seed, 1, 2])
def test_a_message_is_about_100_bytes_and_1000_are_so_on_average(seed: int) -> None:
    sizes = [payload(message).ByteSize() for message in made("1000", seed=seed)]
    assert 60 <= min(sizes) <= max(sizes) <= 140
    assert sum(sizes) / len(sizes) == pytest.approx(100, abs=5)


def test_kinds_take_turns_and_a_variant_has_one_alone() -> None:
    assert tuple(field.name for field in compile_workload(MESSAGES).schema.payload.union.fields) == KINDS
    assert [message.WhichOneof("kind") for message in made("10")] == [*KINDS, *KINDS, *KINDS[:2]]
    for variant in MESSAGES.variants.values[1:]:
        assert {message.WhichOneof("kind") for message in made("100", variant)} == {variant.replace("-", "_")}


@pytest.mark.parametrize("size", MESSAGES.sizes.values)
def test_sizes_count_messages_and_no_two_are_the_same(size: str) -> None:
    payloads = {payload(message).SerializeToString() for message in made(size)}
    assert len(payloads) == int(size)


def test_messages_say_what_services_say() -> None:
    orders, lines, pairs, points = (list(map(payload, islice(made("1000"), at, None, 4))) for at in range(4))
    assert {len(order.lines) for order in orders} == {3}
    assert {order.gift for order in orders} == {True, False}
    assert {line.severity for line in lines} == {1, 2, 3, 4}
    assert any(not line.text.isascii() for line in lines)
    assert {len(pair.value) for pair in pairs} == set(range(64, 81))
    assert all(-90 <= point.latitude <= 90 and -180 <= point.longitude <= 180 for point in points)
    assert all(point.latitude == round(point.latitude, 6) for point in points)  # no digits that a device would not send
    times = [order.placed for order in orders]
    assert times == sorted(set(times))
