"""`digests.toml`: the digests of a workload's corpora, recorded so that a changed generator is noticed."""

from pathlib import Path

from wirelab.model.errors import HostError
from wirelab.schema.messages import corpus_digest
from wirelab.workload.definition import DIGESTS, Workload, load_workload
from wirelab.workload.source import messages


def digest_of(workload: Workload, size: str, variant: str) -> str:
    """The digest of a corpus of the workload's own seed, made anew; the cache is not asked."""
    return corpus_digest(messages(workload, size, variant, workload.source.seed))


def record_digests(folder: Path) -> Path:
    """Write `digests.toml`, a table for each size with a digest for each variant.

    Raises:
        DefinitionError: the workload is not well formed, or its generator fails.
        HostError: the file cannot be written.
    """
    workload = load_workload(folder)
    lines = [f"# SHA-256 of every corpus of seed {workload.source.seed}; made by: python -m wirelab.workload FOLDER"]
    for size in workload.sizes.values:
        lines += ["", f'["{size}"]']
        lines += [f'"{variant}" = "{digest_of(workload, size, variant)}"' for variant in workload.variants.values]
    path = folder / DIGESTS
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        what, remedy = f"its {DIGESTS} cannot be written", f"make {folder} writable"
        raise HostError(f"workload {workload.name}", what, why=str(error), remedy=remedy) from error
    return path
