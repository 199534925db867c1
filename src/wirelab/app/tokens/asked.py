"""Tokens of a user's own data, or of a workload's."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wirelab.app.own_data.files import read_data
from wirelab.app.own_data.workload import MOST_BYTES
from wirelab.app.resources import workload_catalogue
from wirelab.app.tokens.documents import Documents
from wirelab.app.tokens.tokenizers import Counter, Text, counters, texts_of
from wirelab.app.trust import trusted_workload
from wirelab.schema.messages import message_class, read_delimited
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload
from wirelab.workload.patience import Notice, patience


def tokens_of_data(named: str, most_bytes: int | None, notice: Notice) -> tuple[str, tuple[Text, ...]]:
    """One line about the data, and its texts; errors as `read_data` and `texts_of`."""
    count, says = counters(), [f"reading {named}"]
    with patience(notice, lambda: says[-1]):
        data = read_data(named, MOST_BYTES if most_bytes is None else most_bytes)
        values = list(data.documents.values)
        value = values if len(values) > 1 or data.documents.are_one else values[0]
        return data.says, _counted(value, count, says)


def tokens_of_workload(
    name: str, size: str | None, variant: str | None, cache: Path, notice: Notice
) -> tuple[str, tuple[Text, ...]]:
    """The corpus's name, and its texts.

    Raises:
        UsageError: there is no such workload, size or variant, or it is not trusted.
        DefinitionError: the workload is wrong.
    """
    count = counters()
    workload = trusted_workload(workload_catalogue().find(name), cache)
    size, variant = size or workload.sizes.default, variant or workload.variants.default
    corpus = make_corpus(workload, size, variant, None, cache, notice)
    compiled = compile_workload(workload)
    made, documents = message_class(compiled.descriptor_set, compiled.root), Documents(compiled.schema)
    values = [documents.of(made.FromString(each)) for each in read_delimited(corpus.path.read_bytes())]
    says = [f"reading {corpus.name}"]
    with patience(notice, lambda: says[-1]):
        return str(corpus.name), _counted(values if len(values) > 1 else values[0], count, says)


def _counted(value: Any, count: Mapping[str, Counter], says: list[str]) -> tuple[Text, ...]:
    return texts_of(value, count, lambda kind: says.append(f"counting the tokens of {kind}"))
