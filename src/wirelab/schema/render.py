"""From the model to sources: Jinja2 templates over a schema's messages and enums."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

from wirelab.model.errors import DefinitionError, WirelabError
from wirelab.schema.definitions.language import defined_names
from wirelab.schema.descriptors import is_compiled, package_of
from wirelab.schema.names import STYLES, distinct, escaped
from wirelab.schema.types import Enum, Message, Schema

if TYPE_CHECKING:
    from jinja2 import Environment

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class TemplateSource:
    """A template and what it makes.

    Attributes:
        source_text: the template.
        name: for errors, and for other templates that import its macros (`{% import "name" as … %}`).
        target: path of what it makes, itself a template over the same values; empty: nothing, others import it.
        for_each: rendered once a schema, message or enum.
    """

    source_text: str
    name: str
    target: str
    for_each: Literal["schema", "message", "enum"] = "schema"


def render(schema: Schema, templates: Sequence[TemplateSource], reserved: Collection[str] = ()) -> dict[str, str]:
    """Render templates over a schema.

    Every template (and every macro it imports) sees `schema`, `message_named(name)` and `enum_named(name)` (by the
    domain names that `FieldType` holds); one for each message also `message`, one for each enum `enum`. Filters:

    - of a name: `snake`, `camel`, `pascal`, `upper_snake`, `protobuf_camel`, `escape` (an underscore behind reserved
      names);
    - of a message, for names that never collide: `message | member_names("camel")` maps each field's and union's name
      in the .proto to its escaped name in that style (`same` for none), the later of two that would be one with its
      number behind; `enum | value_names("upper_snake")` likewise for values and aliases;
    - `message | defined_names("thrift")`: the name of each field in the definition in another language;
    - of a message or enum: `proto_package` (never empty: the file's own name where it declares none).

    Tests of a message or enum: `well_known` (protobuf's own: runtimes bring its generated class).

    Args:
        schema: the types.
        templates: what to render.
        reserved: names that the language does not allow.

    Returns:
        Text by target path, in order.

    Raises:
        DefinitionError: a template is not well formed, uses a name that is not there, or a target leaves its folder
            or is written twice.
    """
    environment = _environment(schema, templates, reserved)
    rendered: dict[str, str] = {}
    for template in templates:
        if not template.target:
            continue
        try:
            for values in _values(schema, template.for_each):
                target = _checked_target(template, environment.from_string(template.target).render(values), rendered)
                rendered[target] = environment.get_template(template.name).render(values)
        except WirelabError:
            raise
        except Exception as error:  # a template runs expressions of its author: anything can come of them
            raise _template_fault(template, error) from error
    return rendered


def _values(schema: Schema, for_each: str) -> Iterator[Values]:
    if for_each == "message":
        yield from ({"message": message} for message in schema.messages)
    elif for_each == "enum":
        yield from ({"enum": enum} for enum in schema.enums)
    else:
        yield {}


def _environment(schema: Schema, templates: Sequence[TemplateSource], reserved: Collection[str]) -> "Environment":
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
    kept = frozenset(reserved)
    environment.globals.update(
        schema=schema,
        message_named=partial(_named, {message.name: message for message in schema.messages}),
        enum_named=partial(_named, {enum.name: enum for enum in schema.enums}),
    )
    environment.filters.update(STYLES)
    environment.filters.update(
        escape=partial(escaped, reserved=kept),
        member_names=partial(_member_names, reserved=kept),
        value_names=partial(_value_names, reserved=kept),
        defined_names=defined_names,
        proto_package=_proto_package,
    )
    environment.tests.update(well_known=lambda declared: not is_compiled(declared.file))
    return environment


def _named(types: Mapping[str, Message] | Mapping[str, Enum], name: str) -> Message | Enum:
    from jinja2 import UndefinedError

    if name not in types:
        raise UndefinedError(f"there is no type '{name}' here; known types: {', '.join(types) or 'none'}")
    return types[name]


def _member_names(message: Message, style: str, reserved: Collection[str]) -> dict[str, str]:
    members = [(field.name, field.number) for field in message.fields]
    members += [(union.name, union.fields[0].number) for union in message.oneofs]
    return distinct(members, style, reserved)


def _value_names(enum: Enum, style: str, reserved: Collection[str]) -> dict[str, str]:
    # A value's number may be negative or, for an alias, the same: its place is what tells it from others.
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
