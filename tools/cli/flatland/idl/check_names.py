# SPDX-License-Identifier: BSD-2-Clause
"""Checks that every name means one thing, in Java and after its mapping to C++.

Methods are not overloaded, not even by inheritance: a name has one declaration among all that an
interface inherits. Nested types may hide inherited ones: Java and C++ agree on what that means.
"""

from __future__ import annotations

from collections.abc import Iterable

from flatland.diagnostics import Diagnostic, Label, Span, error
from flatland.idl import names
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import (
    Declaration,
    EnumType,
    FailureType,
    Interface,
    ObjectType,
    Record,
    with_nested,
)

Named = tuple[str, str, Span]  # C++ name, Java name, place


def check_names(library: InterfaceLibrary) -> list[Diagnostic]:
    """All clashes of names, and names that generated code needs for itself."""
    found = _file_clashes(library)
    for file in library.files:
        for declaration in with_nested(file.declaration):
            found += _check(declaration, library)
            if declaration.simple_name in names.framework_types:
                message = f"`{declaration.simple_name}` is the name of a type of the framework"
                found.append(error("F0613", message, declaration.span, help="choose another name"))
            if declaration.simple_name in declaration.name.split(".")[:-1]:
                message = f"`{declaration.simple_name}` inside a type of the same name"
                found.append(error("F0608", message, declaration.span))
    return found


def _check(declaration: Declaration, library: InterfaceLibrary) -> list[Diagnostic]:
    if isinstance(declaration, Record):
        return _clashes(
            (names.member(each.name), each.name, each.span) for each in declaration.fields
        )
    if isinstance(declaration, EnumType):
        return _clashes(
            (names.member(each.name), each.name, each.span) for each in declaration.values
        )
    if isinstance(declaration, FailureType):
        return [
            error("F0608", "a reason cannot be called `CODE`", each.span)
            for each in declaration.code.values
            if each.name == "CODE"
        ]
    if isinstance(declaration, Interface):
        return _check_interface(declaration, library)
    return []


def _check_interface(interface: Interface, library: InterfaceLibrary) -> list[Diagnostic]:
    found = []
    seen: set[str] = set()
    for base in interface.supers:
        if base.full_name in seen:
            found.append(error("F0608", f"`{base.full_name}` is extended twice", base.span))
        seen.add(base.full_name)
    for method in interface.methods:
        found += _clashes(
            (names.member(each.name), each.name, each.span) for each in method.parameters
        )
    types = ((each.simple_name, each.simple_name, each.span) for each in interface.members)
    found += _clashes([*_members(interface), *types])
    if not found:
        found += _inherited_clashes(interface, library)
    found += _inherits_own_name(interface, library)
    return found


def _inherits_own_name(interface: Interface, library: InterfaceLibrary) -> list[Diagnostic]:
    """Inside such an interface, its name means the inherited type in Java, but itself in C++."""
    name = interface.simple_name
    found = []
    for owner in library.supertypes(interface.full_name):
        for member in library.interface(owner).members:
            if member.simple_name == name and member is not interface:
                message = f"`{name}` inherits a type of its own name from `{owner}`"
                label = Label(member.span, "this one")
                found.append(error("F0608", message, interface.span, labels=[label]))
    return found


def _members(interface: Interface) -> list[Named]:
    """The constants and methods that an interface declares, and constants made for `@Max`."""
    own = [(names.member(each.name), each.name, each.span) for each in interface.constants]
    own += [(names.member(each.name), each.name, each.span) for each in interface.methods]
    for method, parameter in interface.limits():
        own.append(
            (names.limit(method.name, parameter.name), f"@Max of {parameter.name}", parameter.span)
        )
    return own


def _clashes(entries: Iterable[Named]) -> list[Diagnostic]:
    """Entries of one scope that have the same C++ name."""
    first: dict[str, Named] = {}
    found = []
    for cpp, java, span in entries:
        if cpp in first:
            found.append(_clash(cpp, (java, span), (first[cpp][1], first[cpp][2])))
        first.setdefault(cpp, (cpp, java, span))
    return found


def _clash(cpp: str, here: tuple[str, Span], there: tuple[str, Span]) -> Diagnostic:
    if here[0] == there[0]:
        message = f"`{here[0]}` is declared twice"
        help = "there is no overloading: choose another name"
    else:
        message = f"`{here[0]}` and `{there[0]}` are both `{cpp}` in C++"
        help = "choose another name for one of them"
    label = Label(there[1], "first declared here")
    return error("F0608", message, here[1], labels=[label], help=help)


def _inherited_clashes(interface: Interface, library: InterfaceLibrary) -> list[Diagnostic]:
    """Names that the interface has from two of the interfaces above it, or from one and itself.

    Clashes that a super-interface has already are reported there.
    """
    owners = [interface.full_name, *library.supertypes(interface.full_name)]
    first: dict[str, tuple[str, str, Span]] = {}
    found = []
    for owner in owners:
        for cpp, java, span in _members(library.interface(owner)):
            other = first.setdefault(cpp, (owner, java, span))
            if other[0] == owner or _clash_is_above(interface, library, owner, other[0]):
                continue
            if other[0] == interface.full_name:
                message = f"`{java}` is inherited from `{owner}` already"
                place, label = other[2], Label(span, "first declared here")
            else:
                message = f"`{java}` is inherited from both `{other[0]}` and `{owner}`"
                place, label = interface.span, Label(span, "one of them")
            help = "there is no overloading and no overriding: choose another name"
            found.append(error("F0608", message, place, labels=[label], help=help))
    return found


def _clash_is_above(interface: Interface, library: InterfaceLibrary, one: str, other: str) -> bool:
    """Whether some super-interface inherits from both, and so has the clash itself."""
    return any(
        library.is_subtype(base.full_name, one) and library.is_subtype(base.full_name, other)
        for base in interface.supers
        if base.kind == "interface"
    )


def _file_clashes(library: InterfaceLibrary) -> list[Diagnostic]:
    """Types that are declared twice, share a header, or have one name in C++."""
    first: dict[str, Declaration] = {}
    found = []
    for file in library.files:
        declaration = file.declaration
        name = declaration.full_name
        other = first.setdefault(name, declaration)
        if other is not declaration:
            label = Label(other.span, "first declared here")
            message = f"`{name}` is declared twice"
            found.append(error("F0612", message, declaration.span, labels=[label]))
            continue
        # Kernel objects are classes of namespace flat, whatever their package.
        package = "flat" if isinstance(declaration, ObjectType) else declaration.package
        header = f"<{names.header(declaration.package, declaration.name)}>"
        for key in (header, names.scope(package, declaration.name)):
            other = first.setdefault(key, declaration)
            if other is not declaration:
                there = (other.full_name, other.span)
                found.append(_clash(key, (name, declaration.span), there))
    return found
