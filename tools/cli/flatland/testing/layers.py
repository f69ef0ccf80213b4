# SPDX-License-Identifier: BSD-2-Clause
"""Rules about text that no compiler checks: what may include or import what, `#if`, licence lines.

They are rules 4, 10 and 13 of CONTRIBUTING's style: includes point down, from components and
dimensions to core (`include_rules.py`), and kernel-only components are named (`kernel_only.py`);
variation is never `#if`; every file says its licence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.testing import imports, kernel_only, tool_folders
from flatland.testing.include_rules import c_include_problem, include_problem
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.sources import c_suffixes, cpp_suffixes, files_with

_include = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
_condition = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif|elifdef|elifndef)\b")
_may_have_conditions = "core/compiler.hpp"
_spdx = "SPDX-License-Identifier: BSD-2-Clause"
_columns = 100
_lines_max = 500

_licensed = (
    *(*cpp_suffixes, *c_suffixes, ".S", ".lds", ".flat", ".java", ".py", ".toml", ".sh", ".in"),
    *(".ts", ".css"),
)


def run(context: Context) -> Iterator[Result]:
    """Checks every source; each file is one test, imports and folders of the tools are one each."""
    workspace = context.workspace
    good = 0
    if workspace.folder == workspace.kit:
        tools = workspace.kit / "tools"
        of_tools = {
            "imports of tools/cli": list(imports.problems(tools / "cli")),
            "folders of tools": list(tool_folders.problems(tools)),
        }
        for name, problems in of_tools.items():
            if problems:
                yield failed(f"layers {name}", "\n".join(problems), "flat test layers")
            else:
                good += 1
    for file in files_with(workspace, _licensed):
        problems = list(check_file(workspace, file))
        name = workspace.display(file)
        if problems:
            yield failed(f"layers {name}", "\n".join(problems), "flat test layers")
        else:
            good += 1
    for problem in kernel_only.problems(workspace):
        yield failed("layers kernel_only", problem, "flat test layers")
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
    if file.suffix in c_suffixes:
        yield from _check_c(file, name, lines)
    if file.suffix in cpp_suffixes:
        yield from _check_cpp(workspace, file, name, lines)


def _check_c(file: Path, name: str, lines: list[str]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        match = _include.match(line)
        problem = c_include_problem(name, match.group(1), file.parent) if match else None
        if problem:
            yield f"{name}:{number}: {problem}"


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
