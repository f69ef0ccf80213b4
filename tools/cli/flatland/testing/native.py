# SPDX-License-Identifier: BSD-2-Clause
"""Tests of the C++ tools: unit tests, a program for each construct, random ones, real ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from flatland import paths
from flatland.builder.execute import StepsFailed, run_ninja
from flatland.setup.install import ensure
from flatland.setup.native_tools import kit_tool
from flatland.setup.tools import find, native_tools
from flatland.testing import slots
from flatland.testing.gtest import run_program
from flatland.testing.results import Context, Result, failed, failed_with, passed

_lit = Path("/usr/lib/llvm-19/build/utils/lit/lit.py")
_random = {
    "collapse/fuzz": ("tools/collapse/test/fuzz/random_hierarchies.py", "--count", 500),
    "reorder/fuzz": ("tools/reorder/test/support/random_structs.py", "--count", 40),
    "specialize/fuzz": ("tests/specialize/generated.py", "--count", 60),
    "specialize/marshal": ("tests/specialize/marshal.py", "--calls", 1_000_000),
}
"""Scripts that try a tool on random input, and how much of it."""
_real = {"collapse/real": "flatten_programs.py", "reorder/real": "lay_out_programs.py"}
_suites = {
    **{tool: f"{tool}/{tool}_tests" for tool in ("rewrite", "collapse", "reorder", "specialize")},
    "slots": "specialize/runtime/slots_tests",
    "slots/threads": "specialize/runtime/slots_thread_tests",
}
_programs_of_ctest = {
    "parsers": ("--tests-regex", "_fuzz$"),
    "installed": ("--exclude-regex", "_(fuzz|tests)$"),
}
"""What CTest runs, chosen by name: the fuzzers, and all that is neither one nor in `_suites`."""
_corpora = ("collapse", "reorder", "specialize")
_no_tests = {"Inputs", "support"}


def labels(context: Context) -> Iterable[str]:
    """Suites of unit tests, and every file of each corpus."""
    if context.workspace.folder != paths.kit:
        return ()
    files = (_label(tool, file) for tool in _corpora for file in _programs(tool))
    return (*_suites, *slots.labels, *_programs_of_ctest, *files, *_random, *_real)


def _programs(tool: str) -> list[Path]:
    """The files of a tool's corpus: what lit finds, too."""
    folder = paths.kit / "tools" / tool / "test"
    return sorted(
        file
        for file in folder.rglob("*.c*")
        if file.suffix in (".c", ".cpp") and _no_tests.isdisjoint(file.relative_to(folder).parts)
    )


def _label(tool: str, file: Path) -> str:
    """`collapse/accepted/friends.cpp` for a file of a corpus; C++ needs no suffix."""
    path = file.relative_to(paths.kit / "tools" / tool / "test")
    return f"{tool}/{(path.with_suffix('') if path.suffix == '.cpp' else path).as_posix()}"


def run(context: Context) -> Iterator[Result]:
    """Builds the tools with their tests and runs what is wanted."""
    if context.workspace.folder != paths.kit:
        return
    ensure([*native_tools(), *find("g++", "GoogleTest", "sanitizers", "lit", "valgrind", "ccache")])
    if context.selection.wants("tools", "reorder/real"):
        ensure(find("cc", "qemu-user", "tclsh", "dictionary"))
    if context.selection.wants("tools", "specialize/fuzz"):
        ensure(find("csmith", "csmith's headers"))
    tool = kit_tool("collapse")
    try:
        tool.make(context.verbose, tests=True)
        run_ninja(tool.build / "build.ninja", verbose=context.verbose, folder=tool.build)
    except StepsFailed as failures:
        yield failed_with("tools", failures.diagnostics, "flat test tools")
        return
    for suite, program in _suites.items():
        if context.selection.wants("tools", suite):
            yield from run_program(f"tools {suite}", tool.build / program, f"flat test {suite}")
    yield from slots.run(context)
    for label, choice in _programs_of_ctest.items():
        if context.selection.wants("tools", label):
            yield _run_ctest(tool.build, label, choice)
    for name in _corpora:
        yield from _corpus_tests(context, name)
    for label, (script, option, count) in _random.items():
        if context.selection.wants("tools", label):
            yield from _random_tests(label, script, option, count)
    wanted = [each for each in _real.items() if context.selection.wants("tools", each[0])]
    with ThreadPoolExecutor(len(_real)) as pool:
        yield from pool.map(lambda each: _real_programs(*each), wanted)


def _run_ctest(build: Path, label: str, choice: Iterable[str]) -> Result:
    """Programs that CTest knows; a fuzzer runs for the bounded time that CMake states."""
    command = ["ctest", "--test-dir", str(build), *choice]
    done = _captured([*command, "--no-tests=error", "--output-on-failure"])
    if done.returncode == 0:
        return passed(f"tools {label}", done.stdout.count(" Passed "))
    return failed(f"tools {label}", done.stdout + done.stderr, f"flat test {label}")


def _corpus_tests(context: Context, tool: str) -> Iterator[Result]:
    """One program for each construct of the language, by lit."""
    files = [
        file for file in _programs(tool) if context.selection.wants("tools", _label(tool, file))
    ]
    if not files:
        return
    report = paths.build / "tests" / f"{tool}-corpus.json"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [sys.executable, str(_lit), "-q", "-v", "-j", str(os.cpu_count() or 1)]
    command += ["-o", str(report), *map(str, files)]
    done = _captured(command, {each.upper(): str(kit_tool(each).program) for each in _corpora})
    try:
        tests = json.loads(report.read_text(encoding="utf-8"))["tests"]
    except (OSError, ValueError):
        yield failed(f"tools {tool} corpus", done.stdout + done.stderr, "flat test tools")
        return
    for test in tests:
        if test["code"] not in ("PASS", "UNSUPPORTED"):
            name = test["name"].removeprefix(f"{tool} :: ").removesuffix(".cpp")
            again = f"flat test {tool}/{name}"
            yield failed(f"tools {tool}/{name}", test["output"], again)
    good = sum(test["code"] == "PASS" for test in tests)
    if good:
        yield passed(f"tools {tool} corpus", good)


def _random_tests(label: str, script: str, option: str, count: int) -> Iterator[Result]:
    """Random programs print the same before and after."""
    tool = label.split("/", maxsplit=1)[0]
    command = [sys.executable, str(paths.kit / script), f"--{tool}", str(kit_tool(tool).program)]
    command += [option, str(count)]
    if option == "--count":
        command += ["--save", str(paths.build / "tests" / f"wrong-{tool}")]
    done = _captured(command)
    if done.returncode == 0:
        yield passed(f"tools {label}", count)
    else:
        yield failed(f"tools {label}", done.stdout + done.stderr, f"flat test {label}")


def _real_programs(label: str, script: str) -> Result:
    """Programs that we did not write pass their own tests with a class of them changed."""
    tool = label.split("/", maxsplit=1)[0]
    command = [sys.executable, str(paths.kit / "tools" / "real" / script)]
    done = _captured([*command, f"--{tool}", str(kit_tool(tool).program)])
    if done.returncode == 0:
        return passed(f"tools {label}")
    return failed(f"tools {label}", done.stdout + done.stderr, f"flat test {label}")


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
