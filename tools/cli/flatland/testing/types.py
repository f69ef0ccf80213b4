# SPDX-License-Identifier: BSD-2-Clause
"""Types in Python, checked by mypy --strict."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.testing.quick_choice import changed_files
from flatland.testing.results import Context, Result, failed, skipped
from flatland.testing.sources import files_with, python_suites
from flatland.testing.tool import by_file, results_by_file

_imported_from = ("tools/cli", "tools/real", "tools/rewrite", "tests/rpc")
"""The folders whose modules other suites import."""


def run(context: Context) -> Iterator[Result]:
    """Checks every Python file of the kit, each by the names that modules have in its suite.

    A quick run does so where one of them was changed.
    """
    changed = changed_files(context.workspace.folder)
    if context.selection.is_quick_choice and all(file.suffix != ".py" for file in changed):
        yield skipped("types", "a quick run, and no file in Python was changed")
        return
    suites = python_suites(files_with(context.workspace, (".py",)))
    for together in _that_can_be_one_program(suites):
        files = [file for suite in together for file in suites[suite]]
        yield from _check(context.workspace, together, files)


def _that_can_be_one_program(suites: Mapping[Path, Sequence[Path]]) -> list[list[Path]]:
    """Suites in groups within which a name means one module: each group reads its imports once.

    A suite with a module that is called as one of Python's library would hide that from others.
    """
    groups: list[tuple[set[str], list[Path]]] = []
    alone: list[list[Path]] = []
    for suite, files in sorted(suites.items(), key=lambda each: -len(each[1])):
        names = {file.relative_to(suite).parts[0].removesuffix(".py") for file in files}
        if names & sys.stdlib_module_names:
            alone.append([suite])
            continue
        free = (each for each in groups if not names & each[0])
        group = next(free, None)
        if group is None:
            group = (set(), [])
            groups.append(group)
        group[0].update(names)
        group[1].append(suite)
    return [*(folders for _, folders in groups), *alone]


def _check(workspace: Workspace, suites: Sequence[Path], files: list[Path]) -> list[Result]:
    output = _mypy(suites, files)
    problems = by_file(output, suites[0])
    again = "flat test types"
    if output.strip() and not problems:
        return [failed(f"types {workspace.display(suites[0])}", output, again)]
    return results_by_file("types", files, problems, workspace, lambda name: again)


def _mypy(suites: Sequence[Path], files: list[Path]) -> str:
    """What mypy complains about, with the configuration of tools/cli, in the first suite."""
    config = paths.kit / "tools" / "cli" / "pyproject.toml"
    command = [sys.executable, "-m", "mypy", "--no-error-summary"]
    command += [f"--config-file={config}"]
    command += [f"--cache-dir={paths.build / 'mypy'}"]
    roots = (*suites, *(paths.kit / each for each in _imported_from))
    environment = {**os.environ, "MYPYPATH": os.pathsep.join(map(str, roots))}
    done = subprocess.run(
        [*command, *map(str, files)],
        cwd=suites[0],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    return done.stdout + done.stderr
