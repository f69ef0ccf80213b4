# SPDX-License-Identifier: BSD-2-Clause
"""What linters find: ruff for Python, clang-tidy for C++."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from flatland import paths
from flatland.testing.results import Context, Result
from flatland.testing.sources import files_with
from flatland.testing.tidy import run_tidy
from flatland.testing.tool import by_file, results_by_file, run_over


def run(context: Context) -> Iterator[Result]:
    """Lints every source."""
    yield from ruff(context)
    yield from run_tidy(context)


def ruff(context: Context) -> list[Result]:
    """Python by ruff, with the configuration of tools/cli."""
    workspace = context.workspace
    files = files_with(workspace, (".py",))
    if not files:
        return []
    config = paths.kit / "tools" / "cli" / "pyproject.toml"
    command = [sys.executable, "-m", "ruff", "check", "--output-format=concise", "--quiet"]
    output = run_over([*command, f"--config={config}"], files, workspace.folder)
    problems = by_file(output, workspace.folder)
    again = "(cd tools/cli && ../../.venv/bin/ruff check ../../{})"
    return results_by_file("lint", files, problems, workspace, again.format)
