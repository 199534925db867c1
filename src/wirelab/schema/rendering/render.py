"""From the model to sources: Jinja2 templates over a schema's messages and enums."""

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from wirelab.model.errors import DefinitionError, WirelabError
from wirelab.schema.descriptors import is_compiled, package_of
from wirelab.schema.names import STYLES, accessor_names, capital, distinct, escaped, folded, quoted
from wirelab.schema.rendering.vocabulary import Vocabulary
from wirelab.schema.types import Enum, Message, Oneof, Schema

if TYPE_CHECKING:
    from jinja2 import Environment

Values = Mapping[str, object]
_NO_VOCABULARY = Vocabulary()
_DEEPEST = 10_000  # calls within each other: documents may have a hundred levels
# For Python, raised digits, fractions and digits in circles are parts of words; XML has no names with them.
_XML_NAME = re.compile(r"(?!.*[\x80-\xbf\u2190-\u2bff])[^\W\d][\w.-]*")


@dataclass(frozen=True, slots=True)
class TemplateSource:
    """A template and its target."""

    source_text: str
    name: str  # for errors, and for other templates that import its macros (`{% import "name" as … %}`)
    target: str  # path of its file, itself a template over the same values; empty: no file, others import it
    for_each: Literal["schema", "message", "enum"] = "schema"
    values: Mapping[str, str] = field(default_factory=dict)  # further names that it sees


def render(
    schema: Schema, templates: Sequence[TemplateSource], vocabulary: Vocabulary = _NO_VOCABULARY
) -> dict[str, str]:
    """Render templates over a schema, in the words of a language; gives text by target path, in order.

    Every template (and every macro it imports) sees `schema`, `message_named(name)` (by its domain name), and its own
    `values`; one for each message also `message`, one for each enum `enum`. Filters:

    - of a name: `snake`, `camel`, `pascal`, `upper_snake`, `protobuf_camel`, `capital` (its first letter a capital),
      `escape` (an underscore behind reserved names, and those given to it);
    - of a text: `quoted`, a string literal of most languages (of names in JSON, which may hold anything);
    - of a message: `xml_names`, each field's name in XML, by its name in the .proto: its text name if XML allows it;
    - of a type, a field, a message or an enum: `named` (its name in the language, `Vocabulary.name`); of a type,
      `element` (the same within a list, a map or a nullable) and `converted(TABLE, value)` (`Vocabulary.converted`);
    - of a message, for names that never collide: `message | member_names("camel")` maps each field's and union's name
      in the .proto to its escaped name in that style (`same` for none), the later of two that would be one with its
      number behind; `enum | value_names("upper_snake")` does so for values and aliases;
    - `message | accessor_names(taken)`: the name of each field in the accessors that protoc makes, where those of all
      messages have the names `taken` (and, as a second argument, other ends of lists' accessors than Java's);
    - `message | apart_names("camel", taken)`: as `member_names`, but no two alike whatever a compiler does to case and
      underscores, none of `taken`, and `field` behind those that are not allowed (compilers that make camel case
      would drop an underscore); with `unions=false`, only those of fields;
    - of a message or enum: `proto_package` (never empty: the file's own name where it declares none).

    Tests: of a message or enum `well_known` (protobuf's own: runtimes bring its generated class); of one of
    `message.members` `union`; of a type or field `kept(TABLE)` (`Vocabulary.is_kept`).

    Raises:
        DefinitionError: a template is not well formed, uses a name that is not there, or a target leaves its folder
            or is written twice.
    """
    environment = _environment(schema, templates, vocabulary)
    rendered: dict[str, str] = {}
    for template in templates:
        if not template.target:
            continue
        try:
            with _deep_calls():
                for values in _values(schema, template):
                    path = environment.from_string(template.target).render(values)
                    target = _checked_target(template, path, rendered)
                    rendered[target] = environment.get_template(template.name).render(values)
        except WirelabError:
            raise
        except Exception as error:  # a template runs expressions of its author, which may raise anything
            raise _template_fault(template, error) from error
    return rendered


@contextmanager
def _deep_calls() -> Iterator[None]:
    """Macros that call themselves take some twenty calls of Python for each level of a document."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, _DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


def _values(schema: Schema, template: TemplateSource) -> Iterator[Values]:
    if template.for_each == "message":
        yield from ({**template.values, "message": message} for message in schema.messages)
    elif template.for_each == "enum":
        yield from ({**template.values, "enum": enum} for enum in schema.enums)
    else:
        yield template.values


def _environment(schema: Schema, templates: Sequence[TemplateSource], vocabulary: Vocabulary) -> "Environment":
    from jinja2 import DictLoader, Environment, StrictUndefined

    environment = Environment(
        loader=DictLoader({template.name: template.source_text for template in templates}),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # sources, not HTML
        extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols"],
    )
    reserved = frozenset(vocabulary.reserved)
    environment.globals.update(
        schema=schema,
        message_named=partial(_named, {message.name: message for message in schema.messages}),
    )
    environment.filters.update(STYLES)
    environment.filters.update(
        capital=capital,
        named=vocabulary.name,
        element=vocabulary.element,
        converted=vocabulary.converted,
        escape=lambda name, taken=(): escaped(name, reserved | set(taken)),
        member_names=_remembered(lambda message, style: distinct(message.numbers, style, reserved)),
        value_names=partial(_value_names, reserved=reserved),
        accessor_names=_accessor_names,
        apart_names=partial(_apart_names, reserved=reserved),
        proto_package=_proto_package,
        quoted=quoted,
        xml_names=_remembered(xml_names),
    )
    environment.tests.update(
        well_known=lambda declared: not is_compiled(declared.file),
        union=lambda member: isinstance(member, Oneof),
        kept=vocabulary.is_kept,
    )
    return environment


def _remembered(names_of: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
    """The same, made once for a message and the other arguments: templates ask again for each field."""
    found: dict[tuple[str, ...], dict[str, str]] = {}

    def remembered(message: Message, *asked: str) -> dict[str, str]:
        key = (message.name, *asked)
        if key not in found:
            found[key] = names_of(message, *asked)
        return found[key]

    return remembered


def _named(messages: Mapping[str, Message], name: str) -> Message:
    from jinja2 import UndefinedError

    if name not in messages:
        raise UndefinedError(f"there is no message '{name}' here; known messages: {', '.join(messages)}")
    return messages[name]


def _apart_names(
    message: Message, style: str, taken: Collection[str] = (), *, unions: bool = True, reserved: frozenset[str]
) -> dict[str, str]:
    names = message.numbers if unions else message.numbers[: len(message.fields)]
    return distinct(names, style, reserved | set(taken), behind=STYLES[style]("x_field")[1:], fold=folded)


def _accessor_names(message: Message, taken: Sequence[str], *further: Sequence[str]) -> dict[str, str]:
    return accessor_names([(one.name, one.number, one.many) for one in message.fields], taken, *further)


def xml_names(message: Message) -> dict[str, str]:
    """Each field's name in XML: its text name, or camel case (distinct from all) where XML allows no such name."""
    kept = {field.name: field.text_name for field in message.fields if _XML_NAME.fullmatch(field.text_name)}
    others = [(field.name, field.number) for field in message.fields if field.name not in kept]
    return kept | distinct(others, "camel", kept.values())


def _value_names(enum: Enum, style: str, reserved: frozenset[str]) -> dict[str, str]:
    # A value's number may be negative or, for an alias, the same: its place distinguishes it from others.
    values = [*enum.values, *enum.aliases]
    return distinct([(value.name, at) for at, value in enumerate(values)], style, reserved)


def _proto_package(declared: Message | Enum) -> str:
    nested = ".".join(declared.path)
    return package_of(declared.full_name.removesuffix(nested).removesuffix("."), declared.file)


def _checked_target(template: TemplateSource, target: str, rendered: Mapping[str, str]) -> str:
    part = f"template {template.name}"
    path = PurePosixPath(target)
    if path.is_absolute() or ".." in path.parts or not path.name:
        raise DefinitionError(part, f"its target '{target}' is not a path below the output folder")
    if str(path) in rendered:
        remedy = "put the name of the message or enum in the target"
        raise DefinitionError(part, f"its target '{target}' is written twice", remedy=remedy)
    return str(path)


def _template_fault(template: TemplateSource, error: Exception) -> DefinitionError:
    from jinja2 import TemplateSyntaxError

    place = template.name
    if isinstance(error, TemplateSyntaxError):
        place = f"{error.name or template.name}:{error.lineno}"
    else:
        place = _failing_line(template, error) or place
    return DefinitionError(
        f"template {template.name}", "it cannot be rendered", why=f"{place}: {type(error).__name__}: {error}"
    )


def _failing_line(template: TemplateSource, error: Exception) -> str:
    """Jinja2 rewrites tracebacks so that frames of templates bear the template's lines."""
    place, step = "", error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename in ("<template>", template.name):
            place = f"{template.name}:{step.tb_lineno}"
        step = step.tb_next
    return place
