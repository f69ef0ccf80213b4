# SPDX-License-Identifier: BSD-2-Clause
"""The format of C++, C, Python and .flat files, as their formatters would write them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from flatland import paths
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.results import Context, Result
from flatland.testing.sources import c_suffixes, cpp_suffixes, files_with
from flatland.testing.tool import by_file, results_by_file, run_over


def run(context: Context) -> Iterator[Result]:
    """Checks every file; changes none."""
    ensure(find("clang-format"))
    yield from clang_format(context)
    yield from python_format(context)
    yield from flat_format(context)


def clang_format(context: Context) -> list[Result]:
    """C++ and C by clang-format, with the style of the kit."""
    workspace = context.workspace
    files = files_with(workspace, (*cpp_suffixes, *c_suffixes))
    style = f"--style=file:{paths.kit / '.clang-format'}"
    output = run_over(["clang-format-19", "--dry-run", style], files, workspace.folder)
    problems = by_file(output, workspace.folder)
    return results_by_file(
        "format",
        files,
        {file: lines[:1] for file, lines in problems.items()},
        workspace,
        lambda name: f"clang-format-19 -i {name}",
    )


def python_format(context: Context) -> list[Result]:
    """Python by ruff, with the configuration of tools/cli."""
    workspace = context.workspace
    files = files_with(workspace, (".py",))
    if not files:
        return []
    config = paths.kit / "tools" / "cli" / "pyproject.toml"
    command = [sys.executable, "-m", "ruff", "format", "--check", f"--config={config}"]
    output = run_over(command, files, workspace.folder)
    mark = "Would reformat: "
    bad = [line.removeprefix(mark) for line in output.splitlines() if line.startswith(mark)]
    problems = {(workspace.folder / name).resolve(): ["would be reformatted"] for name in bad}
    again = "(cd tools/cli && ../../.venv/bin/ruff format ../../{})"
    return results_by_file("format", files, problems, workspace, again.format)


def flat_format(context: Context) -> list[Result]:
    """.flat files by `flat fmt --check`."""
    workspace = context.workspace
    files = [file for file in files_with(workspace, (".flat",)) if "tools" not in file.parts]
    command = [str(paths.kit / "flat"), "fmt", "--check"]
    done = subprocess.run(
        command, cwd=workspace.folder, capture_output=True, text=True, check=False
    )
    problems: dict[Path, list[str]] = {
        (workspace.folder / name).resolve(): ["would be reformatted"]
        for name in done.stdout.splitlines()
    }
    problems |= by_file(done.stderr, workspace.folder)
    return results_by_file("format", files, problems, workspace, lambda name: f"flat fmt {name}")
