"""Draws the house from its imports, into docs/architecture.md: `make architecture`."""

import ast
import re
import tomllib
from collections.abc import Iterator

import grimp

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "architecture.md"
DRAWN = re.compile(r"(?<=<!-- drawn from the imports -->\n).*?(?=<!-- made by: make architecture -->)", re.DOTALL)


def main() -> None:
    """Draw it again."""
    PAGE.write_text(DRAWN.sub(lambda _: drawing(), PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def drawing() -> str:
    """The floors, top to bottom, and a row per room: its job, its folders, and which rooms it imports."""
    floors = list(_floors())
    graph = grimp.build_graph("wirelab")
    rows = [_row(room, graph) for floor in floors for room in floor]
    plan = "\n".join(" | ".join(floor) for floor in floors)
    head = "| Room | Its job | Folders | Imports |\n| --- | --- | --- | --- |"
    return "\n".join(["```", plan, "```", "", head, *rows]) + "\n"


def _floors() -> Iterator[tuple[str, ...]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["type"] == "layers")
    for floor in layers:
        yield tuple(name.strip() for name in floor.split("|"))


def _row(room: str, graph: grimp.ImportGraph) -> str:
    folder = ROOT / "src" / "wirelab" / room
    job = (ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or "").partition("\n")[0]
    folders = sorted(each.parent.relative_to(folder).as_posix() for each in folder.glob("**/__init__.py"))
    inside = ", ".join(f"`{name}`" for name in folders if name != ".")
    own = f"wirelab.{room}"
    modules = {own, *graph.find_descendants(own)}
    imported = {name for each in modules for name in graph.find_modules_directly_imported_by(each)}
    wanted = {name.split(".")[1] for name in imported if name.count(".")}
    imports = ", ".join(sorted(wanted - {room}))
    return f"| `{room}` | {job} | {inside} | {imports} |"


if __name__ == "__main__":
    main()
