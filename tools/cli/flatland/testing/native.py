# SPDX-License-Identifier: BSD-2-Clause
"""Tests of the C++ tools: unit tests, a program for each construct, random ones, real ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from flatland import paths
from flatland.build.execute import StepsFailed, run_ninja
from flatland.setup.install import ensure
from flatland.setup.native_tools import NativeTool, kit_tool
from flatland.setup.tools import find, native_tools
from flatland.testing.gtest import run_program
from flatland.testing.results import Context, Result, failed, failed_with, passed

_lit = Path("/usr/lib/llvm-19/build/utils/lit/lit.py")
_random_programs = 500
_suites = ("rewrite", "collapse")
_corpus = "collapse/test"


def labels(context: Context) -> Iterable[str]:
    """Suites of unit tests, and every file of the corpus."""
    if context.workspace.folder != paths.kit:
        return ()
    return (*_suites, *map(_label, _programs()), "collapse/fuzz", "collapse/real")


def _programs() -> list[Path]:
    """The files of the corpus that lit runs."""
    folder = paths.kit / "tools" / _corpus
    return sorted(
        file
        for part in ("accepted", "cloned", "refused", "launcher", "programs")
        for file in (folder / part).rglob("*.cpp")
        if "Inputs" not in file.parts
    )


def _label(file: Path) -> str:
    """`collapse/accepted/friends` for a file of the corpus."""
    path = file.relative_to(paths.kit / "tools" / _corpus)
    return f"collapse/{path.with_suffix('').as_posix()}"


def run(context: Context) -> Iterator[Result]:
    """Builds the tools with their tests and runs what is wanted."""
    if context.workspace.folder != paths.kit:
        return
    ensure([*native_tools(), *find("g++", "GoogleTest", "lit", "valgrind", "ccache")])
    tool = kit_tool("collapse")
    try:
        tool.make(context.verbose, tests=True)
        run_ninja(tool.build / "build.ninja", verbose=context.verbose, folder=tool.build)
    except StepsFailed as failures:
        yield failed_with("tools", failures.diagnostics, "flat test tools")
        return
    for suite in _suites:
        if context.selection.wants("tools", suite):
            program = tool.build / suite / f"{suite}_tests"
            yield from run_program(f"tools {suite}", program, f"flat test {suite}")
    yield from _corpus_tests(context, tool)
    if context.selection.wants("tools", "collapse/fuzz"):
        yield from _random_tests(tool)
    if context.selection.wants("tools", "collapse/real"):
        yield from _real_programs(tool)


def _corpus_tests(context: Context, tool: NativeTool) -> Iterator[Result]:
    """One program for each construct of C++, by lit."""
    files = [file for file in _programs() if context.selection.wants("tools", _label(file))]
    if not files:
        return
    report = paths.build / "tests" / "collapse-corpus.json"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, str(_lit), "-q", "-v", "-j", str(os.cpu_count() or 1)]
    command += ["-o", str(report), *map(str, files)]
    done = _captured(command, {"COLLAPSE": str(tool.program)})
    try:
        tests = json.loads(report.read_text(encoding="utf-8"))["tests"]
    except (OSError, ValueError):
        yield failed("tools corpus", done.stdout + done.stderr, "flat test tools")
        return
    for test in tests:
        if test["code"] not in ("PASS", "UNSUPPORTED"):
            name = test["name"].removeprefix("collapse :: ").removesuffix(".cpp")
            again = f"flat test collapse/{name}"
            yield failed(f"tools collapse/{name}", test["output"], again)
    good = sum(test["code"] == "PASS" for test in tests)
    if good:
        yield passed("tools corpus", good)


def _random_tests(tool: NativeTool) -> Iterator[Result]:
    """Random hierarchies print the same before and after."""
    script = paths.kit / "tools" / _corpus / "fuzz" / "random_hierarchies.py"
    command = [sys.executable, str(script), "--collapse", str(tool.program)]
    command += ["--count", str(_random_programs)]
    command += ["--save", str(paths.build / "tests" / "wrong-hierarchies")]
    done = _captured(command)
    if done.returncode == 0:
        yield passed("tools collapse/fuzz", _random_programs)
    else:
        yield failed("tools collapse/fuzz", done.stdout + done.stderr, "flat test collapse/fuzz")


def _real_programs(tool: NativeTool) -> Iterator[Result]:
    """Programs that we did not write pass their own tests with a class of them flattened."""
    script = paths.kit / "tools" / _corpus / "real" / "flatten_programs.py"
    done = _captured([sys.executable, str(script), "--collapse", str(tool.program)])
    if done.returncode == 0:
        yield passed("tools collapse/real")
    else:
        yield failed("tools collapse/real", done.stdout + done.stderr, "flat test collapse/real")


def _captured(
    command: list[str], environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env={**os.environ, **(environment or {})},
    )
