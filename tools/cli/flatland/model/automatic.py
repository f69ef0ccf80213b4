# SPDX-License-Identifier: BSD-2-Clause
"""Automatic binding: a requirement that nobody mentions takes the one provider of its type.

Never the client itself, never by name; of several, the one in its own domain, as a binding into
another has a kind that is written. What has no provider or two is an error that names the
candidates, here and in the library, and the line that mends it.
"""

from __future__ import annotations

from flatland.diagnostics import Diagnostics, Label, error
from flatland.model.bindings import bind
from flatland.model.catalogue import Catalogue, in_the_library, most_named
from flatland.model.chains import Chains, Edge
from flatland.model.inherit import Whole
from flatland.model.names import listed
from flatland.model.parts import Part, Provider, Providers, domain_of, reference_of
from flatland.model.resolved import Binding, Port


class AutomaticBindings:
    """Binds what `settled` leaves. `complete`: everything that provides is known."""

    def __init__(
        self,
        whole: Whole,
        catalogue: Catalogue,
        providers: Providers,
        chains: Chains,
        settled: set[tuple[str, str]],
        complete: bool,
        found: Diagnostics,
    ) -> None:
        self.bindings: list[Binding] = []
        self._whole = whole
        self._catalogue = catalogue
        self._complete = complete
        self._found = found
        self._providers = providers
        self._chains = chains
        for part in providers.parts:
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
        elif len(near := _in_domain(part, others)) == 1:
            self._add(part, port, near[0], None)
        elif others:
            self._several(part, port, others)
        elif port.kind == "requires" and self._complete:
            self._nothing(part, port)

    def _add(self, part: Part, port: Port, provider: Provider, index: int | None) -> None:
        span = part.checked.spans[port.name]
        edge = Edge(part, port, provider, span, declaration=None, is_own=False)
        self.bindings.append(bind(edge, "automatic", index, self._chains.of(edge)))

    def _nothing(self, part: Part, port: Port) -> None:
        interface = shown(port.interface)
        own = [each for each in self._providers.of(port.interface) if each.part is part]
        here = f"no instance provides {interface}"
        if own:
            here = f"only {listed(map(str, own))} does, and nothing serves itself"
        available, elsewhere = self._catalogue.providers_of(port.interface)
        places = {"in this assembly": here, "in the library": in_the_library(available)}
        places |= {f"in {variant}": ", ".join(names) for variant, names in elsewhere.items()}
        edit, help_text = None, None
        if available:
            instance = self._whole.instance_of(self._catalogue.short(available[0][0]))
            edit = self._whole.insertion(instance, part.placed)
            help_text = "add one; it is bound automatically"
        self._found.add(
            error(
                "F0203",
                f"nothing provides `{interface}`, required by `{reference_of(part, port)}`",
                part.declaration.name.span,
                labels=[_requirement(part, port)],
                notes=in_columns(places),
                help=help_text,
                edit=edit,
            )
        )

    def _several(self, part: Part, port: Port, others: list[Provider]) -> None:
        client = reference_of(part, port)
        named = [f"{each} ({each.part.checked.component.full_name})" for each in others]
        help_text = "say which one"
        if port.kind == "optional":
            help_text += f", or `{client} -> none;` to leave it unbound"
        edit = self._whole.insertion(f"{client} -> {others[0]};", part.placed)
        verb = "required" if port.kind == "requires" else "asked for"
        self._found.add(
            error(
                "F0204",
                f"{len(others)} ports provide `{shown(port.interface)}`, {verb} by `{client}`",
                part.declaration.name.span,
                labels=[_requirement(part, port)],
                notes=[f"in this assembly: {_some(named)}"],
                help=help_text,
                edit=edit,
            )
        )


def _in_domain(part: Part, providers: list[Provider]) -> list[Provider]:
    """Those that are in the same domain."""
    return [each for each in providers if domain_of(each.part) == domain_of(part)]


def shown(interface: str) -> str:
    """An interface as users write it: without the kit's own `flat.`."""
    return interface.removeprefix("flat.")


def in_columns(places: dict[str, str]) -> list[str]:
    """Notes `place: text`, the texts below each other."""
    width = max(map(len, places)) + 1
    return [f"{place + ':':{width}} {text}" for place, text in places.items()]


def _requirement(part: Part, port: Port) -> Label:
    """Both ends: the carets below the component, the declaration of its port named after them."""
    text = f"`{port.kind} {port.interface.rpartition('.')[2]} {port.name}`"
    return Label(part.declaration.component.span, text, part.checked.spans[port.name])


def _some(candidates: list[str]) -> str:
    """The first candidates, and how many there are more."""
    more = len(candidates) - most_named
    return listed(candidates if more <= 0 else [*candidates[:most_named], f"{more} more"])
