"""The one task that a worker is given: bytes of a question in, bytes of an answer out."""

import os
import threading
from pathlib import Path

from wirelab.app.hosts.messages import Answer, Fault, State, answered, question_in
from wirelab.cluster.host import Host
from wirelab.model.errors import UsageError

FOLDER = "WIRELAB_HOST_FOLDER"
"""The variable of the environment that names where a host keeps labs of sessions."""
_USUAL_FOLDER = "wirelab-host"
_lock = threading.Lock()
_hosts: list[Host] = []


def own_host() -> Host:
    """This process's host, made at the first question."""
    with _lock:
        if not _hosts:
            _hosts.append(Host(Path(os.environ.get(FOLDER) or _USUAL_FOLDER).absolute()))
        return _hosts[0]


def answer(data: bytes) -> bytes:
    """Answer a question, whatever the bytes are."""
    try:
        question, piece = question_in(data)
    except ValueError as error:
        what, remedy = "it received a request that it does not know", "install the same version on all hosts"
        fault = Fault.of(UsageError("host", what, why=str(error), remedy=remedy))
        return answered(Answer(state=State.REFUSED, fault=fault))
    return own_host().answer(question, piece)
