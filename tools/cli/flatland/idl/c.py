# SPDX-License-Identifier: BSD-2-Clause
"""Generates the C declaration of an interface file: one self-contained header for C11 and C++.

An interface is an opaque structure with a function for each method, which `c_stubs` defines. Its
types and constants are those of the C++ declaration; docs/components-in-c.md states the mapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flatland.files import license_line
from flatland.idl import builtin, c_functions, c_names, names
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.layout import doc, indented, separated, wrapped
from flatland.idl.model import (
    Declaration,
    EnumType,
    FailureType,
    Interface,
    InterfaceFile,
    Method,
    ObjectType,
    Record,
    TypeRef,
    uses,
    with_nested,
)
from flatland.idl.order import arrange, is_held


def declare(file: InterfaceFile, library: InterfaceLibrary) -> dict[str, str]:
    """The C declarations by the path with which they are included: one header."""
    path = c_names.header(file.package, file.declaration.name)
    return {path: _Header(file.declaration, library).text()}


def upcast(interface: Interface, above: Declaration) -> str:
    """The function that makes an interface one above it."""
    return f"{c_names.type_name(interface)}_as_{c_names.type_name(above)}"


def narrowing(interface: Interface) -> str:
    """The function that finds an interface of the component behind another one."""
    return f"{c_names.type_name(interface)}_narrow"


def function(interface: Interface, method: Method) -> str:
    """The function that calls a method: `flat_log_Log_write`."""
    return f"{c_names.type_name(interface)}_{names.member(method.name)}"


def method_lines(
    name: str, self_type: str, method: Method, designated: c_functions.Designated
) -> list[str]:
    """The declaration of a method's function, with its comment."""
    head, *parameters = c_functions.prototype(name, self_type, method, designated)
    comment = doc([*method.doc, *c_functions.remarks(method)])
    return [*comment, *wrapped(head, parameters, ");")]


def header(what: str, includes: Iterable[str], blocks: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a header of C, which C++ can include, too."""
    return [
        license_line,
        f"// {what}",
        "#pragma once",
        "",
        *includes,
        "",
        "FLAT_C_BEGIN",
        "",
        *separated(blocks),
        "",
        "FLAT_C_END",
    ]


class _Header:
    """The header of one file."""

    def __init__(self, declaration: Declaration, library: InterfaceLibrary) -> None:
        self._declaration = declaration
        self._library = library
        self._everything = with_nested(declaration)

    def text(self) -> str:
        """The whole header."""
        file = f"{self._declaration.full_name.replace('.', '/')}.java"
        includes = sorted({"core/c.h", *map(_header_of, self._held_elsewhere())})
        blocks = [block for block in self._blocks() if block]
        what = f"Generated from {file}: change that file."
        return "\n".join(header(what, [f"#include <{each}>" for each in includes], blocks)) + "\n"

    def _blocks(self) -> Iterable[Sequence[str]]:
        yield self._opaque()
        values = [each for each in self._everything if not isinstance(each, Interface | ObjectType)]
        ordered, _ = arrange(values, self._needs)
        for declaration in ordered:
            yield from _definitions(declaration)
        for declaration in self._everything:
            if isinstance(declaration, Interface):
                yield from map(_limit_or_constant, _values(declaration))
        for declaration in self._everything:
            if isinstance(declaration, Interface):
                yield from self._functions(declaration)

    def _held_elsewhere(self) -> Iterable[TypeRef]:
        """The types of other files whose values this one needs."""
        for declaration in self._everything:
            for reference in uses(declaration):
                if is_held(reference) and not self._is_own(reference):
                    yield reference

    def _is_own(self, reference: TypeRef) -> bool:
        own = self._declaration
        return (reference.package, reference.name.partition(".")[0]) == (own.package, own.name)

    def _opaque(self) -> list[str]:
        """Interfaces and kernel objects by name; their own comments stand there."""
        own = [each for each in self._everything if isinstance(each, Interface | ObjectType)]
        described = {c_names.type_name(each): doc(each.doc) for each in own}
        found = set(described)
        for declaration in self._everything:
            for reference in uses(declaration):
                if reference.kind in ("interface", "object"):
                    found.add(c_names.type_name(reference))
            if isinstance(declaration, Interface):
                for name in self._library.supertypes(declaration.full_name):
                    found.add(c_names.type_name(self._library.interface(name)))
        others = sorted(found - set(described) - {c_names.type_name(builtin.top)})
        lines = [_named(each) for each in others]
        for name, comment in described.items():
            lines += [*([""] if lines and comment else []), *comment, _named(name)]
        return lines

    def _needs(self, declaration: Declaration) -> list[Declaration]:
        """The types of this file that a record holds."""
        held = {each.full_name for each in uses(declaration)}
        return [each for each in self._everything if each.full_name in held]

    def _functions(self, interface: Interface) -> Iterable[Sequence[str]]:
        own = c_names.type_name(interface)
        casts = []
        for name in self._library.supertypes(interface.full_name):
            above = self._library.interface(name)
            casts.append(f"{c_names.type_name(above)}* {upcast(interface, above)}({own}* self);")
        yield [f"/// The same object as what `{interface.simple_name}` extends.", *casts]
        yield [
            f"/// The `{interface.simple_name}` of the component behind an object, or null.",
            f"{own}* {narrowing(interface)}(flat_Top* object);",
        ]
        for method in interface.methods:
            yield method_lines(function(interface, method), own, method, {})


def _header_of(reference: TypeRef) -> str:
    return c_names.header(reference.package, reference.name)


def _named(name: str) -> str:
    return f"typedef struct {name} {name};"


def _definitions(declaration: Declaration) -> Iterable[Sequence[str]]:
    """The types that C has for one of the interface language."""
    name = c_names.type_name(declaration)
    if isinstance(declaration, Record):
        yield [*doc(declaration.doc), *_structure(declaration, name)]
    elif isinstance(declaration, FailureType):
        comment = [*declaration.doc, "Returned by what may fail: `Ok`, or the reason."]
        values = [f"{name}_Ok,"]
        for each in declaration.code.values:
            values += [*doc(each.doc), f"{name}_{names.member(each.name)},"]
        yield [*doc(comment), *_enumeration(name, values)]
    elif isinstance(declaration, EnumType):
        values = []
        for each in declaration.values:
            values += [*doc(each.doc), f"{name}_{names.member(each.name)},"]
        yield [*doc(declaration.doc), *_enumeration(name, values)]


def _structure(record: Record, name: str) -> list[str]:
    fields = [
        f"{c_functions.c_type(each.type, {})} {c_names.member(each.name)};"
        for each in record.fields
    ]
    if not fields:
        fields = ["flat_u8 nothing; // an empty structure of C++ has a byte"]
    return [f"typedef struct {name} {{", *indented(fields), f"}} {name};"]


def _enumeration(name: str, values: Sequence[str]) -> list[str]:
    if not values:
        return [f"typedef flat_u32 {name};"]
    return [f"typedef enum {name} {{", *indented(values), f"}} {name};"]


def _values(interface: Interface) -> Iterable[tuple[Sequence[str], str, str, int | bool]]:
    """The constants of an interface, those of `@Max` included: comment, name, type and value."""
    own = c_names.type_name(interface)
    for each in interface.constants:
        yield each.doc, f"{own}_{names.member(each.name)}", c_names.scalar(each.type), each.value
    for method, parameter in interface.limits():
        comment = f"The greatest size of `{c_names.member(parameter.name)}` in "
        comment += f"`{function(interface, method)}`, in bytes."
        assert parameter.max_bytes is not None
        limit = names.limit(method.name, parameter.name)
        yield [comment], f"{own}_{limit}", "flat_usize", parameter.max_bytes


def _limit_or_constant(entry: tuple[Sequence[str], str, str, int | bool]) -> list[str]:
    comment, name, kind, value = entry
    text = str(int(value))
    if value == -(2**63):
        text = "(-9223372036854775807 - 1)"  # its absolute value is no literal of C
    return [*doc(comment), f"#define {name} (({kind}){text})"]
