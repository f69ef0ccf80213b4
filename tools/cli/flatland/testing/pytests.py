# SPDX-License-Identifier: BSD-2-Clause
"""The tests written in Python: of the command line, of instruments, of the documents."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.setup.install import ensure
from flatland.setup.tools import tools
from flatland.testing.results import Context, Result, failed, passed, skipped
from flatland.testing.sources import files_with, python_suites


def labels(context: Context) -> list[str]:
    """The test files, by path and by folder."""
    return [context.workspace.display(file) for file in _files(context)]


def _files(context: Context) -> list[Path]:
    found = files_with(context.workspace, (".py",))
    return [file for file in found if file.name.startswith("test_")]


def run(context: Context) -> Iterator[Result]:
    """Runs the wanted files, each suite in a process of its own, one for each processor."""
    display = context.workspace.display
    files = [file for file in _files(context) if context.selection.wants("pytest", display(file))]
    if files and context.workspace.folder == paths.kit:
        ensure(tools)  # between them, the kit's suites use every one
    suites = python_suites(files).items()
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for results in pool.map(lambda suite: list(run_suite(context, *suite)), suites):
            yield from results


def run_suite(context: Context, folder: Path, files: list[Path]) -> Iterator[Result]:
    """Runs the files of one suite and reads what pytest reports."""
    workspace = context.workspace
    config = paths.kit / "tools" / "cli" / "pyproject.toml"
    report = workspace.build / "tests" / f"{workspace.display(folder).replace('/', '-')}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-c", str(config), "--rootdir", str(folder)]
    command += [f"--junit-xml={report}", "--tb=short"]
    if folder != config.parent:  # its files import each other by their bare names
        command.append("--import-mode=prepend")
    done = subprocess.run(
        [*command, *map(str, files)],
        cwd=folder,
        capture_output=not context.verbose,
        text=True,
        check=False,
    )
    try:
        cases = list(ElementTree.parse(report).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        name = workspace.display(folder)
        yield failed(f"pytest {name}", f"{done.stdout}{done.stderr}", "flat test pytest -v")
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
