# SPDX-License-Identifier: BSD-2-Clause
"""The steps that make unit-test programs: our sources for the host, with sanitizers and GoogleTest.

A file x_race_test.cpp is a program under the thread sanitizer, all others are under those for
memory and undefined behaviour.

A test program has the objects of its test files, and a library to choose from: the sources that
its component names, those beside every header that it reaches (`x.cpp` beside `x.hpp`, and what
the component of `x.flat` names), and the framework on the hosted architecture. Only what is called
is linked.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from flatland.builder import c_steps, programs, symbols
from flatland.builder.emit import emit_components, emit_includes, emit_objects
from flatland.builder.foreign import emit_foreign_headers
from flatland.builder.graph import core_sources
from flatland.builder.includes import IncludeScanner
from flatland.builder.layout import Layout
from flatland.builder.names import component_header
from flatland.builder.rules import build_modules, include_folders, symbol_flags
from flatland.builder.toolchain import c_language_flags
from flatland.builder.workspace import Workspace
from flatland.files import write_if_changed
from flatland.idl.lattice import InterfaceLibrary
from flatland.model.resolved import Component
from flatland.ninja.file import Edge, NinjaFile, Rule, shell_quote
from flatland.testing.configuration import Configuration, Configurations, host_arch

_code = ("-O1", "-gline-tables-only", "-fno-omit-frame-pointer", "-fcolor-diagnostics")
_flags = ("-std=c++20", "-Wall", "-Wextra", "-Werror", "-fno-rtti", *_code)
_c_flags = (*c_language_flags, *_code)
_memory = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-sanitize=vptr")
_races = ("-fsanitize=thread",)
_test_flags = ("-O0",)
"""For files of tests, which are much text that runs once: a third of the time to compile."""
_precompiled = ("gtest/gtest.h", "random", "string", "vector")


@dataclass(frozen=True)
class UnitTest:
    """One test program; `labels` are the names by which a user may choose it."""

    name: str
    labels: tuple[str, ...]
    tests: tuple[Path, ...]
    sources: tuple[Path, ...]
    configuration: Configuration
    is_user: bool  # a program that runs in user mode, which sees <l4/…>
    is_race: bool = False  # under the thread sanitizer, and no other

    @property
    def files(self) -> tuple[Path, ...]:
        """What is its own."""
        return (*self.tests, *self.sources)

    @property
    def sanitizers(self) -> tuple[str, ...]:
        """The flags, of the compiler and of the linker."""
        return _races if self.is_race else _memory

    @property
    def suffix(self) -> str:
        """What tells its objects from those that other tests have of the same sources."""
        return ("-user" if self.is_user else "") + ("-race" if self.is_race else "")


class HostGraph:
    """Collects the steps of all test programs."""

    def __init__(
        self,
        workspace: Workspace,
        configurations: Configurations,
        interfaces: InterfaceLibrary,
    ) -> None:
        self.workspace = workspace
        self.folder = workspace.build / "tests"
        self.ninja = NinjaFile(self.folder)
        self._configurations = configurations
        self._interfaces = interfaces
        self._layouts: dict[Configuration, Layout] = {}
        self._scanners: dict[Configuration, IncludeScanner] = {}
        python = shell_quote([sys.executable, "-I", "-S"])
        for rule in c_steps.rules(python, shell_quote([str(build_modules)])):
            self.ninja.rule(rule)
        self.ninja.rule(
            Rule(
                "link",
                "clang++-19 -fuse-ld=lld $sanitizers"
                " -Wl,--defsym=flat_image_start=__executable_start @$out.rsp -o $out",
                response="$objects",
            )
        )

    def program(self, test: UnitTest) -> Path:
        """Adds the steps of one test program; returns its path."""
        objects = [self._test_object(source, test) for source in test.tests]
        library = [self._object(source, test) for source in self._sources(test)]
        library += self._framework(test)
        words = [*map(str, objects), "-lgtest_main", "-lgtest", "-Wl,--start-lib"]
        words += [*dict.fromkeys(map(str, library)), "-Wl,--end-lib"]
        return self.ninja.edge(
            Edge(
                "link",
                self.folder / "programs" / test.name.replace("/", "-"),
                tuple(dict.fromkeys([*objects, *library])),
                f"{test.name}: link",
                tuple(self._c_functions_checked(test)),
                {"objects": shell_quote(words), "sanitizers": shell_quote(test.sanitizers)},
            )
        )

    def reads(self, test: UnitTest) -> Iterator[Path]:
        """What a test program is compiled from, but for what all of them have."""
        scanner = self._scanner(test)
        for source in (*test.tests, *self._sources(test)):
            yield from (each.resolve() for each in scanner.closure(source))

    def _sources(self, test: UnitTest) -> list[Path]:
        """The component's sources, and the sources beside every header reached from there."""
        scanner = self._scanner(test)
        sources = {**self._component_sources, **self._c_sources(test.configuration)}
        core = self.workspace.kit / "core"
        found = dict.fromkeys(test.sources)
        waiting = [*test.tests, *test.sources]
        while waiting:
            for file in scanner.closure(waiting.pop()):
                header = file.resolve()
                beside = (_source_of(header), *sources.get(header, ()))
                for source in beside:
                    ours = any(source.is_relative_to(root) for root in self.workspace.roots)
                    if source in found or source in test.tests or source.is_relative_to(core):
                        continue
                    if ours and source.is_file():
                        found[source] = None
                        waiting.append(source)
        return list(found)

    @cached_property
    def _component_sources(self) -> dict[Path, tuple[Path, ...]]:
        """What each component names as its sources, by the header of its class."""
        every = map(self._configurations.checked, self._configurations.components())
        return {
            checked.component.file.resolve().with_suffix(".hpp"): checked.component.sources
            for checked in every
        }

    def _c_sources(self, configuration: Configuration) -> dict[Path, tuple[Path, ...]]:
        """The same of components in C, by the header that is generated, with what else is."""
        layout = self.layout(configuration)
        return {
            layout.components / component_header(each): (
                *each.sources,
                *c_steps.generated_sources(layout, each, self._interfaces),
            )
            for each in self._components_in_c
        }

    def _framework(self, test: UnitTest) -> list[Path]:
        """The framework for the host; of another architecture's files it sees nothing."""
        configuration = test.configuration
        if configuration.arch != host_arch:
            configuration = Configuration()
        variants = self._configurations.variants(configuration)
        sources = [
            *(
                each
                for each in core_sources(self.workspace.kit, False)
                if "contract" not in each.parts
            ),
            *(source for variant in variants.all for source in variant.compile.sources),
            *self._tables(),
        ]
        framework = UnitTest("framework", (), (), (), configuration, False, test.is_race)
        return [self._object(source, framework) for source in sources]

    def _tables(self) -> list[Path]:
        """Empty tables of symbols and boot modules, which images have in other forms."""
        tables = {
            "symbols.S": symbols.table(0, [], {}, symbol_flags(freestanding=False)),
            "modules.S": programs.module_tables([]),
        }
        for name, text in tables.items():
            write_if_changed(self.folder / name, text)
        return [self.folder / name for name in tables]

    def _object(self, source: Path, test: UnitTest) -> Path:
        """Compiles one source in the configuration of a test."""
        return self.ninja.edge(self._compilation(source, test))

    def _compilation(self, source: Path, test: UnitTest) -> Edge:
        layout = self.layout(test.configuration)
        folder = layout.objects / f"objects{test.suffix}"
        output = layout.object_file(folder, source)
        what = f"{test.name}: {source.name}"
        if c_steps.is_c(source):
            return Edge(self._c_rule(test), output, (source,), what)
        return Edge(self._rule(test), output, (source,), what, self._c_states(source, test))

    def _c_states(self, source: Path, test: UnitTest) -> tuple[Path, ...]:
        """What says how large the states of components in C are whose classes a source reads."""
        layout, rule = self.layout(test.configuration), self._c_rule(test)
        return tuple(
            header
            for component in self._read_in_c(source, test)
            for header in c_steps.state_told(self.ninja, layout, component, rule)
        )

    def _c_functions_checked(self, test: UnitTest) -> list[Path]:
        """Looks whether the components in C that a test reads define what they should."""
        layout = self.layout(test.configuration)
        read = [each for source in test.tests for each in self._read_in_c(source, test)]
        return [
            c_steps.functions_checked(
                self.ninja,
                layout,
                component,
                [self._object(each, test) for each in component.sources if c_steps.is_c(each)],
                layout.objects,
            )
            for component in read
        ]

    def _read_in_c(self, source: Path, test: UnitTest) -> list[Component]:
        """The components in C whose classes a source reads."""
        layout = self.layout(test.configuration)
        read = set(self._scanner(test).closure(source))
        return [
            component
            for component in self._components_in_c
            if layout.components / component_header(component) in read
        ]

    @cached_property
    def _components_in_c(self) -> list[Component]:
        every = map(self._configurations.checked, self._configurations.components())
        right = (each.component for each in every if not each.diagnostics.has_errors)
        return [component for component in right if component.c]

    def _test_object(self, source: Path, test: UnitTest) -> Path:
        """Compiles a file of tests, which begins with GoogleTest: read once for all of them."""
        header = self._precompiled(test)
        edge = self._compilation(source, test)
        variables = {"test_flags": shell_quote([*_test_flags, "-include-pch", str(header)])}
        needed = (*edge.implicit, header)
        return self.ninja.edge(replace(edge, implicit=needed, variables=variables))

    def _precompiled(self, test: UnitTest) -> Path:
        """What most tests include as clang reads it fast, for all tests of the same flags.

        What the headers make of templates is made there as well, which is a fifth of a test's time.
        """
        words = [*_flags, *test.sanitizers, *self._own_flags(test.configuration), *_test_flags]
        name = f"gtest-{hashlib.sha256(shell_quote(words).encode()).hexdigest()[:8]}"
        header = self.folder / "gtest.hpp"
        write_if_changed(header, "".join(f"#include <{each}>\n" for each in _precompiled))
        words.append("-fpch-instantiate-templates")
        command = f"clang++-19 {shell_quote(words)} -MD -MF $out.d -x c++-header $in -o $out"
        self.ninja.rule(Rule(name, command, depfile=True))
        return self.ninja.edge(Edge(name, self.folder / f"{name}.pch", (header,), "GoogleTest"))

    def _own_flags(self, configuration: Configuration) -> list[str]:
        """What the variants of a configuration for the host ask for."""
        if configuration.arch != host_arch:
            return []
        variants = self._configurations.variants(configuration)
        return [flag for variant in variants.all for flag in variant.compile.flags]

    def _folders(self, test: UnitTest) -> list[str]:
        """Where includes of a test are looked up."""
        layout = self.layout(test.configuration)
        folders = [*include_folders(layout), layout.objects_include]
        if test.is_user:
            folders += [root / "user" for root in self.workspace.roots]
        return [f"-I{folder}" for folder in folders]

    def _c_rule(self, test: UnitTest) -> str:
        """The same for sources of C."""
        name = f"{test.configuration.label.replace('.', '-')}{test.suffix}-c"
        command = shell_quote(["clang-19", *_c_flags, *test.sanitizers, *self._folders(test)])
        self.ninja.rule(Rule(name, f"{command} -MD -MF $out.d -c $in -o $out", depfile=True))
        return name

    def _rule(self, test: UnitTest) -> str:
        """The rule that compiles in a configuration; its name is the configuration's."""
        own = self._own_flags(test.configuration)
        words = ["clang++-19", *_flags, *test.sanitizers, *own, *self._folders(test)]
        name = test.configuration.label.replace(".", "-") + test.suffix
        quiet = "-Wno-unused-command-line-argument"
        command = f"{shell_quote([*words, quiet])} $test_flags -MD -MF $out.d -c $in -o $out"
        self.ninja.rule(Rule(name, command, depfile=True))
        return name

    def _scanner(self, test: UnitTest) -> IncludeScanner:
        if test.configuration not in self._scanners:
            folders = include_folders(self.layout(test.configuration))
            folders += [root / "user" for root in self.workspace.roots]
            self._scanners[test.configuration] = IncludeScanner(folders)
        return self._scanners[test.configuration]

    def layout(self, configuration: Configuration) -> Layout:
        """The folders of a configuration, with everything in them that is generated."""
        if configuration in self._layouts:
            return self._layouts[configuration]
        folder = self.folder / configuration.label
        layout = Layout(self.workspace, folder, folder, folder, folder / "composition")
        emit_configuration(layout, configuration, self._configurations, self._interfaces)
        self._layouts[configuration] = layout
        return layout


def _source_of(header: Path) -> Path:
    """The source beside a header; in a variant, of one below include/, there or in a room."""
    offering = next((each for each in header.parents if each.name == "include"), None)
    name = f"{header.stem}.cpp"
    if not offering:
        return header.parent / name
    beside = offering.parent / name
    rooms = [] if beside.is_file() else sorted(offering.parent.glob(f"*/{name}"))
    return rooms[0] if rooms else beside


def emit_configuration(
    layout: Layout,
    configuration: Configuration,
    configurations: Configurations,
    interfaces: InterfaceLibrary,
) -> None:
    """Writes the headers of a configuration: links, components, kernel objects.

    A component whose declaration is wrong has none; that is reported where the component is tested.
    """
    target = configurations.target(configuration)
    chosen = {folder for _, folder in target.folders}
    checked = [
        configurations.checked(declared)
        for declared in configurations.components()
        if declared.variant is None or declared.source.path.parent in chosen
    ]
    right = [each.component for each in checked if not each.diagnostics.has_errors]
    emit_includes(layout, target)
    emit_components(layout, interfaces, right)
    emit_foreign_headers(layout, right)
    emit_objects(layout, configurations.objects(configuration))
