# SPDX-License-Identifier: BSD-2-Clause
"""Types in Python, checked by mypy --strict."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.testing.results import Context, Result, failed
from flatland.testing.sources import files_with, python_suites
from flatland.testing.tool import by_file, results_by_file

_imported_from = ("tools/cli", "tools/rewrite", "tests/rpc")
"""The folders whose modules other suites import."""


def run(context: Context) -> Iterator[Result]:
    """Checks every Python file of the kit, each suite in its folder."""
    for folder, files in python_suites(files_with(context.workspace, (".py",))).items():
        yield from _check_suite(context.workspace, folder, files)


def _check_suite(workspace: Workspace, folder: Path, files: list[Path]) -> list[Result]:
    output = _mypy(folder, files)
    problems = by_file(output, folder)
    again = "flat test types"
    if output.strip() and not problems:
        return [failed(f"types {workspace.display(folder)}", output, again)]
    return results_by_file("types", files, problems, workspace, lambda name: again)


def _mypy(folder: Path, files: list[Path]) -> str:
    """What mypy complains about, with the configuration of tools/cli."""
    config = paths.kit / "tools" / "cli" / "pyproject.toml"
    command = [sys.executable, "-m", "mypy", "--no-error-summary"]
    command += [f"--config-file={config}"]
    command += [f"--cache-dir={paths.build / 'mypy'}"]
    names = [str(file.relative_to(folder)) for file in files]
    shared = (str(paths.kit / each) for each in _imported_from)
    environment = {**os.environ, "MYPYPATH": os.pathsep.join(shared)}
    done = subprocess.run(
        [*command, *names], cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    return done.stdout + done.stderr
