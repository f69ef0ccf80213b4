# SPDX-License-Identifier: BSD-2-Clause
"""The tests written in Python: of the command line, of instruments, of the documents."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.setup.install import ensure
from flatland.setup.tools import tools
from flatland.testing.inputs import everything
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed, passed, skipped
from flatland.testing.sources import files_with, python_suites


def labels(context: Context) -> list[str]:
    """The test files, by path and by folder."""
    return [context.workspace.display(file) for file in files(context.workspace)]


def files(workspace: Workspace) -> list[Path]:
    """Every file of tests in Python."""
    found = files_with(workspace, (".py",))
    return [file for file in found if file.name.startswith("test_")]


def jobs(context: Context) -> Iterator[Job]:
    """A job for each wanted file."""
    workspace = context.workspace
    wanted = [
        file
        for file in files(workspace)
        if context.selection.wants("pytest", workspace.display(file))
    ]
    if wanted and workspace.folder == paths.kit:
        ensure(tools)  # between them, the kit's suites use every one
    for folder, members in python_suites(wanted).items():
        for file in sorted(members):
            name = f"pytest {workspace.display(file)}"
            yield Job(name, partial(run_file, context, folder, file), everything)


def run_file(context: Context, folder: Path, file: Path) -> Iterator[Result]:
    """Runs one file of the suite in `folder` and reads what pytest reports."""
    workspace = context.workspace
    config = paths.kit / "tools" / "cli" / "pyproject.toml"
    report = workspace.build / "tests" / "pytest" / f"{workspace.display(file)}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-c", str(config), "--rootdir", str(folder)]
    command += [f"--junit-xml={report}", "--tb=short"]
    if folder != config.parent:  # its files import each other by their bare names
        command.append("--import-mode=prepend")
    done = subprocess.run(
        [*command, str(file)],
        cwd=folder,
        capture_output=not context.verbose,
        text=True,
        check=False,
    )
    try:
        cases = list(ElementTree.parse(report).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        name = workspace.display(file)
        yield failed(f"pytest {name}", f"{done.stdout}{done.stderr}", f"flat test -v {name}")
        return
    yield from _results(workspace, folder, cases)


def _results(
    workspace: Workspace, folder: Path, cases: list[ElementTree.Element]
) -> Iterator[Result]:
    good = 0
    for case in cases:
        module = case.get("classname") or case.get("name") or ""
        path = workspace.display(folder / f"{module.replace('.', '/')}.py")
        name = f"pytest {path}::{case.get('name')}"
        problems = [*case.findall("failure"), *case.findall("error")]
        skip = case.find("skipped")
        if problems:
            text = "\n".join(problem.text or "" for problem in problems)
            yield failed(name, text, f"flat test {path}")
        elif skip is not None:
            yield skipped(name, skip.get("message", ""))
        else:
            good += 1
    if good:
        yield passed("pytest", good)
