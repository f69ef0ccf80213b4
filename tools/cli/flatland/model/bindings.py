# SPDX-License-Identifier: BSD-2-Clause
"""Binds requirements to what is provided: as stated, and by type where nothing is stated."""

from __future__ import annotations

from flatland.diagnostics import Diagnostics, Edit, Label, Span, error, replacement
from flatland.lang.syntax import (
    BindingDeclaration,
    Name,
    PortReference,
    origin_of,
)
from flatland.model.chains import Chains, Edge
from flatland.model.inherit import PlacedBinding, Whole
from flatland.model.interfaces import Interfaces
from flatland.model.names import nearest
from flatland.model.parts import Part, Provider
from flatland.model.resolved import Binding, BindingRule, Link, Port


class ExplicitBindings:
    """Checks the bindings that the assembly and its bases state.

    `settled` are the client ports that need no automatic binding: those bound here, and those
    whose statement is wrong.
    """

    def __init__(
        self,
        whole: Whole,
        parts: dict[str, Part],
        interfaces: Interfaces,
        chains: Chains,
        found: Diagnostics,
    ) -> None:
        self.bindings: list[Binding] = []
        self.settled: set[tuple[str, str]] = set()
        self._whole = whole
        self._parts = parts
        self._interfaces = interfaces
        self._chains = chains
        self._found = found
        for placed in whole.bindings.values():
            self._add(placed)

    def _add(self, placed: PlacedBinding) -> None:
        declaration = placed.declaration
        part = self._part(declaration.client.instance)
        if part is None:
            for server in declaration.servers:
                self._part(server.instance)
            return
        port = part.checked.port(declaration.client.port.text)
        if port is None and part.placed.distance < placed.distance:
            return  # the instance was replaced by one that does not require this
        self.settled.add((part.name, declaration.client.port.text))
        if port is None:
            self._unknown_port(part, declaration.client.port)
            return
        if not self._check_direction(placed, port) or not self._check_form(placed, port):
            return
        self._bind(placed, part, port)

    def _bind(self, placed: PlacedBinding, part: Part, port: Port) -> None:
        declaration = placed.declaration
        rule: BindingRule = "inherited" if placed.distance else "explicit"
        is_own = placed.distance == 0
        providers = self._servers(declaration, port)
        size = 1 if port.collection else max(len(providers), 1)
        for index in range(0, len(providers), size):
            first, *others = providers[index : index + size]
            position = index if port.collection else None
            more = tuple(others)
            edge = Edge(part, port, first, declaration.arrow, declaration, is_own, more)
            self.bindings.append(bind(edge, rule, position, self._chains.of(edge)))

    def _servers(self, declaration: BindingDeclaration, port: Port) -> list[Provider]:
        """What a binding is stated to lead to, each once."""
        seen: dict[str, Span] = {}
        found = []
        for server in declaration.servers:
            provider = self._provider(server, declaration, port)
            if provider is None:
                continue
            if str(server) in seen:
                label = Label(seen[str(server)], "first here")
                message = f"`{server}` is twice in this list"
                self._found.add(error("F0209", message, server.span, "again", labels=[label]))
                continue
            seen[str(server)] = server.span
            found.append(provider)
        return found

    def _part(self, name: Name) -> Part | None:
        """The instance of this name; reports unless its own statement was already wrong."""
        part = self._parts.get(name.text)
        if part is None and name.text not in self._whole.instances and self._whole.complete:
            near = nearest(name.text, self._whole.instances)
            help_text = f"did you mean `{near}`?" if near else None
            edit = replacement(name.span, near) if near else None
            message = f"no instance is called `{name.text}`"
            self._found.add(error("F0208", message, name.span, help=help_text, edit=edit))
        return part

    def _unknown_port(self, part: Part, name: Name) -> None:
        component = part.checked.component
        ports = [port.name for port in component.ports]
        near = nearest(name.text, ports)
        message = f"`{part.name}` has no port `{name.text}`"
        known = ", ".join(f"{port.kind} {port.name}" for port in component.ports) or "no port"
        notes = [f"component {component.full_name}: {known}"]
        labels = []
        if part.declaration.name.span.file != name.span.file:
            labels.append(Label(part.declaration.name.span, "this is the instance"))
        help_text = f"did you mean `{part.name}.{near}`?" if near else None
        edit = replacement(name.span, near) if near else None
        self._found.add(
            error(
                *("F0207", message, name.span),
                labels=labels,
                notes=notes,
                help=help_text,
                edit=edit,
            )
        )

    def _check_direction(self, placed: PlacedBinding, port: Port) -> bool:
        if port.kind != "provides":
            return True
        declaration = placed.declaration
        client = declaration.client
        help_text = "a binding goes from a required port to a provided one"
        if len(declaration.servers) == 1:
            server = declaration.servers[0]
            part = self._parts.get(server.instance.text)
            other = part.checked.port(server.port.text) if part else None
            if other and other.kind != "provides":
                self.settled.add((server.instance.text, server.port.text))
                message = f"this arrow is backwards: `{client}` provides, `{server}` requires"
                edit = _rewritten(declaration, f"{server} -> {client}")
                self._found.add(
                    error("F0205", message, declaration.arrow, help=help_text, edit=edit)
                )
                return False
        message = f"`{client}` is provided: it cannot be bound to another port"
        self._found.add(error("F0205", message, client.span, help=help_text))
        return False

    def _check_form(self, placed: PlacedBinding, port: Port) -> bool:
        declaration = placed.declaration
        client, form = declaration.client, declaration.form
        help_text: str | None
        edit: Edit | None = None
        if port.collection and form != "list":
            one = f"[{declaration.servers[0]}]" if declaration.servers else "[]"
            message = f"`{client}` is a collection: it is bound to a list"
            help_text = "put brackets around it"
            edit = _rewritten(declaration, f"{client} -> {one}")
        elif not port.collection and form == "list" and self._chains.fanning(declaration):
            if declaration.servers:
                return True
            message = f"`{client}` leads nowhere"
            help_text = "list at least one server"
        elif not port.collection and form == "list":
            message = f"`{client}` is no collection: it is bound to one port"
            help_text = None
            if len(declaration.servers) == 1:
                help_text = "leave out the brackets"
                edit = _rewritten(declaration, f"{client} -> {declaration.servers[0]}")
        elif form == "none" and port.kind == "requires":
            message = f"`{client}` is required: it cannot be left unbound"
            help_text = "only `optional` ports can be bound to `none`"
        else:
            return True
        self._found.add(error("F0210", message, client.span, help=help_text, edit=edit))
        return False

    def _provider(
        self, server: PortReference, declaration: BindingDeclaration, want: Port
    ) -> Provider | None:
        """The provider that a reference names if it fits; reports otherwise."""
        part = self._part(server.instance)
        if part is None:
            return None
        port = part.checked.port(server.port.text)
        if port is None:
            self._unknown_port(part, server.port)
            return None
        if port.kind != "provides":
            message = f"`{server}` is required, not provided"
            help_text = "a binding goes from a required port to a provided one"
            self._found.add(error("F0205", message, server.span, help=help_text))
            return None
        if not port.interface or not want.interface:
            return None
        client = declaration.client
        own, wanted = self._chains.ends(declaration, want)
        if not self._interfaces.is_subtype(own, want.interface):
            message = f"`{client}` requires {want.interface}, the binding's kind comes from {own}"
            self._mismatch(client, message, own, want.interface)
            return None
        if not self._interfaces.is_subtype(port.interface, wanted):
            needs = f"`{client}` requires {wanted}"
            if wanted != want.interface:
                needs = f"the binding's kind leads to {wanted}"
            message = f"`{server}` is {port.interface}, {needs}"
            self._mismatch(server, message, port.interface, wanted)
            return None
        return Provider(part, port)

    def _mismatch(self, end: PortReference, message: str, have: str, want: str) -> None:
        """Reports the type of an end, and what one interface lacks to be another."""
        methods = self._interfaces.missing(have, want)
        notes = [f"missing in {have}: {method.signature}" for method in methods]
        if not methods:
            notes = [f"{have} has the methods but does not extend {want}"]
        self._found.add(error("F0206", message, end.span, "wrong type", notes=notes))


def _rewritten(declaration: BindingDeclaration, text: str) -> Edit | None:
    """The edit that puts another binding in the place of one that stands on one line."""
    first = declaration.client.span
    last = declaration.end
    if first.line != last.line:
        return None
    return replacement(Span(first.file, first.line, first.column, last.end_column), text)


def bind(edge: Edge, rule: BindingRule, index: int | None, chain: tuple[Link, ...]) -> Binding:
    """The binding of a requirement to a provider."""
    return Binding(
        client=edge.part.name,
        port=edge.port.name,
        server=edge.provider.part.name,
        server_port=edge.provider.port.name,
        interface=edge.port.interface,
        chain=chain,
        rule=rule,
        origin=origin_of(edge.span),
        late=edge.port.late,
        index=index,
    )
