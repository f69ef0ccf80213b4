# SPDX-License-Identifier: BSD-2-Clause
"""Rules about text that no compiler checks: what may include what, `#if`, licence lines.

They are rules 4, 10 and 13 of CONTRIBUTING's style: includes point down, from components and
dimensions to core; variation is never `#if`; every file says its licence.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.sources import c_suffixes, cpp_suffixes, files_with, test_names

_include = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
_condition = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef)\b")
_may_have_conditions = "core/compiler.hpp"
_spdx = "SPDX-License-Identifier: BSD-2-Clause"
_dimension_headers = {"arch", "platform", "api", "smp", "abi", "object"}
_columns = 100
_lines_max = 500

_licensed = (
    *(*cpp_suffixes, *c_suffixes, ".S", ".lds", ".flat", ".java", ".py", ".toml", ".sh", ".in"),
)


def run(context: Context) -> Iterator[Result]:
    """Checks every source; each file is one test."""
    workspace = context.workspace
    good = 0
    for file in files_with(workspace, _licensed):
        problems = list(check_file(workspace, file))
        name = workspace.display(file)
        if problems:
            yield failed(f"layers {name}", "\n".join(problems), "flat test layers")
        else:
            good += 1
    yield passed("layers", good)


def check_file(workspace: Workspace, file: Path) -> Iterator[str]:
    """What is wrong with one file, as `file:line: problem`."""
    name = workspace.display(file)
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    if not any(_spdx in line for line in lines[:2]):
        yield f"{name}:1: the first line is not `{_spdx}`"
    if len(lines) > _lines_max:
        yield f"{name}:{len(lines)}: more than {_lines_max} lines"
    for number, line in enumerate(lines, 1):
        if len(line) > _columns:
            yield f"{name}:{number}: longer than {_columns} columns"
    if file.suffix in cpp_suffixes:
        yield from _check_cpp(workspace, file, name, lines)


def _check_cpp(workspace: Workspace, file: Path, name: str, lines: list[str]) -> Iterator[str]:
    if file.suffix == ".hpp" and lines.count("#pragma once") != 1:
        yield f"{name}:1: a header has `#pragma once` exactly once"
    for number, line in enumerate(lines, 1):
        if _condition.match(line) and name != _may_have_conditions:
            yield f"{name}:{number}: `#if`: variation is a folder or a component"
        match = _include.match(line)
        problem = include_problem(workspace, name, match.group(1)) if match else None
        if problem:
            yield f"{name}:{number}: {problem}"


def include_problem(workspace: Workspace, name: str, header: str) -> str | None:
    """What is wrong with a file's include of a header, if anything is."""
    part = name.partition("/")[0]
    first, _, rest = header.partition("/")
    if part not in ("core", "dimensions", "components", "bindings") or name.endswith(test_names):
        return None
    if first in ("core", "flat") or _is_host_file(workspace, name):
        return None
    if not rest:
        beside = (workspace.folder / name).parent / header
        if beside.is_file() or _is_freestanding(workspace, header):
            return None
        return f"<{header}> is the host's; what the kernel needs is in core/"
    if first in _dimension_headers:
        return None
    if first == "bindings":
        if name.rpartition("/")[0] == header.rpartition("/")[0]:
            return None
        return f"<{header}> is a binding kind's own: it is reached by `via`"
    if any((root / "components" / header).is_file() for root in workspace.roots):
        return _component_problem(workspace, name, header)
    if header.endswith(".flat.hpp"):
        return None
    if owner := _publisher(workspace, header):
        return None if name.startswith(f"{owner}/") else f"<{header}> is published by {owner}"
    return f"<{header}> is the host's; what the kernel needs is in core/"


def _publisher(workspace: Workspace, header: str) -> str | None:
    """The variant, as `dimensions/api/v4`, below whose include/ a header lies."""
    for root in workspace.roots:
        for folder in sorted((root / "dimensions").glob("*/*/include")):
            if (folder / header).is_file():
                return workspace.display(folder.parent)
    return None


def _component_problem(workspace: Workspace, name: str, header: str) -> str | None:
    """An include of a component's header: only from its own package, and not another's class."""
    if not name.startswith("components/"):
        return f"<{header}> points up: {name.partition('/')[0]} knows no component"
    own = name.removeprefix("components/")
    if own.rpartition("/")[0] != header.rpartition("/")[0]:
        return f"<{header}> is of another package: components meet in interfaces"
    for root in workspace.roots:
        declared = (root / "components" / header).with_suffix(".flat")
        if declared.is_file() and Path(own).stem != Path(header).stem:
            if f'"{Path(own).name}"' in declared.read_text(encoding="utf-8"):
                return None  # one of the several sources of that component
            return f"<{header}> is another component: components meet in interfaces"
    return None


def _is_host_file(workspace: Workspace, name: str) -> bool:
    """Whether a file belongs to an architecture that is a host, or to that one's platform."""
    return any(name.startswith(folder) for folder in _host_folders(workspace))


@cache
def _host_folders(workspace: Workspace) -> tuple[str, ...]:
    found = []
    for root in workspace.roots:
        for file in (root / "dimensions" / "arch").glob("*/variant.toml"):
            settings = tomllib.loads(file.read_text(encoding="utf-8"))
            if settings.get("compile", {}).get("freestanding") is False:
                found.append(f"dimensions/arch/{file.parent.name}/")
                found.append(f"dimensions/platform/{settings.get('platform')}/")
    return tuple(found)


def _is_freestanding(workspace: Workspace, header: str) -> bool:
    return (workspace.kit / "core" / "freestanding" / header).is_file()
