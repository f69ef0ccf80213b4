# SPDX-License-Identifier: BSD-2-Clause
"""Unit tests: every component's and every `x_test.cpp` beside a source, on the host.

Most of their time is that of the compiler, so a usual run has a quarter of those that read nothing
that was changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from flatland.builder.names import snake_case
from flatland.builder.resolution import load_library
from flatland.builder.workspace import Workspace
from flatland.diagnostics import Diagnostic, render
from flatland.files import locked, write_if_changed
from flatland.model.components import CheckedComponent
from flatland.model.resolved import Component
from flatland.model.sources import CheckedLibrary
from flatland.ninja.execute import StepsFailed, run_ninja
from flatland.ninja.file import NinjaFile
from flatland.setup.install import ensure
from flatland.setup.tools import find
from flatland.testing.configuration import Configuration, Configurations
from flatland.testing.gtest import run_program
from flatland.testing.host_graph import HostGraph, UnitTest
from flatland.testing.interfaces import workspace_interfaces
from flatland.testing.quick_choice import narrowed
from flatland.testing.results import Context, Result, failed, failed_with
from flatland.testing.sources import files_with, kernel_part
from flatland.testing.usual_part import part_of

_quick_limit = 9
runs = 4
"""How many usual runs have all tests between them."""


def labels(context: Context) -> list[str]:
    """The names of all unit tests."""
    configurations = Configurations(load_library(context.workspace))
    tests = find_unit_tests(context.workspace, configurations)
    return [label for test, _ in tests for label in (test.name, *test.labels)]


def run(context: Context) -> Iterator[Result]:
    """Builds and runs the unit tests that are wanted."""
    workspace = context.workspace
    configurations = Configurations(load_library(workspace))
    wanted = [
        (test, problems)
        for test, problems in find_unit_tests(workspace, configurations)
        if context.selection.wants("unit", test.name, *test.labels)
    ]
    if not wanted:
        return
    ensure(find("ninja", "clang++", "lld", "libstdc++", "GoogleTest", "sanitizers"))
    graph = HostGraph(workspace, configurations, workspace_interfaces(workspace))
    wanted = part_of(context, wanted, lambda each: graph.reads(each[0]), runs)
    wanted = narrowed(
        context, wanted, lambda each: each[0].files, lambda each: graph.reads(each[0]), _quick_limit
    )
    programs: list[tuple[UnitTest, Path]] = []
    for test, problems in wanted:
        if problems:
            yield failed_with(f"unit {test.name}", problems, again(test))
        else:
            programs.append((test, graph.program(test)))
    broken = build(graph, [program for _, program in programs], context.verbose)
    for test, program in programs:
        if program in broken:
            yield failed(f"unit {test.name}", render(broken[program]), again(test))
    ready = [(test, program) for test, program in programs if program not in broken]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for results in pool.map(lambda each: _results(each[0], each[1], context.exhaustive), ready):
            yield from results


def _results(test: UnitTest, program: Path, is_exhaustive: bool) -> list[Result]:
    return list(run_program(f"unit {test.name}", program, again(test), is_exhaustive))


def again(test: UnitTest) -> str:
    """How to run one test again."""
    return f"flat test {test.name}"


def find_unit_tests(
    workspace: Workspace, configurations: Configurations
) -> list[tuple[UnitTest, list[Diagnostic]]]:
    """Every unit test of the workspace, with what is wrong with its component's declaration."""
    found: list[tuple[UnitTest, list[Diagnostic]]] = []
    for declared in configurations.components():
        if declared.source.path.is_relative_to(workspace.folder):
            checked = configurations.checked(declared)
            errors = [each for each in checked.diagnostics if each.severity == "error"]
            if checked.component.tests or errors:
                found.append((_component_test(workspace, configurations, checked), errors))
    for library in configurations.libraries():
        if library.declared.source.path.is_relative_to(workspace.folder) and library.tests:
            errors = [each for each in library.diagnostics if each.severity == "error"]
            found.append((_library_test(workspace, configurations, library), errors))
    claimed = _claimed(configurations)
    for file in files_with(workspace, ("_test.cpp",)):
        if kernel_part(workspace.display(file)) and file not in claimed:
            found.append((_free_test(workspace, configurations, file), []))
    return sorted(found, key=lambda each: each[0].name)


def _claimed(configurations: Configurations) -> set[Path]:
    """The files that components and libraries name."""
    components = [configurations.checked(each).component for each in configurations.components()]
    owners: list[Component | CheckedLibrary] = [*components, *configurations.libraries()]
    return {file for owner in owners for file in (*owner.tests, *owner.sources)}


def _library_test(
    workspace: Workspace, configurations: Configurations, library: CheckedLibrary
) -> UnitTest:
    """The test of a library of sources."""
    declared = library.declared
    place = declared.source.path
    configuration = configurations.for_file(place, workspace.folder, Configuration())
    name, labels = declared.full_name, (declared.package,)
    return UnitTest(name, labels, library.tests, library.sources, configuration, False)


def _component_test(
    workspace: Workspace, configurations: Configurations, checked: CheckedComponent
) -> UnitTest:
    """The test of a component; one that claims a share of a kernel object is its owner."""
    component = checked.component
    variant = checked.declared.variant
    configuration = configurations.for_file(component.file, workspace.folder, Configuration())
    name = component.full_name
    if variant:
        name = f"{variant[0]}/{variant[1]}/{snake_case(component.name)}"
    labels = (component.full_name, component.package)
    return UnitTest(name, labels, component.tests, component.sources, configuration, False)


def _free_test(workspace: Workspace, configurations: Configurations, file: Path) -> UnitTest:
    """The test in a file that no component names; it is called as its source is."""
    path = file.relative_to(workspace.folder)
    name = path.as_posix().removeprefix("dimensions/").removesuffix("_test.cpp")
    configuration = configurations.for_file(file, workspace.folder, Configuration())
    is_race = path.stem.endswith("_race_test")
    return UnitTest(name, (), (file,), (), configuration, path.parts[0] == "user", is_race)


def build(graph: HostGraph, programs: list[Path], verbose: bool) -> dict[Path, list[Diagnostic]]:
    """Builds test programs; returns those that could not be made, with the reasons."""
    ninja_file = graph.folder / "build.ninja"
    try:
        with locked(graph.folder / "lock"):
            write_if_changed(ninja_file, graph.ninja.text(programs))
            run_ninja(ninja_file, verbose=verbose, keep_going=True)
    except StepsFailed as failures:
        reasons = dict(zip(failures.products, failures.diagnostics, strict=True))
        return {
            program: [reasons[step] for step in steps_of(graph.ninja, program) if step in reasons]
            for program in programs
            if any(step in reasons for step in steps_of(graph.ninja, program))
        }
    return {}


def steps_of(ninja: NinjaFile, product: Path) -> Iterable[Path]:
    """The product and everything made on the way to it."""
    by_output = {edge.output: edge for edge in ninja.edges}
    found = {product: None}
    waiting = [product]
    while waiting:
        edge = by_output.get(waiting.pop())
        for step in (*edge.inputs, *edge.implicit) if edge else ():
            if step not in found:
                found[step] = None
                waiting.append(step)
    return found
