# SPDX-License-Identifier: BSD-2-Clause
"""Turns a component's declaration into a `Component`: names looked up, everything checked.

Errors in a declaration are remembered per component and reported when an assembly uses it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flatland.diagnostics import Diagnostics, Label, Span, error, replacement
from flatland.idl import names as cpp
from flatland.lang.syntax import (
    AttributeDeclaration,
    ContextDeclaration,
    Name,
    PortDeclaration,
)
from flatland.model.attributes import attribute_of
from flatland.model.c_part import CPartChecker
from flatland.model.identifiers import check_member_name, check_type_name
from flatland.model.interfaces import Interfaces
from flatland.model.library import DeclaredComponent, Library
from flatland.model.names import listed, nearest
from flatland.model.resolved import AttributeType, Component, LeafFunction, ObjectShare, Port
from flatland.model.sources import SourceFinder


@dataclass
class CheckedComponent:
    """A component with what its assembly must know besides.

    `untyped` are ports whose interface is unknown: whatever needs them is a follow-up.
    """

    declared: DeclaredComponent
    component: Component
    diagnostics: Diagnostics
    spans: dict[str, Span]
    untyped: set[str] = field(default_factory=set)
    interrupts: dict[str, ContextDeclaration] = field(default_factory=dict)
    thread_only: set[str] = field(default_factory=set)
    not_by_interrupts: list[ContextDeclaration] = field(default_factory=list)

    def port(self, name: str) -> Port | None:
        """The port of this name."""
        return next((port for port in self.component.ports if port.name == name), None)


def check_component(declared: DeclaredComponent, library: Library) -> CheckedComponent:
    """Resolves the names of a component and checks it by itself."""
    return _Checker(declared, library).run()


class _Checker:
    """Checks one component."""

    def __init__(self, declared: DeclaredComponent, library: Library) -> None:
        self._declared = declared
        self._declaration = declared.declaration
        self._interfaces: Interfaces = library.interfaces
        self._folder = declared.source.path.parent
        self._found = Diagnostics()
        self._files = SourceFinder(library, self._found)
        self._untyped: set[str] = set()

    def run(self) -> CheckedComponent:
        """The component, with all that is wrong with it."""
        self._found.extend(self._declared.source.errors)
        ports = tuple(self._port(port) for port in self._declaration.ports)
        attributes = tuple(self._attribute(each) for each in self._declaration.attributes)
        self._check_names(ports)
        in_c = CPartChecker(self._declared, self._interfaces, self._found)
        self._check_header(in_c.is_in_c)
        component = Component(
            package=self._declared.package,
            name=self._declaration.name.text,
            ports=ports,
            attributes=attributes,
            shares=self._shares(),
            sources=self._files.sources(self._declared),
            tests=self._files.tests(self._declared),
            file=self._declared.source.path,
            origin=self._declaration.name.origin,
            c=in_c.part(ports),
            leaves=tuple(
                LeafFunction(
                    each.function.text,
                    tuple(end.text for end in each.ends),
                    each.most,
                    each.function.origin,
                )
                for each in self._declaration.leaves
            ),
        )
        checked = CheckedComponent(
            self._declared, component, self._found, self._spans(), self._untyped
        )
        for context in self._declaration.contexts:
            self._context(checked, context)
        return checked

    def _spans(self) -> dict[str, Span]:
        return {member.text: member.span for member in self._members()}

    def _members(self) -> list[Name]:
        """The names of all ports and attributes."""
        ports = [port.name for port in self._declaration.ports]
        return ports + [attribute.name for attribute in self._declaration.attributes]

    def _port(self, port: PortDeclaration) -> Port:
        self._check_form(port)
        return Port(
            kind=port.kind,
            name=port.name.text,
            interface=self._interface(port),
            origin=port.name.origin,
            late=port.late,
            collection=port.collection,
        )

    def _check_form(self, port: PortDeclaration) -> None:
        what = None
        if port.kind != "requires" and port.collection:
            what = f"only a requirement is a collection; `{port.kind}` takes one port"
        elif port.kind != "requires" and port.late:
            what = f"only a requirement is late; `{port.kind}` is not"
        elif port.late and port.collection:
            what = "a collection cannot be late: it is handed over at construction"
        if what:
            self._found.add(error("F0216", what, port.name.span))

    def _interface(self, port: PortDeclaration) -> str:
        """The full name of a port's interface, empty when it is not known."""
        written = port.type
        found = self._interfaces.find(written.text, self._declared.package)
        if len(found) == 1:
            return found[0]
        self._untyped.add(port.name.text)
        if found:
            message = f"`{written.text}` can be {listed(found, 'or')}"
            self._found.add(error("F0202", message, written.span, help="write the package, too"))
            return ""
        near = nearest(written.text, self._interfaces.interfaces)
        help_text = f"did you mean `{near}`?" if near else "`flat list interfaces` lists them"
        edit = None
        if near:
            edit = replacement(written.span, self._interfaces.short(near, self._declared.package))
        message = f"no interface is called `{written.text}`"
        self._found.add(error("F0201", message, written.span, help=help_text, edit=edit))
        return ""

    def _attribute(self, attribute: AttributeDeclaration) -> AttributeType:
        return attribute_of(attribute, self._declared.package, self._interfaces, self._found)

    def _check_names(self, ports: tuple[Port, ...]) -> None:
        """No two members of the generated class may have one name."""
        methods = {
            method: port.interface
            for port in ports
            if port.kind == "provides" and port.interface
            for method in self._interfaces.method_names(port.interface)
        }
        seen: dict[str, Span] = {}
        for member in self._members():
            name, span = member.text, member.span
            if name in seen:
                first = Label(seen[name], "first here")
                message = f"`{name}` is declared twice in `{self._declaration.name.text}`"
                self._found.add(error("F0411", message, span, "again here", labels=[first]))
            seen.setdefault(name, span)
            if name in methods:
                message = f"`{name}` is a method of {methods[name]}, which this component provides"
                self._found.add(error("F0414", message, span, help="choose another name"))
            check_member_name(member, self._found)
        check_type_name(self._declaration.name, self._found)

    def _check_header(self, is_in_c: bool) -> None:
        name = self._declaration.name
        stem = cpp.words(name.text)
        file = self._declared.source.path
        if file.stem != stem:
            message = f"component `{name.text}` belongs in {stem}.flat, not in {file.name}"
            self._found.add(error("F0105", message, name.span))
        elif not is_in_c and not (self._folder / f"{stem}.hpp").is_file():
            message = f"component `{name.text}` has no {stem}.hpp beside it"
            self._found.add(error("F0413", message, name.span))

    def _shares(self) -> tuple[ObjectShare, ...]:
        shares = []
        first: dict[str, Span] = {}
        for share in self._declaration.shares:
            target = share.object_name.text
            if target in first:
                message = f"`{self._declaration.name.text}` claims two shares of `{target}`"
                label = Label(first[target], "first here")
                span = share.object_name.span
                self._found.add(error("F0509", message, span, "again here", labels=[label]))
                continue
            first[target] = share.object_name.span
            header = self._folder / f"{cpp.words(share.mixin.text)}.hpp"
            if not header.is_file():
                message = f"mix-in `{share.mixin.text}` has no {header.name} beside the component"
                self._found.add(error("F0413", message, share.mixin.span))
            shares.append(ObjectShare(share.mixin.text, target, share.mixin.origin))
        return tuple(shares)

    def _context(self, checked: CheckedComponent, context: ContextDeclaration) -> None:
        port = checked.port(context.port.text)
        if port is None:
            known = [each.name for each in checked.component.ports]
            self._unknown(context.port, "port", known)
            return
        if context.context.text not in ("interrupt", "thread"):
            self._unknown(context.context, "context", ["interrupt", "thread"])
            return
        if context.method and port.interface:
            known = self._interfaces.called_through(port.interface)
            if context.method.text not in known:
                self._unknown_method(checked, context.method, port.interface, known)
                return
        if context.context.text == "interrupt":
            checked.interrupts.setdefault(port.name, context)
        elif self._is_called_by_interrupts(port, context):
            checked.not_by_interrupts.append(context)
        elif port.kind == "provides" or context.method:
            message = (
                "`thread` is said of a whole requirement, `context port : thread;`, "
                "or of a callback that is for interrupts"
            )
            self._found.add(error("F0215", message, context.port.span))
        else:
            checked.thread_only.add(port.name)

    def _is_called_by_interrupts(self, port: Port, context: ContextDeclaration) -> bool:
        if port.kind == "provides" or not context.method or not port.interface:
            return False
        return context.method.text in self._interfaces.called_by_interrupts(port.interface)

    def _unknown_method(
        self, checked: CheckedComponent, method: Name, interface: str, known: list[str]
    ) -> None:
        for port in checked.component.ports:
            if port.interface and method.text in self._interfaces.called_through(port.interface):
                message = f"no method of {interface} is called `{method.text}`"
                help_text = f"`{port.name}` has it: `context {port.name}.{method.text} : …;`"
                self._found.add(error("F0215", message, method.span, help=help_text))
                return
        self._unknown(method, f"method of {interface}", known)

    def _unknown(self, name: Name, what: str, known: list[str]) -> None:
        near = nearest(name.text, known)
        help_text = f"did you mean `{near}`?" if near else f"there is {listed(known)}"
        message = f"no {what} is called `{name.text}`"
        self._found.add(error("F0215", message, name.span, help=help_text if known else None))
