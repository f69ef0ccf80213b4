# SPDX-License-Identifier: BSD-2-Clause
"""Types in Python, checked by mypy --strict."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from flatland import paths
from flatland.testing.results import Context, Result, failed
from flatland.testing.sources import files_with
from flatland.testing.tool import by_file, results_by_file


def run(context: Context) -> Iterator[Result]:
    """Checks the command line and its tests."""
    workspace = context.workspace
    folder = paths.kit / "tools" / "cli"
    if workspace.folder != paths.kit:
        return
    files = [file for file in files_with(workspace, (".py",)) if file.is_relative_to(folder)]
    others = [file for file in files_with(workspace, (".py",)) if file not in files]
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "flatland", "tests"]
    done = subprocess.run(
        [*command, *map(str, others)], cwd=folder, capture_output=True, text=True, check=False
    )
    complaints = by_file(done.stdout, folder)
    if done.returncode != 0 and not complaints:
        yield failed("types", done.stdout + done.stderr, "flat test types")
        return
    again = "(cd tools/cli && ../../.venv/bin/mypy)"
    yield from results_by_file(
        "types", [*files, *others], complaints, workspace, lambda name: again
    )
