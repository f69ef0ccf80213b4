# SPDX-License-Identifier: BSD-2-Clause
"""Each header compiles alone, on the first line of an empty file.

With clang and with g++; in a usual run those that were changed, and each other with one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from flatland.builder.toolchain import Compiler, compilers
from flatland.builder.workspace import Workspace
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.check_graph import Check, CheckGraph, check_with
from flatland.testing.results import Context, Result
from flatland.testing.sources import files_with, kernel_part, test_names
from flatland.testing.usual_part import part_of

_tail = "-MD -MF $out.d -MT $out -fsyntax-only -x c++ -"

_quick_limit = 100
runs = 2
"""How many usual runs have all headers with both compilers between them."""


def run(context: Context) -> Iterator[Result]:
    """Compiles every header of the kernel's and of the user programs."""
    ensure(find("ninja", "clang++", "g++"))
    workspace = context.workspace
    graph = CheckGraph(context, "headers")
    checks: list[Check] = []
    wanted = graph.wanted(context, _checked(workspace), _quick_limit)
    for file, compiler in part_of(context, _ways(wanted), lambda way: (way[0],), runs):
        name = workspace.display(file)
        part = kernel_part(name)
        words = graph.command(graph.configuration(file), compiler, part == "user")
        command = f"echo '#include \"'$in'\"' | {check_with(words, _tail)}"
        test = f"headers {name} ({compiler.name})"
        checks.append(graph.add(f"headers-{compiler.name}", command, file, test))
    yield from graph.results(checks, context.verbose, "flat test headers")


def _ways(files: Sequence[Path]) -> list[tuple[Path, Compiler]]:
    """Each header with each compiler, of which neighbours have another one first."""
    both = list(compilers.values())
    return [
        (file, compiler)
        for index, file in enumerate(files)
        for compiler in (both if index % 2 else reversed(both))
    ]


def _checked(workspace: Workspace) -> list[Path]:
    """The headers of the kernel's and of the user programs, but not those of tests."""
    names = ((file, workspace.display(file)) for file in files_with(workspace, (".hpp",)))
    return [file for file, name in names if kernel_part(name) and not name.endswith(test_names)]
