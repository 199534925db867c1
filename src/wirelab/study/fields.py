"""What values in study files are made of."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from wirelab.model.errors import UsageError
from wirelab.model.link import Link, parse_link
from wirelab.model.subject import Subject, parse_subject


def _subject(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return parse_subject(value)
    except UsageError as error:
        raise ValueError(f"{error.what}; {error.why or error.remedy}") from None


def _link(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return parse_link(value)
    except UsageError as error:
        raise ValueError(f"{error.what}; {error.remedy}") from None


def _label(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


SubjectText = Annotated[Subject, BeforeValidator(_subject), PlainSerializer(str)]
LinkText = Annotated[Link, BeforeValidator(_link), PlainSerializer(str)]
# As TOML has them: "5" and true are no numbers.
Whole = Annotated[int, Field(strict=True)]
Number = Annotated[float, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Label = Annotated[str, BeforeValidator(_label), Field(min_length=1)]


class Table(BaseModel):
    """A table of a study file: frozen; unknown keys are errors, and so are numbers without end."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
