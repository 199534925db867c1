"""The warm-up rule, played again over what a runner reports."""

import pytest

from tests.conftest import ROOT
from wirelab.building.runners import load_runner
from wirelab.execution.short_conversations import undeclared
from wirelab.protocol.loop import loop_fault
from wirelab.protocol.messages import BatchTimed, CompressorInfo, Done, Ready, Steady, Unavailable, Version, WarmUp

MS = 1_000_000
RULE = WarmUp(window=2, tolerance=0.02, min_ns=0, max_ns=10_000 * MS)
MODE = Steady(batch_ns=100 * MS, batches=1, warm_up=RULE)


def batches(*compiled: int | None) -> list[BatchTimed]:
    """As many batches of 100 ms, the last of them measured, as there are numbers of methods compiled meanwhile."""
    return [
        BatchTimed(
            phase="measured" if at == len(compiled) - 1 else "warm-up",
            start_ns=100 * MS * at,
            calls=1,
            ns=100 * MS,
            canary_ns=1,
            compiled=methods,
        )
        for at, methods in enumerate(compiled)
    ]


@pytest.mark.parametrize(
    ("compiled", "fault"),
    [
        ((None, None, None, None, None), None),
        ((7, 0, 0, 0, None), None),
        ((7, 0, 1, 0, None), "`done.steady` is true, and the rule was not met"),
        ((7, 0, 1, 0, 0, 0, None), None),
        ((7, 0, 0, 0, 0, 0, None), "warm-up goes on with batch 4 after the rule was met"),
    ],
)
def test_it_is_not_steady_while_the_runtime_compiles_now_and_then(
    compiled: tuple[int | None, ...], fault: str | None
) -> None:
    done = Done(batches=len(compiled), steady=True, canary_ns=1, sink="0")
    assert loop_fault(MODE, batches(*compiled), done, timer_resolution_ns=1) == fault


def test_a_compressor_may_be_unavailable_as_a_codec_may() -> None:
    manifest = load_runner(ROOT / "runners" / "fake").manifest
    first, *others = sorted(manifest.compressors)
    compressors = [
        CompressorInfo(name=name, library="l", version="1", min_level=1, max_level=9, default_level=6)
        for name in others
    ]
    ready = Ready(
        protocol=Version(major=1, minor=1),
        runner=manifest.name,
        runtime="none",
        timer_resolution_ns=1,
        codecs=[],
        unavailable=[Unavailable(name=name, reason="it is not here") for name in (*manifest.codecs, first)],
        compressors=compressors,
    )
    assert undeclared(manifest, ready) == ()
    assert undeclared(manifest, ready.model_copy(update={"unavailable": ready.unavailable[:-1]})) != ()
