# SPDX-License-Identifier: BSD-2-Clause
"""Checks that what a file of tests in Python says it reads is not too little: by strace.

Every file below the kit that a process of the tests opens counts, besides products; so do those of
which Ninja only asks the time, since a kernel may be built already, and the sources of modules that
are compiled already. What is remembered of declarations stands for all declarations. Assemblies do
not count: each build parses all, and depends on those that its kernel extends, as resolution tells.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.testing.inputs import always
from flatland.testing.kernel_reads import declarations
from flatland.testing.results import Result, failed

environment = {"ASAN_OPTIONS": "detect_leaks=0"}
"""Of what is traced: a process has one tracer, and the search for leaks is another."""

_call = re.compile(r'^(?P<process>\d+) +(?P<name>\w+)\([^"]*"(?P<path>[^"]*)"(?P<rest>.*)$')
_opened = re.compile(r" = \d+<(?P<path>/[^>]*)>$")
_compiled = re.compile(
    r"(?:__pycache__/)?([^/]+)\.cpython-\d+(?:-pytest-[\d.]+)?(?:\.opt-\d)?\.pyc$"
)
_products = ("build", ".venv", ".git", "compile_commands.json")


def tracing(file: Path) -> list[str]:
    """What comes before a command whose accesses to files are to be written to `file`."""
    words = ["strace", "-f", "-y", "-qq", "--seccomp-bpf", "-s", "500", "-e", "signal=none"]
    return [*words, "-e", "trace=execve,open,openat,stat,newfstatat", "-o", str(file)]


def not_stated(
    workspace: Workspace, name: str, inputs: Iterable[str], trace: Path
) -> Iterator[Result]:
    """A failure of the tests `name` if they read more than `inputs`."""
    places = {
        top / each for top in (workspace.folder, workspace.kit) for each in (*always, *inputs)
    }
    missing = [
        workspace.display(file)
        for file in sorted(_read(workspace, trace))
        if places.isdisjoint((file, *file.parents))
    ]
    if missing:
        detail = "these files are read, and not in its lines `# Reads:` and `# Builds:`:\n"
        detail += "".join(f"  {each}\n" for each in missing)
        yield failed(f"{name}: its inputs", detail, f"flat test --traced {name}")


def _read(workspace: Workspace, trace: Path) -> set[Path]:
    """The files of workspace and kit that are in a trace and exist, but for products."""
    found: set[Path] = set()
    programs: dict[str, str] = {}
    for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
        call = _call.match(line)
        if not call:
            continue
        opened = _opened.search(call["rest"])
        if call["name"] == "execve" and call["rest"].endswith(" = 0"):
            programs[call["process"]] = Path(call["path"]).name
        elif opened and "O_WRONLY" not in call["rest"]:
            found.add(Path(opened["path"]))
        elif programs.get(call["process"]) == "ninja" and call["rest"].endswith(" = 0"):
            found.add(workspace.folder / call["path"])
    return {each for file in found for each in _sources(workspace, file) if each.is_file()}


def _sources(workspace: Workspace, file: Path) -> Iterator[Path]:
    """The file of ours that stands behind one that was opened, if one does."""
    cache = workspace.build / "cache"
    if file.is_relative_to(cache):
        yield from declarations(workspace)
        return
    pycache = workspace.kit / "build" / "pycache"
    text = _compiled.sub(r"\1.py", str(file))
    if file.is_relative_to(pycache):
        text = text.removeprefix(str(pycache))
    place = Path(os.path.realpath(text))
    if place.suffix == ".flat" and "kernels" in place.parts:
        return
    for top in (workspace.folder, workspace.kit):
        if place.is_relative_to(top) and place.relative_to(top).parts[:1] not in [
            (each,) for each in _products
        ]:
            yield place
