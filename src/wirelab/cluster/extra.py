"""The optional packages that several hosts need."""

from importlib.util import find_spec

from wirelab.model.errors import HostError

_PACKAGES = ("cryptography", "distributed")


def require_extra(part: str) -> None:
    """Make sure that they are installed; else a HostError names the `part` that needs them, and how to install them."""
    missing = [name for name in _PACKAGES if find_spec(name) is None]
    if missing:
        what, remedy = "not all packages that it needs are installed", "in Wirelab's repository: pip install '.[hosts]'"
        raise HostError(part, what, why=f"missing: {', '.join(missing)}", remedy=remedy)
