"""How long a cell's code takes to settle, learned from its earlier processes. Pure."""

from collections.abc import Sequence
from statistics import median

import numpy as np

from wirelab.analysis.states import in_fast_state
from wirelab.model.measurement import Batch, Phase

SETTLED = 1.1
"""A batch of at most this many times the level that was measured in the end is settled."""
_QUANTILE, _MARGIN = 0.75, 1.2


def settled_after_ns(
    batches: Sequence[Batch], last_canary_ns: int | None = None, fast_ns: float | None = None
) -> int | None:
    """Time from the first batch until the last one of the warm-up that was not settled; 0 if all were.

    Batches outside the machine's fast state say nothing of the code, and are passed over.

    Returns:
        None where no measured batch counts.
    """
    fast = in_fast_state(batches, last_canary_ns, fast_ns)
    counted = [batch for batch, ok in zip(batches, fast, strict=True) if ok]
    measured = [batch.ns / batch.calls for batch in counted if batch.phase is Phase.MEASURED]
    if not measured:
        return None
    limit = SETTLED * median(measured)
    unsettled = [b for b in counted if b.phase is Phase.WARM_UP and b.ns / b.calls > limit]
    return unsettled[-1].start_ns + unsettled[-1].ns - batches[0].start_ns if unsettled else 0


def least_warm_up_ns(settled_ns: Sequence[int], least_ns: int, most_ns: int) -> int:
    """How long a further process of a cell should warm up at least.

    Args:
        settled_ns: what earlier processes of the cell took to settle.
        least_ns: what the study asks for at least.
        most_ns: and at most.
    """
    if not settled_ns:
        return least_ns
    learned = _MARGIN * float(np.quantile(settled_ns, _QUANTILE))
    return max(least_ns, min(round(learned), most_ns))
