"""What is wrong with a value of a TOML document, in TOML's own words."""

from pydantic_core import ErrorDetails

_FAULTS = {
    "should be text in quotes": ("string_type", "dataclass_type", "dataclass_exact_type"),
    "should be a whole number": ("int_type", "int_from_float", "int_parsing"),
    "should be a number": ("float_type", "float_parsing"),
    "should be a finite number": ("finite_number",),
    "should be true or false": ("bool_type", "bool_parsing"),
    "should be a list in square brackets": ("tuple_type", "list_type", "set_type"),
    "should be a table": ("dict_type", "model_type", "model_attributes_type"),
    "should be {expected}": ("enum", "literal_error"),
    "at least {min_length} is needed": ("too_short",),
    "should not be empty": ("string_too_short",),
    "should be above {gt}": ("greater_than",),
    "should be at least {ge}": ("greater_than_equal",),
    "should be below {lt}": ("less_than",),
    "should be at most {le}": ("less_than_equal",),
    "needs a key {discriminator} that says which kind it is": ("union_tag_not_found",),
    "{discriminator} should be one of {expected_tags}, not '{tag}'": ("union_tag_invalid",),
}
_WORDS = {fault: words for words, faults in _FAULTS.items() for fault in faults}
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
