# SPDX-License-Identifier: BSD-2-Clause
"""Each header compiles alone: with clang and with g++, on the first line of an empty file."""

from __future__ import annotations

from collections.abc import Iterator

from flatland.builder.toolchain import compilers
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.check_graph import Check, CheckGraph, check_with
from flatland.testing.results import Context, Result
from flatland.testing.sources import files_with, kernel_part, test_names

_tail = "-MD -MF $out.d -MT $out -fsyntax-only -x c++ -"


def run(context: Context) -> Iterator[Result]:
    """Compiles every header of the kernel's and of the user programs."""
    ensure(find("ninja", "clang++", "g++"))
    workspace = context.workspace
    graph = CheckGraph(context, "headers")
    checks: list[Check] = []
    for file in files_with(workspace, (".hpp",)):
        name = workspace.display(file)
        part = kernel_part(name)
        if part is None or name.endswith(test_names):
            continue
        for compiler in compilers.values():
            words = graph.command(graph.configuration(file), compiler, part == "user")
            command = f"echo '#include \"'$in'\"' | {check_with(words, _tail)}"
            test = f"headers {name} ({compiler.name})"
            checks.append(graph.add(f"headers-{compiler.name}", command, file, test))
    yield from graph.results(checks, context.verbose, "flat test headers")
