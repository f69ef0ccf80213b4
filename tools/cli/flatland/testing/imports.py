# SPDX-License-Identifier: BSD-2-Clause
"""Rules about the imports of the command line's own modules.

Packages import downwards in the order of the table in tools/cli/README.md, modules form no circle,
and imports stand at the top. Inside a function, or for the type checker alone, stand only

* the imports of `main` and of verbs: one invocation of a verb needs a part of them;
* imports of modules that bring a package of requirements.txt with them, which takes long;
* those of `_late`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

_late = {
    "flatland.builder.emit",  # and the model with it: a build with nothing to do needs neither
    "flatland.idl.xdr.files",  # few kernels have `.x` files, and
    "flatland.idl.xdr.model",  # their language is as large as that of all other interfaces
}
_free = ("main", "commands")
_row = re.compile(r"^\| `flatland/(\w+)(?:\.py)?` \|", re.MULTILINE)


@dataclass(frozen=True)
class Import:
    """A module that another one imports, and where."""

    module: str
    line: int
    at_top: bool


def problems(tool: Path) -> Iterator[str]:
    """What is wrong in a folder like tools/cli, as `file:line: problem` from there."""
    modules = _modules(tool)
    imports = {name: list(_imports(file, modules)) for name, file in modules.items()}
    files = {name: file.relative_to(tool).as_posix() for name, file in modules.items()}
    order = _row.findall((tool / "README.md").read_text(encoding="utf-8"))
    for name, found in imports.items():
        for each in found:
            problem = _order_problem(name, each, order) or _place_problem(name, each, imports)
            if problem:
                yield f"{files[name]}:{each.line}: {problem}"
    graph = {
        name: {part for each in found for part in _with_packages(each.module)} - {name}
        for name, found in imports.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        names = list(reversed(circle.args[1]))
        yield f"{files[names[0]]}:1: modules import each other: {' -> '.join(names)}"


def _modules(tool: Path) -> dict[str, Path]:
    found = {}
    for file in sorted((tool / "flatland").rglob("*.py")):
        parts = file.relative_to(tool).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def _imports(file: Path, modules: Mapping[str, Path]) -> Iterator[Import]:
    """Every import of a module, wherever it stands."""
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    top = set(tree.body)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield Import(each.name, node.lineno, node in top)
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = {f"{node.module}.{each.name}" for each in node.names}
            for name in sorted(below & set(modules)) or [node.module]:
                yield Import(name, node.lineno, node in top)


def _with_packages(module: str) -> Iterator[str]:
    """A module and the packages around it, which Python loads before it."""
    parts = module.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def _order_problem(name: str, found: Import, order: list[str]) -> str | None:
    own, other = _package(name), _package(found.module)
    if found.module.partition(".")[0] != "flatland" or own == other or not own:
        return None
    for package in (own, other):
        if package not in order:
            return f"README.md has no row for flatland/{package}"
    if order.index(own) < order.index(other):
        return None
    return f"flatland/{own} imports {found.module}: README.md has flatland/{other} above it"


def _place_problem(name: str, found: Import, imports: Mapping[str, list[Import]]) -> str | None:
    if found.at_top or _package(name) in _free or found.module in _late:
        return None
    if _brings_package(found.module, imports, set()):
        return None
    return f"`{found.module}` is imported in a function: imports stand at the top"


def _package(module: str) -> str:
    """`model` of `flatland.model.load`; of `flatland.main`, `main`."""
    return module.split(".")[1] if "." in module else ""


def _brings_package(module: str, imports: Mapping[str, list[Import]], seen: set[str]) -> bool:
    """Whether an import of the module loads what is neither ours nor Python's own."""
    top = module.partition(".")[0]
    if top != "flatland":
        return top not in sys.stdlib_module_names
    seen.add(module)
    return any(
        _brings_package(each.module, imports, seen)
        for each in imports.get(module, ())
        if each.at_top and each.module not in seen
    )
