"""Claims of a study about its schema's messages, tried on its data: no runner and no clock are needed."""

from collections.abc import Callable
from pathlib import Path

from wirelab.app.resources import workload_catalogue
from wirelab.app.trust import trusted_workload
from wirelab.claims.own_figures import wire_figures
from wirelab.claims.wire_facts import wire_facts
from wirelab.model.figure import Figure, Quantity
from wirelab.schema.messages import read_delimited
from wirelab.study.definition import Study
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload


def tried_on_wire(study: Study, cache: Path, notice: Callable[[str], None]) -> tuple[Figure, ...]:
    """Shares of the messages of each workload at its first size and variant; none if no claim is about them.

    Raises:
        UsageError, DefinitionError, HostError: a workload cannot be used.
    """
    asked = [getattr(claim, "quantity", Quantity.TIME) for claim in study.claim]
    if not any(quantity.is_share for quantity in asked):
        return ()
    found: list[Figure] = []
    for name in study.factors.workload:
        workload = trusted_workload(workload_catalogue().find(name), cache)
        size = next(iter(study.factors.size), workload.sizes.default)
        variant = next(iter(study.factors.variant), workload.variants.default)
        corpus, types = make_corpus(workload, size, variant, None, cache, notice), compile_workload(workload)
        objects = list(read_delimited(corpus.path.read_bytes()))
        found += wire_figures(corpus.name, wire_facts(types.descriptor_set, types.root, objects))
    return tuple(found)
