"""What is wrong with a value of a TOML document, in TOML's own words."""

from pydantic_core import ErrorDetails

_WORDS = {
    "string_type": "should be text in quotes",
    "int_type": "should be a whole number",
    "int_from_float": "should be a whole number",
    "int_parsing": "should be a whole number",
    "float_type": "should be a number",
    "float_parsing": "should be a number",
    "finite_number": "should be a finite number",
    "bool_type": "should be true or false",
    "bool_parsing": "should be true or false",
    "tuple_type": "should be a list in square brackets",
    "list_type": "should be a list in square brackets",
    "set_type": "should be a list in square brackets",
    "dict_type": "should be a table",
    "model_type": "should be a table",
    "model_attributes_type": "should be a table",
    "dataclass_type": "should be text in quotes",
    "dataclass_exact_type": "should be text in quotes",
    "enum": "should be {expected}",
    "literal_error": "should be {expected}",
    "too_short": "at least {min_length} is needed",
    "string_too_short": "should not be empty",
    "greater_than": "should be above {gt}",
    "greater_than_equal": "should be at least {ge}",
    "less_than": "should be below {lt}",
    "less_than_equal": "should be at most {le}",
    "union_tag_not_found": "needs a key {discriminator} that says which kind it is",
    "union_tag_invalid": "{discriminator} should be one of {expected_tags}, not '{tag}'",
}
_PATTERNS = {
    r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$": "should be lower-case words with hyphens between them",
    r"^[A-Za-z0-9][A-Za-z0-9._-]*$": "should be letters, digits, points, hyphens and underscores",
}


def fault_words(detail: ErrorDetails) -> str:
    """What a value should be, as a clause: `should be a whole number`."""
    context = detail.get("ctx", {})
    if detail["type"] == "string_pattern_mismatch":
        pattern = context["pattern"]
        return _PATTERNS.get(pattern, f"should match the pattern {pattern}")
    words = _WORDS.get(detail["type"])
    if words is not None:
        return words.format(**context)
    message = detail["msg"].removeprefix("Value error, ")
    return message[0].lower() + message[1:]
