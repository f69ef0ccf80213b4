# SPDX-License-Identifier: BSD-2-Clause
"""Finds types that need themselves: by `extends`, by containing, or by the order C++ demands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from flatland.diagnostics import Diagnostic, error
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import (
    Declaration,
    Interface,
    InterfaceFile,
    Record,
    nested,
    with_nested,
)
from flatland.idl.order import arrange, prerequisites, siblings


def check_cycles(library: InterfaceLibrary) -> list[Diagnostic]:
    """One diagnostic for the first cycle of each kind; the others may be the same cycle."""
    if cycle := _extension_cycle(library):
        return [_report("F0609", cycle, "extends", "an interface cannot extend itself")]
    found = [
        _report("F0617", cycle, "needs", "move the nested types into files of their own")
        for cycle in _scope_cycles(library)
    ]
    if found:
        return found
    if cycle := _file_cycle(library):
        help = "each header would have to come before the other: give what both use its own file"
        return [_report("F0617", cycle, "needs", help)]
    return []


def _extension_cycle(library: InterfaceLibrary) -> list[Declaration]:
    def supers(declaration: Declaration) -> list[Declaration]:
        """What is extended, and the types around that, on which Java makes it depend too."""
        if not isinstance(declaration, Interface):
            return []
        parts = ((each.package, each.name.split(".")) for each in declaration.supers)
        names = (
            f"{package}.{'.'.join(path[:end])}"
            for package, path in parts
            for end in range(1, len(path) + 1)
        )
        found = (library.get(name) for name in names)
        return [each for each in found if each is not None]

    every = [each for file in library.files for each in with_nested(file.declaration)]
    return arrange(every, supers)[1]


def _scope_cycles(library: InterfaceLibrary) -> list[list[Declaration]]:
    """Types that need the one around them, records that contain themselves, sibling cycles."""
    cycles: list[list[Declaration]] = []
    for file in library.files:
        for declaration in with_nested(file.declaration):
            if isinstance(declaration, Record):
                if declaration.full_name in prerequisites(declaration):
                    cycles.append([declaration])
                continue
            for inner in with_nested(declaration)[1:]:
                supers = inner.supers if isinstance(inner, Interface) else ()
                if declaration.full_name in {each.full_name for each in supers}:
                    cycles.append([inner, declaration])
            if cycle := siblings(nested(declaration))[1]:
                cycles.append(cycle)
    return cycles


def _file_cycle(library: InterfaceLibrary) -> list[Declaration]:
    by_name = {file.declaration.full_name: file for file in library.files}

    def needs(file: InterfaceFile) -> list[InterfaceFile]:
        found = (library.get(name) for name in sorted(prerequisites(file.declaration)))
        outermost = (f"{each.package}.{each.name.partition('.')[0]}" for each in found if each)
        return [by_name[name] for name in outermost if by_name.get(name, file) is not file]

    return [file.declaration for file in arrange(library.files, needs)[1]]


def _report(code: str, cycle: Sequence[Declaration], verb: str, help: str) -> Diagnostic:
    names = [each.full_name for each in (*cycle, cycle[0])]
    steps = [f"`{a}` {verb} `{b}`" for a, b in pairwise(names)]
    message = f"`{names[0]}` {verb} itself"
    return error(code, message, cycle[0].span, notes=steps if len(steps) > 1 else (), help=help)
