# SPDX-License-Identifier: BSD-2-Clause
"""Checks that every file that looks like a test is run by something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from flatland import paths
from flatland.builder.resolution import load_library
from flatland.builder.workspace import Workspace
from flatland.testing import boot, corpora, pytests
from flatland.testing.configuration import Configurations
from flatland.testing.results import Context, Result, failed, passed
from flatland.testing.sources import walk
from flatland.testing.unit import find_unit_tests

_parts = (
    *("core", "dimensions", "components", "bindings", "interfaces", "kernels", "user"),
    *("tools", "tests", "bench"),
)
_lit_line = re.compile(rb"^\s*(?://|#|/\*)\s*RUN:", re.MULTILINE)
_quoted = re.compile(r"""["'/]([\w.]+)["']""")
_kind = re.compile(r"_(test|fuzz)$")
_c_tests = ("_test.cpp", "_fuzz.cpp", "_test.c", "_fuzz.c")


def run(context: Context) -> Iterator[Result]:
    """A failure for each test file that nothing runs."""
    orphans = find_orphans(context.workspace)
    display = context.workspace.display
    for file, runner in orphans:
        yield failed(
            f"reach {display(file)}", f"nothing runs this file: {runner}", "flat test reach"
        )
    if not orphans:
        yield passed("reach")


def find_orphans(workspace: Workspace) -> list[tuple[Path, str]]:
    """Test files that nothing runs, each with what would run it."""
    every = [file for part in _parts for file in walk(workspace.folder / part)]
    found: list[tuple[Path, str]] = []
    for is_one, reached, runner in _kinds(workspace):
        found += [(file, runner) for file in every if is_one(file) and file not in reached]
    return sorted(found)


def _kinds(workspace: Workspace) -> Iterator[tuple[Callable[[Path], bool], set[Path], str]]:
    """The kinds of tests: whether a file looks like one, those that are run, and how to be one."""
    configurations = Configurations(load_library(workspace))
    units = {file for test, _ in find_unit_tests(workspace, configurations) for file in test.tests}
    units |= {
        file
        for declared in configurations.components()
        for file in configurations.checked(declared).component.sources
    }
    yield (
        lambda file: file.name.endswith(_c_tests),
        units | _known_to_cmake(workspace) | _known_to_python(workspace),
        "no folder of unit tests has it, no CMakeLists.txt and no test in Python names it",
    )
    yield (
        lambda file: file.name.startswith("test_") and file.suffix == ".py",
        set(pytests.files(workspace)),
        "tests in Python lie in the folders that `flat test` looks through",
    )
    is_kit = workspace.folder == paths.kit
    yield (
        _has_run_line,
        set(corpora.all_programs()) if is_kit else set(),
        "lit runs tools/<collapse, reorder or specialize>/test, but for Inputs and support",
    )
    yield (
        lambda file: file.suffix == ".toml" and file.parent.name == "boot",
        set(boot.files(workspace)),
        "boot tests lie in tests/boot",
    )


def _has_run_line(file: Path) -> bool:
    return file.suffix in (".c", ".cpp", ".h", ".hpp") and bool(_lit_line.search(file.read_bytes()))


def _known_to_cmake(workspace: Workspace) -> set[Path]:
    """Sources that a CMakeLists.txt names or takes with their folder."""
    known: set[Path] = set()
    for lists in walk(workspace.folder / "tools"):
        if lists.name == "CMakeLists.txt":
            text = lists.read_text(encoding="utf-8")
            for pattern in re.findall(r"[\w*][\w./*]*\.(?:cpp|c)\b", text):
                known |= set(lists.parent.glob(pattern))
    return known


def _known_to_python(workspace: Workspace) -> set[Path]:
    """Tests in C or C++ that a program in Python compiles and runs: it has their name as a word."""
    every = [file for part in ("tests", "tools", "bench") for file in walk(workspace.folder / part)]
    texts = (file.read_text(encoding="utf-8") for file in every if file.suffix == ".py")
    words = {word for text in texts for word in _quoted.findall(text)}
    return {
        file
        for file in every
        if file.name.endswith(_c_tests)
        and not words.isdisjoint({file.name, file.stem, _kind.sub("", file.stem)})
    }
