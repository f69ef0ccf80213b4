# SPDX-License-Identifier: BSD-2-Clause
"""The chain of a binding's kinds: looked up, given arguments, checked against both of its ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flatland.diagnostics import Diagnostics, Edit, Label, Span, error, replacement, source_lines
from flatland.idl.model import Method
from flatland.lang.syntax import BindingDeclaration, KindReference
from flatland.model.attributes import check_value
from flatland.model.catalogue import Catalogue, in_the_library
from flatland.model.inherit import Whole
from flatland.model.kinds import Kinds
from flatland.model.names import listed
from flatland.model.parts import Part, Provider, Providers, domain_of, domain_words
from flatland.model.resolved import (
    AttributeValue,
    BindingKind,
    Boundary,
    Link,
    Port,
    Side,
    Supply,
    kernel_domain,
)


@dataclass(frozen=True)
class Edge:
    """A binding in the making: both ends, and where it is stated."""

    part: Part
    port: Port
    provider: Provider
    span: Span  # the arrow, or the requirement when automatic
    declaration: BindingDeclaration | None
    is_own: bool  # the assembly itself states it, not a base
    others: tuple[Provider, ...] = ()  # further servers, of a kind that fans out

    def __str__(self) -> str:
        return f"{self.part.name}.{self.port.name} -> {self.provider}"


class Chains:
    """Makes the chains of an assembly's bindings."""

    def __init__(
        self,
        whole: Whole,
        catalogue: Catalogue,
        kinds: Kinds,
        providers: Providers,
        found: Diagnostics,
    ) -> None:
        self.used: dict[str, BindingKind] = {}
        self._whole = whole
        self._catalogue = catalogue
        self._kinds = kinds
        self._providers = providers
        self._interfaces = providers.interfaces
        self._found = found

    def of(self, edge: Edge) -> tuple[Link, ...]:
        """The chain of a binding; empty after an error in its kinds."""
        if edge.declaration and edge.declaration.via:
            made = [self._written(each) for each in edge.declaration.via]
        else:
            place = self._whole.assembly.declaration.name.span
            default = self._kinds.default(place, self._found)
            made = [(default, ())] if default else [None]
        links = [each for each in made if each]
        if len(links) < len(made):
            return ()
        kinds = [kind for kind, _ in links]
        self.used |= {kind.name: kind for kind in kinds}
        if not self._check_crossing(edge, kinds):
            return ()
        self._check_fanning(edge, kinds)
        for kind, interface in zip(kinds, self._bound(edge, kinds), strict=True):
            self._check_failing(edge, kind, interface)
        return tuple(
            Link(kind.name, arguments, self._supplies(edge, kinds, position))
            for position, (kind, arguments) in enumerate(links)
        )

    def fanning(self, declaration: BindingDeclaration) -> bool:
        """Whether a kind of `via` leads to several servers; errors in it are reported later."""
        kinds = [self._kinds.find(each.name, Diagnostics()) for each in declaration.via]
        return any(kind.fans_out for kind in kinds if kind)

    def ends(self, declaration: BindingDeclaration, port: Port) -> tuple[str, str]:
        """What a binding's kinds want of its two ends: of the client, then of the server.

        A kind that comes from one interface takes any server; errors in it are reported later.
        """
        client = server = port.interface
        kinds = [self._kinds.find(each.name, Diagnostics()) for each in declaration.via]
        for kind in kinds:
            if kind and kind.leads_to:
                server = kind.leads_to
            if kind and kind.comes_from:
                client, server = kind.comes_from, "flat.lang.Top"
        return client, server

    def _written(
        self, reference: KindReference
    ) -> tuple[BindingKind, tuple[tuple[str, AttributeValue], ...]] | None:
        """A kind of `via` with its arguments."""
        kind = self._kinds.find(reference.name, self._found)
        if kind is None:
            return None
        given = reference.arguments
        needed = [each for each in kind.parameters if each.default is None]
        if not len(needed) <= len(given) <= len(kind.parameters):
            self._count(kind, reference)
            return None
        values = []
        for position, parameter in enumerate(kind.parameters):
            value = parameter.default
            if position < len(given):
                value = check_value(parameter, given[position], self._interfaces, self._found)
            if value is None:
                return None
            values.append((parameter.name, value))
        return kind, tuple(values)

    def _count(self, kind: BindingKind, reference: KindReference) -> None:
        names = [each.name + ("" if each.default is None else "?") for each in kind.parameters]
        message = f"`{kind.name}` takes {len(names) or 'no'} argument{'s' * (len(names) != 1)}"
        message += f", {len(reference.arguments)} given"
        note = f"it is written `{kind.name}({', '.join(names)})`; what has a `?` may be left out"
        notes = [note] if names else []
        self._found.add(error("F0217", message, reference.name.span, notes=notes))

    def _check_crossing(self, edge: Edge, kinds: Sequence[BindingKind]) -> bool:
        """Whether one kind of the chain crosses the boundary between the ends, if there is one."""
        boundary = boundary_of(edge)
        crossing = [kind for kind in kinds if kind.crosses]
        if len(crossing) > 1:
            names = listed(f"`{kind.name}`" for kind in crossing)
            message = f"{names} cross a boundary each: one kind of a binding does"
            self._found.add(error("F0212", message, edge.span))
            return False
        if boundary and not any(boundary in kind.crosses for kind in kinds):
            self._cannot_cross(edge, kinds, boundary)
            return False
        return True

    def _cannot_cross(self, edge: Edge, kinds: Sequence[BindingKind], boundary: Boundary) -> None:
        client, server = edge.part, edge.provider.part
        labels = [
            Label(part.declaration.name.span, f"in {domain_words(domain_of(part))}")
            for part in (client, server)
        ]
        chain = ", ".join(kind.name for kind in kinds)
        ends = [domain_words(domain_of(part)) for part in (client, server)]
        message = f"the {chain} binding `{edge}` crosses from {ends[0]} to {ends[1]}"
        able = [name for name in self._kinds.names if boundary in self._kinds.get(name).crosses]
        able = [name for name in able if self._is_supplied(self._kinds.get(name))] or able
        what = _across[boundary]
        wrong = [kind for kind in kinds if kind.crosses]
        notes = [
            f"`{kind.name}` crosses {listed((_across[each] for each in kind.crosses), 'or')}"
            for kind in wrong
        ] or [f"`{chain}` stays in one domain"]
        help_text = f"move one of the two; no kind crosses {what}"
        edit = None
        if able:
            help_text = f"bind it by a kind that crosses {what}: {listed(able, 'or')}"
            edit = self._instead(edge, wrong[0], able[0]) if wrong else self._via(edge, able[0])
        self._found.add(
            error(
                "F0212", message, edge.span, labels=labels, notes=notes, help=help_text, edit=edit
            )
        )

    def _is_supplied(self, kind: BindingKind) -> bool:
        """Whether the kernel has what stands there for a kind: what it offers domains differs."""
        return all(
            any(domain_of(each.part) == kernel_domain for each in self._providers.of(interface))
            for _, interface in kind.kernel_requires
        )

    def _via(self, edge: Edge, kind: str) -> Edit | None:
        """The edit that binds by one more kind."""
        declaration = edge.declaration
        if declaration is None or not edge.is_own:
            return self._whole.insertion(f"{edge} via {kind};", edge.part.placed)
        last = declaration.via[-1].end if declaration.via else declaration.end
        place = Span(last.file, last.line, last.end_column, last.end_column)
        return replacement(place, f", {kind}" if declaration.via else f" via {kind}")

    def _check_fanning(self, edge: Edge, kinds: Sequence[BindingKind]) -> None:
        """What fans out is the last kind, and what it leads to is in the domain where it stands."""
        for kind in kinds[:-1]:
            if kind.fans_out:
                message = f"`{kind.name}` leads to several servers: it is the last kind"
                self._found.add(error("F0210", message, edge.span))
        first = edge.provider.part
        for other in edge.others:
            if domain_of(other.part) != domain_of(first):
                places = [domain_words(domain_of(part)) for part in (first, other.part)]
                message = f"`{edge.provider}` is in {places[0]}, `{other}` in {places[1]}"
                help_text = "the servers of one binding are in one domain: bind each of another"
                help_text += " domain to a component beside the first that passes calls on"
                self._found.add(error("F0212", message, edge.span, help=help_text))

    def _instead(self, edge: Edge, wrong: BindingKind, kind: str) -> Edit | None:
        """The edit that binds by another kind in the place of one."""
        written = edge.declaration.via if edge.declaration and edge.is_own else ()
        for each in written:
            if self._kinds.find(each.name, Diagnostics()) is wrong:
                return replacement(
                    Span(
                        each.name.span.file,
                        each.name.span.line,
                        each.name.span.column,
                        each.end.end_column,
                    ),
                    kind,
                )
        return None

    def _bound(self, edge: Edge, kinds: Sequence[BindingKind]) -> list[str]:
        """The interface that each kind of a chain binds."""
        return [
            interface_at(edge.port.interface, edge.provider.port.interface, kinds[:place])
            for place in range(len(kinds))
        ]

    def _check_failing(self, edge: Edge, kind: BindingKind, interface: str) -> None:
        """What can fail binds only interfaces whose methods can all say so."""
        if not kind.can_fail:
            return
        for method in self._interfaces.library.methods(interface):
            if method.throws is None and not method.one_way:
                self._cannot_say(edge, kind, interface, method)

    def _cannot_say(self, edge: Edge, kind: BindingKind, interface: str, method: Method) -> None:
        failures = [each.throws for each in self._interfaces.library.methods(interface)]
        known = next((each.written for each in failures if each), None)
        name = known or f"{interface.rpartition('.')[2]}Error"
        message = f"a {kind.name} binding can fail, and `{interface}.{method.name}` cannot say so"
        labels = [Label(method.span, "throws nothing")]
        help_text = f"write `throws {name}` after its parameters, or choose a kind that cannot fail"
        edit = _throwing(method.span, name) if known else None
        self._found.add(
            error("F0218", message, edge.span, labels=labels, help=help_text, edit=edit)
        )

    def _supplies(
        self, edge: Edge, kinds: Sequence[BindingKind], position: int
    ) -> tuple[Supply, ...]:
        """What stands behind the requirements of a kind's parts, each in its own domain."""
        kind = kinds[position]
        crossed = any(each.crosses for each in kinds[:position])
        server = domain_of(edge.provider.part)
        stub = server if crossed else domain_of(edge.part)
        needed: list[tuple[Side, str, tuple[tuple[str, str], ...]]] = [
            ("client", stub, kind.requires),
            ("kernel", kernel_domain, kind.kernel_requires),
            ("server", server, kind.server_requires),
        ]
        found = [
            self._supply(edge, kind, port, domain, side)
            for side, domain, ports in needed
            for port in ports
        ]
        more = [
            Supply(f"beneath_{place}", edge.port.interface, *_port(other), "client", is_server=True)
            for place, other in enumerate(edge.others if kind.fans_out else (), start=2)
        ]
        return (*(supply for supply in found if supply), *more)

    def _supply(
        self, edge: Edge, kind: BindingKind, port: tuple[str, str], domain: str, side: Side
    ) -> Supply | None:
        name, interface = port
        others = [
            each
            for each in self._providers.of(interface)
            if each.part is not edge.part and domain_of(each.part) == domain
        ]
        if len(others) == 1:
            provider = others[0]
            return Supply(name, interface, provider.part.name, provider.port.name, side)
        self._no_supply(edge, kind, interface, others, domain)
        return None

    def _no_supply(
        self, edge: Edge, kind: BindingKind, interface: str, others: list[Provider], domain: str
    ) -> None:
        what = f"`{interface.removeprefix('flat.')}`"
        place = domain_words(domain)
        code, message = "F0203", f"nothing in {place} provides {what}"
        if others:
            code, message = "F0204", f"{len(others)} ports in {place} provide {what}"
        message += f", required by the {kind.name} binding `{edge}`"
        available, _ = self._catalogue.providers_of(interface)
        edit, help_text = None, None
        if others:
            names = listed(str(each) for each in others)
            notes = [f"they are {names}; what a kind requires is bound by type"]
        else:
            notes = [f"in the library: {in_the_library(available)}"]
            near = edge.provider.part if domain_of(edge.provider.part) == domain else edge.part
            if available and near.placed.distance == 0:
                instance = self._whole.instance_of(self._catalogue.short(available[0][0]))
                edit = self._whole.insertion(instance, near.placed)
                help_text = "add one; it is bound automatically"
        self._found.add(error(code, message, edge.span, notes=notes, help=help_text, edit=edit))


def _port(provider: Provider) -> tuple[str, str]:
    """The names of an instance and of its port."""
    return provider.part.name, provider.port.name


def _throwing(method: Span, failure: str) -> Edit | None:
    """The edit that lets a method fail, if its declaration ends on the line of its name."""
    line = dict(enumerate(source_lines(method.file), start=1)).get(method.line, "")
    place = line.find(");", method.end_column - 1)
    if place < 0:
        return None
    span = Span(method.file, method.line, place + 1, place + 3)
    return replacement(span, f") throws {failure};")


def interface_at(client: str, server: str, before: Sequence[BindingKind]) -> str:
    """What a kind of a chain binds: the interface of the client, unless a kind before adapts it."""
    for kind in before:
        if kind.leads_to:
            return kind.leads_to
        if kind.comes_from:
            return server
    return client


def boundary_of(edge: Edge) -> Boundary | None:
    """What lies between both ends, if anything."""
    client, server = domain_of(edge.part), domain_of(edge.provider.part)
    if client == server:
        return None
    if client == kernel_domain:
        return "out"
    return "kernel" if server == kernel_domain else "domain"


_across: dict[Boundary, str] = {
    "kernel": "into the kernel",
    "out": "out of the kernel",
    "domain": "into another domain",
    "host": "to another machine",
}
