# SPDX-License-Identifier: BSD-2-Clause
"""The tests written in Python: of the command line, of instruments, of the documents."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

from flatland.testing.results import Context, Result, failed, passed, skipped
from flatland.testing.sources import files_with


def labels(context: Context) -> list[str]:
    """The test files, by path and by folder."""
    return [context.workspace.display(file) for file in _files(context)]


def _files(context: Context) -> list[Path]:
    found = files_with(context.workspace, (".py",))
    return [file for file in found if file.name.startswith("test_")]


def run(context: Context) -> Iterator[Result]:
    """Runs the wanted files, those of tools/cli and the others apart."""
    workspace = context.workspace
    display = workspace.display
    files = [file for file in _files(context) if context.selection.wants("pytest", display(file))]
    config = workspace.kit / "tools" / "cli" / "pyproject.toml"
    report = workspace.build / "tests" / "pytest.xml"
    if not files:
        return
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(config)]
    command += ["--rootdir", str(workspace.folder), f"--junit-xml={report}", "--tb=short"]
    done = subprocess.run(
        [*command, *map(str, files)],
        cwd=workspace.folder,
        capture_output=not context.verbose,
        text=True,
        check=False,
    )
    try:
        cases = ElementTree.parse(report).iter("testcase")
    except (OSError, ElementTree.ParseError):
        yield failed("pytest", f"{done.stdout}{done.stderr}", "flat test pytest -v")
        return
    yield from _results(list(cases))


def _results(cases: list[ElementTree.Element]) -> Iterator[Result]:
    good = 0
    for case in cases:
        name = f"{case.get('classname', '').replace('.', '/')}::{case.get('name')}"
        path = case.get("classname", "").replace(".", "/") + ".py"
        problems = [*case.findall("failure"), *case.findall("error")]
        skip = case.find("skipped")
        if problems:
            text = "\n".join(problem.text or "" for problem in problems)
            yield failed(f"pytest {name}", text, f"flat test {path}")
        elif skip is not None:
            yield skipped(f"pytest {name}", skip.get("message", ""))
        else:
            good += 1
    if good:
        yield passed("pytest", good)
