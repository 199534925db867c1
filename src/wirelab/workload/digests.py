"""`digests.toml`: the digests of a workload's corpora, recorded so that a changed generator is noticed."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from wirelab.files.outputs import write_whole
from wirelab.model.errors import HostError
from wirelab.schema.messages import corpus_digest
from wirelab.workload.definition import DIGESTS, Workload
from wirelab.workload.source import messages

# Digest by size, then by variant.
Digests = Mapping[str, Mapping[str, str]]


def digests_of(workload: Workload) -> Digests:
    """The digests of all corpora of the workload's own seed, made again; a DefinitionError if its generator fails."""
    seed, variants = workload.source.seed, workload.variants.values
    return {
        size: {variant: corpus_digest(messages(workload, size, variant, seed)) for variant in variants}
        for size in workload.sizes.values
    }


def changes(recorded: Digests, made: Digests) -> Iterator[str]:
    """Recorded digests that are no longer made, one line per digest; a new one is no change."""
    for size, variants in recorded.items():
        for variant, digest in variants.items():
            now = made.get(size, {}).get(variant)
            if now is None:
                yield f"size {size}, variant {variant}: recorded, but the workload no longer has it"
            elif now != digest:
                yield f"size {size}, variant {variant}: was {digest[:12]}…, is {now[:12]}…"


def record_digests(workload: Workload, made: Digests) -> Path:
    """Write `digests.toml`, a table for each size with a digest for each variant; a HostError if that cannot be."""
    lines = [
        f"# SHA-256 of every corpus of seed {workload.source.seed}; made by: wirelab workload check FOLDER --record"
    ]
    for size, variants in made.items():
        lines += ["", f'["{size}"]', *(f'"{variant}" = "{digest}"' for variant, digest in variants.items())]
    path = workload.folder / DIGESTS
    try:
        write_whole(path, ("\n".join(lines) + "\n").encode())
    except OSError as error:
        what, remedy = f"its {DIGESTS} cannot be written", f"make {workload.folder} writable"
        raise HostError(f"workload {workload.name}", what, why=str(error), remedy=remedy) from error
    return path
