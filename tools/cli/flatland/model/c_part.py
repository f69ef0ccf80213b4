# SPDX-License-Identifier: BSD-2-Clause
"""Components in C: what their declarations say besides, and the names of their functions.

A component is in C if it names a source of C, none of C++, and has no header of a class of C++.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from flatland.diagnostics import Diagnostics, Label, error, replacement
from flatland.idl import names as cpp
from flatland.idl.model import TypeRef
from flatland.lang.syntax import Name, StateDeclaration, TypeDeclaration
from flatland.model.interfaces import Interfaces
from flatland.model.library import DeclaredComponent
from flatland.model.names import listed, matching, nearest
from flatland.model.resolved import CPart, CType, DesignatedType, Port

start = "start"
"""The function of a component with state that is called when its ports are bound."""

state_field = "state"
"""The field of an instance that holds its state."""

_mappable = ("scalar", "enum", "record", "interface", "object")


def port_functions(port: Port, interfaces: Interfaces) -> Iterator[str]:
    """The functions of a port, without the component's name before them."""
    if port.collection:
        yield from (f"{port.name}_size", f"{port.name}_at")
        return
    yield port.name
    if port.interface:
        yield from (f"{port.name}_{name}" for name in interfaces.method_names(port.interface))


class CPartChecker:
    """Checks what a declaration says to C."""

    def __init__(
        self, declared: DeclaredComponent, interfaces: Interfaces, found: Diagnostics
    ) -> None:
        self._declaration = declared.declaration
        self._package = declared.package
        self._folder = declared.source.path.parent
        self._interfaces = interfaces
        self._found = found

    @property
    def is_in_c(self) -> bool:
        """Whether the component's class is to be generated."""
        suffixes = {Path(each.text).suffix for each in self._declaration.sources}
        header = self._folder / f"{cpp.words(self._declaration.name.text)}.hpp"
        return ".c" in suffixes and ".cpp" not in suffixes and not header.is_file()

    def part(self, ports: Sequence[Port]) -> CPart | None:
        """What the component says to C; None of a component in C++, which can say nothing."""
        states, types = self._declaration.states, self._declaration.types
        if not self.is_in_c:
            places = [*(each.type for each in states), *(each.type for each in types)]
            for place in places:
                message = f"`{self._declaration.name.text}` is no component in C"
                help_text = "`state` and `type` are for components whose sources are of C alone"
                self._found.add(error("F0422", message, place.span, help=help_text))
            return None
        self._check_functions(ports)
        state = self._state(states)
        return CPart(state, tuple(self._designated(types, ports)))

    def _check_functions(self, ports: Sequence[Port]) -> None:
        """No two functions of the component have one name, nor two fields of an instance."""
        first: dict[str, Name] = {}
        if self._declaration.states:
            first[start] = first[state_field] = self._declaration.states[0].type
        for declared, port in zip(self._declaration.ports, ports, strict=True):
            for name in port_functions(port, self._interfaces):
                if name in first and name != state_field:
                    self._report_clash(declared.name, name, first[name])
                first.setdefault(name, declared.name)
        for attribute in self._declaration.attributes:
            if attribute.name.text == state_field and self._declaration.states:
                self._report_clash(attribute.name, state_field, first[state_field])

    def _report_clash(self, here: Name, name: str, there: Name) -> None:
        message = f"`{here.text}` and `{there.text}` both need the name `{name}` in C"
        label = Label(there.span, "this is the other one")
        help_text = "choose another name for one of them"
        self._found.add(error("F0421", message, here.span, labels=[label], help=help_text))

    def _state(self, states: Sequence[StateDeclaration]) -> CType | None:
        for other in states[1:]:
            label = Label(states[0].type.span, "first here")
            message = "a component has one state"
            self._found.add(error("F0422", message, other.type.span, "again", labels=[label]))
        return self._c_type(states[0].type, states[0].header) if states else None

    def _designated(
        self, types: Sequence[TypeDeclaration], ports: Sequence[Port]
    ) -> Iterator[DesignatedType]:
        used = self._used(ports)
        first: dict[str, Name] = {}
        for each in types:
            name = self._find(each.name, used)
            if name in first:
                message = f"`{name}` has a type of C already"
                label = Label(first[name].span, "first here")
                self._found.add(error("F0423", message, each.name.span, "again", labels=[label]))
            elif name:
                first[name] = each.name
                yield DesignatedType(name, self._c_type(each.type, each.header))

    def _used(self, ports: Sequence[Port]) -> dict[str, TypeRef]:
        """The types that functions of the component have as parameters and results, by name."""
        library = self._interfaces.library
        return {
            reference.full_name: reference
            for port in ports
            if port.interface
            for method in library.methods(port.interface)
            for reference in (method.result, *(each.type for each in method.parameters))
        }

    def _find(self, written: Name, used: dict[str, TypeRef]) -> str | None:
        found = matching(written.text, used, self._package)
        if len(found) > 1:
            message = f"`{written.text}` can be {listed(found, 'or')}"
            self._found.add(error("F0423", message, written.span, help="write the package, too"))
            return None
        if not found:
            near = nearest(written.text, used)
            message = f"no method of the component's ports uses a type `{written.text}`"
            help_text = f"did you mean `{near}`?" if near else None
            edit = replacement(written.span, near) if near else None
            self._found.add(error("F0423", message, written.span, help=help_text, edit=edit))
            return None
        reference = used[found[0]]
        if reference.kind not in _mappable or reference.full_name == "boolean":
            message = f"`{written.text}` has one form in C, which cannot be chosen"
            help_text = "integers, enums, records, interfaces and kernel objects can have others"
            self._found.add(error("F0423", message, written.span, help=help_text))
            return None
        return found[0]

    def _c_type(self, type: Name, header: Name | None) -> CType:
        """The type with its header as it is included: one beside the component by its package."""
        if header is None or not (self._folder / header.text).is_file():
            return CType(type.text, header.text if header else None, type.origin)
        return CType(type.text, f"{self._package.replace('.', '/')}/{header.text}", type.origin)
