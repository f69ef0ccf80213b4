# SPDX-License-Identifier: BSD-2-Clause
"""clang-tidy over the C++ sources; a source is looked at again when it or an include changed.

It takes thrice as long as compiling them, so a usual run looks at what was changed and at a part.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flatland import paths
from flatland.builder.toolchain import compilers
from flatland.builder.workspace import Workspace
from flatland.ninja.file import shell_quote
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.check_graph import Check, CheckGraph
from flatland.testing.results import Context, Result
from flatland.testing.sources import files_with, kernel_part
from flatland.testing.usual_part import part_of

_quick_limit = 50
runs = 3
"""How many usual runs have all sources between them."""


def run_tidy(context: Context) -> Iterator[Result]:
    """Lints every source file of the kernel's and of the user programs, but not tests."""
    ensure(find("ninja", "clang++", "clang-tidy"))
    workspace = context.workspace
    graph = CheckGraph(context, "tidy")
    checks: list[Check] = []
    linted = part_of(context, _linted(workspace), lambda file: (file,), runs)
    for file in graph.wanted(context, linted, _quick_limit):
        name = workspace.display(file)
        part = kernel_part(name)
        words = graph.command(graph.configuration(file), compilers["clang"], part == "user")
        dependencies = "-M -MF $out.d -MT $out $in"
        tidy = ["clang-tidy-19", "--quiet", f"--config-file={paths.kit / '.clang-tidy'}"]
        command = (
            f"{shell_quote(words)} {dependencies} && {{ {shell_quote(tidy)} $in --"
            f" {shell_quote(words[1:])} 2>$out.log || {{ cat $out.log; false; }}; }} && touch $out"
        )
        checks.append(graph.add("tidy", command, file, f"lint {name}"))
    yield from graph.results(checks, context.verbose, "flat test lint")


def _linted(workspace: Workspace) -> list[Path]:
    """The sources of the kernel's and of the user programs, but not tests."""
    names = ((file, workspace.display(file)) for file in files_with(workspace, (".cpp",)))
    return [file for file, name in names if kernel_part(name) and not name.endswith("_test.cpp")]
