# SPDX-License-Identifier: BSD-2-Clause
"""Automatic binding: a requirement that nobody mentions takes the one provider of its type.

Never the client itself, never by name. What has no provider or two is an error that names the
candidates, here and in the library, and the line that mends it.
"""

from __future__ import annotations

from collections.abc import Iterable

from flatland.diagnostics import Diagnostics, Edit, Label, error
from flatland.idl import names as cpp
from flatland.model.bindings import Part, Provider, Providers, bind, reference_of
from flatland.model.inherit import Whole
from flatland.model.names import listed
from flatland.model.resolved import Binding, Port
from flatland.model.stock import Stock

_most_named = 6
"""So many candidates of the library are named."""


class AutomaticBindings:
    """Binds what `settled` leaves. `complete`: everything that provides is known."""

    def __init__(
        self,
        whole: Whole,
        stock: Stock,
        parts: Iterable[Part],
        settled: set[tuple[str, str]],
        complete: bool,
        found: Diagnostics,
    ) -> None:
        self.bindings: list[Binding] = []
        self._whole = whole
        self._stock = stock
        self._complete = complete
        self._found = found
        everything = list(parts)
        self._providers = Providers(everything, stock.interfaces)
        for part in everything:
            for port in part.checked.component.ports:
                open_port = port.kind != "provides" and port.interface
                if open_port and (part.name, port.name) not in settled:
                    self._bind(part, port)

    def _bind(self, part: Part, port: Port) -> None:
        others = [each for each in self._providers.of(port.interface) if each.part is not part]
        if port.collection:
            for index, provider in enumerate(others):
                self._add(part, port, provider, index)
        elif len(others) == 1:
            self._add(part, port, others[0], None)
        elif others:
            self._several(part, port, others)
        elif port.kind == "requires" and self._complete:
            self._nothing(part, port)

    def _add(self, part: Part, port: Port, provider: Provider, index: int | None) -> None:
        self.bindings.append(bind(part, port, provider, "automatic", port.origin, index))

    def _nothing(self, part: Part, port: Port) -> None:
        own = [each for each in self._providers.of(port.interface) if each.part is part]
        here = "in this assembly: nothing provides it"
        if own:
            here = f"in this assembly: only {listed(map(str, own))}, and nothing serves itself"
        available, elsewhere = self._stock.providers_of(port.interface)
        notes = [here, _in_library(available)]
        notes += [f"in {variant}: {listed(names)}" for variant, names in elsewhere.items()]
        edit, help_text = None, None
        if available:
            component = available[0][0]
            name = self._unused_name(component)
            edit = self._insert(part, f"{name} = {component.rpartition('.')[2]};")
            help_text = "add an instance that provides it"
        self._found.add(
            error(
                "F0203",
                f"nothing provides {port.interface} for `{reference_of(part, port)}`",
                part.declaration.name.span,
                f"requires `{port.name}`",
                labels=[_requirement(part, port)],
                notes=notes,
                help=help_text,
                edit=edit,
            )
        )

    def _several(self, part: Part, port: Port, others: list[Provider]) -> None:
        client = reference_of(part, port)
        named = (f"{each} ({each.part.checked.component.full_name})" for each in others)
        help_text = "say which one"
        if port.kind == "optional":
            help_text += f", or `{client} -> none;` to leave it unbound"
        edit = self._insert(part, f"{client} -> {others[0]};")
        self._found.add(
            error(
                "F0204",
                f"{len(others)} ports provide {port.interface} for `{client}`",
                part.declaration.name.span,
                f"requires `{port.name}`",
                labels=[_requirement(part, port)],
                notes=[f"in this assembly: {listed(named)}"],
                help=help_text,
                edit=edit,
            )
        )

    def _insert(self, part: Part, statement: str) -> Edit:
        """The edit of the assembly itself that adds a statement behind the instance's own."""
        assembly = self._whole.assembly
        line, indent = assembly.declaration.last_line, "    "
        if part.placed.distance == 0:
            line = part.declaration.last_line + 1
            indent = " " * (part.declaration.name.span.column - 1)
        return Edit(assembly.source.path, line, indent + statement)

    def _unused_name(self, component: str) -> str:
        name = cpp.words(component.rpartition(".")[2])
        number = 2
        while (numbered := name if number == 2 else f"{name}{number}") in self._whole.instances:
            number += 1
        return numbered


def _requirement(part: Part, port: Port) -> Label:
    span = part.checked.spans[port.name]
    return Label(span, f"`{reference_of(part, port)}` is declared here")


def _in_library(available: list[tuple[str, str]]) -> str:
    if not available:
        return "in the library: nothing provides it"
    named = [f"{component} (as `{port}`)" for component, port in available[:_most_named]]
    more = len(available) - _most_named
    return "in the library: " + listed(named) + (f" and {more} more" if more > 0 else "")
