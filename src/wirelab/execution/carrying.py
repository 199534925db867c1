"""What a codec carries of data made to be hard: every variant, with every value of each of its parameters."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import Data, open_request
from wirelab.execution.expected import CARRIED, Case
from wirelab.execution.short_conversations import different, load
from wirelab.model.conformance import Check, Outcome
from wirelab.model.measurement import LossKind
from wirelab.model.subject import Subject
from wirelab.protocol.codecs import Announcement, CodecInfo
from wirelab.protocol.messages import Decode, Decoded, Encode, Encoded, Opened

_SAYS = "what is decoded is what was encoded"
_STILL_TALKS = {LossKind.CODEC, LossKind.WORKLOAD}


@dataclass(frozen=True, slots=True)
class HardData:
    """What the codecs that are named are tried on.

    Attributes:
        codecs: their names.
        program: the runner's, with the types of the workload.
        corpora: one for each variant.
        answer_s: an answer that takes longer is none.
    """

    codecs: tuple[str, ...]
    program: Program
    corpora: tuple[Data, ...]
    answer_s: float


def carrying(offered: Announcement, hard: HardData, scratch: Path) -> Iterator[tuple[Case, Check]]:
    """Try each of the codecs on every corpus, a process for each corpus.

    Args:
        offered: what the runner announces.
        hard: what is tried.
        scratch: a folder for what runners write.
    """
    for one in offered.unavailable:
        if one.name in hard.codecs:
            yield Case(CARRIED, one.name), Check(_name(one.name), _SAYS, Outcome.FAILED, f"unavailable: {one.reason}")
    subjects = [subject for codec in offered.codecs if codec.name in hard.codecs for subject in subjects_of(codec)]
    for data in hard.corpora:
        corpus = data.corpus.name
        conversation: Conversation | None = None
        for subject in subjects:
            case = Case(CARRIED, subject.codec, corpus.workload, corpus.variant, settings(subject))
            name = _name(str(subject), str(corpus))
            try:
                conversation = conversation or _loaded(hard, data)
                what = round_trip(conversation, offered, subject, data, scratch, hard.answer_s)
                yield case, Check(name, _SAYS, Outcome.FAILED if what else Outcome.PASSED, what)
            except LostError as error:
                stderr = ""
                if conversation is not None and error.loss.kind not in _STILL_TALKS:
                    conversation.kill()
                    stderr, conversation = conversation.stderr_tail, None
                yield case, Check(name, _SAYS, Outcome.FAILED, error.loss.what, error.loss.seen, stderr)
        if conversation is not None:
            conversation.kill()


def subjects_of(codec: CodecInfo) -> Iterator[Subject]:
    """A codec by its defaults, with every other value of each parameter, and tuned."""
    yield Subject(codec.name)
    for parameter in codec.parameters:
        for value in parameter.values:
            if value != parameter.default:
                yield Subject(codec.name, ((parameter.name, value),))
    if len(codec.tuned) > 1:
        yield Subject(codec.name, tuple(codec.tuned.items()))


def settings(subject: Subject) -> str:
    """What it has behind the codec's name: `style=default`, `+gzip-9`; empty if it has nothing."""
    return str(subject).removeprefix(subject.codec).removeprefix(":")


def round_trip(
    conversation: Conversation, offered: Announcement, subject: Subject, data: Data, scratch: Path, answer_s: float
) -> str:
    """Encode and decode the first copy, which is loaded; where it came back as something else, or nothing.

    Raises:
        LostError: the runner says that it cannot, or nothing that it may say.
    """
    encoded, decoded = scratch / "encoded", scratch / "decoded"
    conversation.ask(open_request(subject, offered), Opened, answer_s)
    conversation.ask(Encode(copy_index=0, file=str(encoded)), Encoded, answer_s)
    conversation.ask(Decode(encoded=str(encoded), file=str(decoded)), Decoded, answer_s)
    return different(decoded, data)


def _name(*of: str) -> str:
    return f"{CARRIED}[{', '.join(of)}]"


def _loaded(hard: HardData, data: Data) -> Conversation:
    conversation = Conversation(lambda: open_process(hard.program))
    with conversation.ended_when_lost():
        conversation.hello(hard.answer_s)
        load(conversation, data, hard.answer_s)
    return conversation
