"""Copies of a corpus, over which calls rotate, so that no processor learns one corpus by heart."""

import hashlib
from pathlib import Path

from wirelab.model.cell import CorpusName
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import Files, Workload
from wirelab.workload.patience import Notice


def make_copies(workload: Workload, name: CorpusName, count: int, cache: Path, notice: Notice) -> tuple[Corpus, ...]:
    """Corpora of the same size and variant that differ in their values, or at least in their order.

    The first is the workload's own. Its digest is recorded, and only it is verified, so only its replayed object is
    needed. The others are the generator's, from seeds of their own (`copy_seed`); with objects in files, they are the
    same objects in other orders. A single object in a file, or objects in files that are to be
    replayed in their order, have no other copy: there it is the first again.

    The copies' encoded sizes and numbers of objects may differ a little: sizes in tables are the first one's.

    Raises:
        UsageError, DefinitionError, HostError: see `make_corpus`.
    """
    own = make_corpus(workload, name.size, name.variant, None, cache, notice)
    if isinstance(workload.source, Files) and (own.objects < 2 or workload.replay is not None):
        return (own,) * count
    seeds = (copy_seed(workload.source.seed, at) for at in range(1, count))
    others = (make_corpus(workload, name.size, name.variant, seed, cache, notice) for seed in seeds)
    return (own, *others)


def copy_seed(seed: int, at: int) -> int:
    """The seed of the copy at a place, from 1 on: the first 63 bits of the SHA-256 of `SEED copy AT`.

    It follows only from the workload's seed, so workloads that share one (a site and its events) share their copies'.
    """
    return int.from_bytes(hashlib.sha256(f"{seed} copy {at}".encode()).digest()[:8], "big") >> 1
