# SPDX-License-Identifier: BSD-2-Clause
"""What a kernel and a component object must agree about: their interfaces, and the kit's headers.

The digest of an interface is of its methods in their order and of all values that they pass. Other
interfaces count by their names alone: they have digests of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from flatland.builder.includes import IncludeScanner
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import (
    Declaration,
    EnumType,
    FailureType,
    Interface,
    Record,
    TypeRef,
    uses,
)

Shape = tuple[str, int]
"""The type of an interface, as in `flat.hal.Timer@1`, and its digest."""

_foundation = ("core/image/loadable.hpp", "core/maybe.hpp", "core/required.hpp", "core/result.hpp")
_passed_by_value = ("enum", "record", "failure")


def kit_digest(kit: Path) -> int:
    """Of the headers that the classes of all interfaces build on."""
    scanner = IncludeScanner([kit])
    files = {file for header in _foundation for file in scanner.closure(kit / header)}
    return _digest(file.read_text(encoding="utf-8") for file in sorted(files))


def shapes(library: InterfaceLibrary, interfaces: Iterable[str]) -> list[Shape]:
    """Those of some interfaces, of what they extend, and of all that their methods mention."""
    found: dict[str, Interface] = {}
    waiting = sorted(interfaces)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = library.interface(name)
            waiting += _mentioned(library, found[name])
    return [(type_of(found[name]), _digest(_lines(library, found[name]))) for name in sorted(found)]


def type_of(interface: Interface) -> str:
    """The name that an interface is known by at run time: `flat.hal.Timer@1`."""
    return f"{interface.full_name}@{interface.version}"


def _mentioned(library: InterfaceLibrary, interface: Interface) -> Iterator[str]:
    for reference in (*interface.supers, *_passed(library, interface)):
        if reference.kind == "interface":
            yield reference.full_name


def _passed(library: InterfaceLibrary, declaration: Declaration) -> Iterator[TypeRef]:
    """The types that its methods pass, and those of the fields of records among them."""
    for reference in uses(declaration):
        yield reference
        inner = library.get(reference.full_name)
        if reference.kind == "record" and inner:
            yield from _passed(library, inner)


def _lines(library: InterfaceLibrary, interface: Interface) -> Iterator[str]:
    yield from (str(each) for each in interface.supers)
    yield from (method.signature for method in interface.methods)
    values = {each.full_name for each in _passed(library, interface) if _is_value(each)}
    for name in sorted(values):
        declaration = library.get(name)
        assert declaration
        yield _value(declaration)


def _is_value(reference: TypeRef) -> bool:
    return reference.kind in _passed_by_value


def _value(declaration: Declaration) -> str:
    """What is passed, as one line."""
    parts: Iterable[str] = ()
    if isinstance(declaration, Record):
        parts = (f"{each.type} {each.name}" for each in declaration.fields)
    elif isinstance(declaration, EnumType):
        parts = (each.name for each in declaration.values)
    elif isinstance(declaration, FailureType):
        parts = (each.name for each in declaration.code.values)
    return f"{declaration.full_name}({', '.join(parts)})"


def _digest(lines: Iterable[str]) -> int:
    text = "\n".join(lines)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
