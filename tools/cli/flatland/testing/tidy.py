# SPDX-License-Identifier: BSD-2-Clause
"""clang-tidy over the C++ sources; a source is looked at again when it or an include changed."""

from __future__ import annotations

from collections.abc import Iterator

from flatland import paths
from flatland.builder.toolchain import compilers
from flatland.ninja.file import shell_quote
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.check_graph import Check, CheckGraph
from flatland.testing.results import Context, Result
from flatland.testing.sources import files_with, kernel_part


def run_tidy(context: Context) -> Iterator[Result]:
    """Lints every source file of the kernel's and of the user programs, but not tests."""
    ensure(find("ninja", "clang++", "clang-tidy"))
    workspace = context.workspace
    graph = CheckGraph(context, "tidy")
    checks: list[Check] = []
    for file in files_with(workspace, (".cpp",)):
        name = workspace.display(file)
        part = kernel_part(name)
        if part is None or name.endswith("_test.cpp"):
            continue
        words = graph.command(graph.configuration(file), compilers["clang"], part == "user")
        dependencies = "-MD -MF $out.d -MT $out -fsyntax-only $in"
        tidy = ["clang-tidy-19", "--quiet", f"--config-file={paths.kit / '.clang-tidy'}"]
        command = (
            f"{shell_quote(words)} {dependencies} && {{ {shell_quote(tidy)} $in --"
            f" {shell_quote(words[1:])} 2>$out.log || {{ cat $out.log; false; }}; }} && touch $out"
        )
        checks.append(graph.add("tidy", command, file, f"lint {name}"))
    yield from graph.results(checks, context.verbose, "flat test lint")
