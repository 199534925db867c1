"""The types of values in study files."""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from wirelab.files.toml import number_as_text
from wirelab.model.errors import UsageError
from wirelab.model.link import Link, parse_link
from wirelab.model.subject import Subject, parse_subject


def _by(parse: Callable[[str], Any]) -> BeforeValidator:
    """Values that are written as text by a grammar."""

    def validate(value: Any) -> Any:
        try:
            return parse(value) if isinstance(value, str) else value
        except UsageError as error:
            raise ValueError(f"{error.what}; {error.why or error.remedy}") from None

    return BeforeValidator(validate)


SubjectText = Annotated[Subject, _by(parse_subject), PlainSerializer(str)]
LinkText = Annotated[Link, _by(parse_link), PlainSerializer(str)]
# As TOML has them: "5" and true are not numbers.
Whole = Annotated[int, Field(strict=True)]
Number = Annotated[float, Field(strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Label = Annotated[str, number_as_text, Field(min_length=1)]


class Table(BaseModel):
    """A table of a study file: frozen; unknown keys and infinite numbers are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
