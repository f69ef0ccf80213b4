# SPDX-License-Identifier: BSD-2-Clause
"""Tests of the C++ tools: unit tests, a program for each construct, random ones, real ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from flatland import paths
from flatland.ninja.execute import StepsFailed, run_ninja
from flatland.setup.install import ensure
from flatland.setup.native_tools import kit_tool, shared_library, tool_names
from flatland.setup.tools import find, native_tools
from flatland.testing import corpora, random_programs, real_programs, slots
from flatland.testing.captured import captured
from flatland.testing.gtest import run_program
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed, failed_with, passed
from flatland.testing.tool_choice import tried

_build = "tools build"
_sources = (
    *("tools/collapse", "tools/reorder", "tools/rewrite", "tools/specialize"),
    "tools/CMakeLists.txt",
)
_suites = {
    **{tool: f"{tool}/{tool}_tests" for tool in (shared_library, *tool_names)},
    "slots": "specialize/runtime/slots_tests",
    "slots/threads": "specialize/runtime/slots_thread_tests",
}
_programs_of_ctest = {
    "parsers": (("--tests-regex", "_fuzz$"), (shared_library, "specialize")),
    "installed": (("--exclude-regex", "_(fuzz|tests)$"), tool_names),
}
"""What CTest runs, chosen by name, in which folders: fuzzers, and what is in no suite."""


def labels(context: Context) -> Iterable[str]:
    """Suites of unit tests, and every file of each corpus."""
    if context.workspace.folder != paths.kit:
        return ()
    random = random_programs.labels
    own = (*_suites, *slots.labels, *_programs_of_ctest, *random, *real_programs.labels())
    return (*own, *corpora.labels())


def jobs(context: Context) -> list[Job]:
    """What is wanted, after one job that builds the tools with their tests."""
    if context.workspace.folder != paths.kit:
        return []
    found = [*_own_jobs(context), *corpora.jobs(context, _sources)]
    found += slots.jobs(context) if "specialize" in tried(context) else []
    found += random_programs.jobs(context)
    if not found:
        return []
    _install(context)
    build = Job(_build, lambda: _build_tools(context), alone=True)
    return [build, *(replace(job, needs=(_build,)) for job in found)]


def _own_jobs(context: Context) -> Iterator[Job]:
    """The long ones first, so that short ones fill what is left."""
    yield from real_programs.jobs(context)
    for label, (choice, folders) in _programs_of_ctest.items():
        for folder in folders:
            if folder in _built(context) and context.selection.wants("tools", label):
                name = f"tools {label} of {folder}"
                yield Job(name, partial(_run_ctest, label, folder, choice), _sources)
    for label, program in _suites.items():
        if _folder_of(program) in _built(context) and context.selection.wants("tools", label):
            yield Job(f"tools {label}", partial(_run_suite, label, program), _sources)


def _built(context: Context) -> tuple[str, ...]:
    """The folders whose tests are built."""
    return (shared_library, *tried(context))


def _folder_of(program: str) -> str:
    return program.partition("/")[0]


def _install(context: Context) -> None:
    ensure([*native_tools(), *find("g++", "GoogleTest", "sanitizers", "lit", "valgrind", "ccache")])
    if context.selection.wants("tools", *real_programs.labels()):
        ensure(find("cc", "qemu-user", "tclsh", "dictionary"))
    if context.selection.wants("tools", "specialize/fuzz"):
        ensure(find("csmith", "csmith's headers"))


def _build_tools(context: Context) -> Iterator[Result]:
    """Builds the tools that are tried, with their tests; no result says that all is well."""
    tool = kit_tool("collapse")
    try:
        tool.make(context.verbose, tests=True)
        parts = [f"{folder}/all" for folder in _built(context)]
        ninja_file = tool.build / "build.ninja"
        run_ninja(ninja_file, *parts, verbose=context.verbose, folder=tool.build)
    except StepsFailed as failures:
        yield failed_with("tools", failures.diagnostics, "flat test tools")


def _folder() -> Path:
    return kit_tool("collapse").build


def _run_suite(label: str, program: str) -> Iterator[Result]:
    """Unit tests of one tool."""
    return run_program(f"tools {label}", _folder() / program, f"flat test {label}")


def _run_ctest(label: str, folder: str, choice: Iterable[str]) -> Iterator[Result]:
    """Programs that CTest knows; a fuzzer runs for the bounded time that CMake states."""
    command = ["ctest", "--test-dir", str(_folder() / folder), *choice]
    done = captured([*command, "--no-tests=error", "--output-on-failure"])
    if done.returncode == 0:
        yield passed(f"tools {label}", done.stdout.count(" Passed "))
    else:
        yield failed(f"tools {label}", done.stdout + done.stderr, f"flat test {label}")
