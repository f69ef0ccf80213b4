# SPDX-License-Identifier: BSD-2-Clause
"""The tests written in Python: of the command line, of instruments, of the documents."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from flatland import paths
from flatland.builder.workspace import Workspace
from flatland.setup.install import ensure
from flatland.setup.tools import tools
from flatland.testing import chosen_ways, traced
from flatland.testing.compilations import remembering
from flatland.testing.images import Kernel, kernels
from flatland.testing.inputs import everything
from flatland.testing.job import Job
from flatland.testing.kernel_reads import declared_inputs, kernel_inputs
from flatland.testing.results import Context, Result, failed, passed, skipped
from flatland.testing.seldom import is_left_out
from flatland.testing.sources import files_with, python_suites

_reads = re.compile(r"^# Reads: (.+)$", re.MULTILINE)
_builds = re.compile(r"^# Builds: (.+)$", re.MULTILINE)
_declarations = "declarations"
_ours = ("tools/cli/flatland", "tools/cli/pyproject.toml")


def labels(context: Context) -> list[str]:
    """The test files, by path and by folder."""
    return [context.workspace.display(file) for file in files(context.workspace)]


def files(workspace: Workspace) -> list[Path]:
    """Every file of tests in Python."""
    found = files_with(workspace, (".py",))
    return [file for file in found if file.name.startswith("test_")]


def jobs(context: Context) -> Iterator[Job]:
    """A job for each wanted file, or for those of a folder that share what is made once for all."""
    workspace = context.workspace
    every = files(workspace)
    numbers = {
        place: number for number, place in enumerate(dict.fromkeys(map(_shared_place, every)))
    }
    wanted = [
        file
        for file in every
        if context.selection.wants("pytest", workspace.display(file))
        and not is_left_out(context, file, numbers[_shared_place(file)])
    ]
    if wanted and workspace.folder == paths.kit:
        ensure(tools)  # between them, the kit's suites use every one
    more = {"FLAT_EXHAUSTIVE": "1"} if context.exhaustive else {}
    if wanted:
        more |= remembering(context)
    if not context.exhaustive and not context.selection.names:
        more["FLAT_SEED"] = str(context.part)
    for folder, suite in python_suites(wanted).items():
        for place, together in groupby(sorted(suite), _shared_place):
            name = f"pytest {workspace.display(place)}"
            members = list(together)
            inputs = inputs_of(workspace, members)
            run = partial(run_files, context, folder, place, members, more, inputs)
            yield Job(name, run, inputs)


def inputs_of(workspace: Workspace, members: Iterable[Path]) -> tuple[str, ...]:
    """What files of tests read, as they say at their tops; all, if one says nothing.

    `# Reads: tools/cli declarations` names files and folders, and all declarations of components
    and what else assemblies consist of; `# Builds: hello kernels/router` names kernels, or folders
    of some, that are built or run, for any target, with all that makes them.
    The folder of a file is read in any case.
    """
    found: set[str] = set()
    for file in members:
        text = file.read_text(encoding="utf-8")
        places = " ".join(_reads.findall(text)).split()
        built = built_by(file)
        if not places and not built:
            return everything
        found |= {*places, workspace.display(file.parent), *_ours}
        if built:
            found |= set(_inputs_of_kernels(workspace, built))
    if _declarations in found:
        found |= set(declared_inputs(workspace))
        found.remove(_declarations)
    return tuple(sorted(found))


def built_by(file: Path) -> list[str]:
    """The kernels, or folders of some, that a file of tests says it builds."""
    return " ".join(_builds.findall(file.read_text(encoding="utf-8"))).split()


def is_called(workspace: Workspace, kernel: Kernel, name: str) -> bool:
    """Whether a kernel is meant by its name or by that of a folder."""
    return name == kernel.name or workspace.folder / name in kernel.file.parents


def _inputs_of_kernels(workspace: Workspace, names: Sequence[str]) -> tuple[str, ...]:
    """What kernels are built from, or all kernels of a folder, for all of their targets."""
    ways = [
        (kernel.name, target)
        for kernel in kernels(workspace)
        if any(is_called(workspace, kernel, name) for name in names)
        for target in kernel.targets
    ]
    return kernel_inputs(workspace, ways)


def _shared_place(file: Path) -> Path:
    """The folder of a file whose session fixtures are worth sharing, else the file."""
    shared = file.with_name("conftest.py")
    is_shared = shared.is_file() and 'scope="session"' in shared.read_text(encoding="utf-8")
    return file.parent if is_shared else file


def run_files(
    context: Context,
    folder: Path,
    place: Path,
    together: list[Path],
    more: Mapping[str, str],
    inputs: Sequence[str] = everything,
) -> Iterator[Result]:
    """Runs files of the suite in `folder` in one process and reads what pytest reports.

    `more` is added to the environment. Those that have more to try in exhaustive runs ask it for
    FLAT_EXHAUSTIVE, those that choose in usual runs for FLAT_SEED. In a traced run what they read
    is compared with their `inputs`.
    """
    workspace = context.workspace
    config = paths.kit / "tools" / "cli" / "pyproject.toml"
    report = workspace.build / "tests" / "pytest" / f"{workspace.display(place)}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-c", str(config), "--rootdir", str(folder)]
    command += [f"--junit-xml={report}", "--tb=short"]
    command += ["-o", f"cache_dir={workspace.build / 'pytest'}"]  # wherever the suite lies
    if folder != config.parent:  # its files import each other by their bare names
        command.append("--import-mode=prepend")
    if "FLAT_SEED" in more:
        command += ["-p", chosen_ways.__name__]
        more = {**more, "PYTHONPATH": str(config.parent)}
    trace = report.with_suffix(".trace")
    if context.traced:
        command = [*traced.tracing(trace), *command]
        more = {**more, **traced.environment}
    done = subprocess.run(
        [*command, *map(str, together)],
        cwd=folder,
        env={**os.environ, **more},
        capture_output=not context.verbose,
        text=True,
        check=False,
    )
    try:
        cases = list(ElementTree.parse(report).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        name = workspace.display(place)
        yield failed(f"pytest {name}", f"{done.stdout}{done.stderr}", f"flat test -v {name}")
        return
    yield from _results(workspace, folder, cases)
    if context.traced:
        yield from traced.not_stated(workspace, workspace.display(place), inputs, trace)
        trace.unlink()


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
