# SPDX-License-Identifier: BSD-2-Clause
"""Rules about an assembly as a whole: its entry, domains, interrupt context, unused instances."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from flatland.diagnostics import Diagnostics, Label, Span, error, warning
from flatland.model.automatic import in_the_library, shown
from flatland.model.bindings import Part, Provider, Providers
from flatland.model.catalogue import Catalogue
from flatland.model.inherit import Whole
from flatland.model.interfaces import Interfaces, entry
from flatland.model.names import listed
from flatland.model.order import binding_span
from flatland.model.resolved import Binding


def check_entry(
    whole: Whole, catalogue: Catalogue, parts: Sequence[Part], complete: bool, found: Diagnostics
) -> None:
    """Exactly one instance provides `flat.boot.Entry`."""
    entries = Providers(parts, catalogue.interfaces).of(entry)
    name = whole.assembly.declaration.name
    if not entries and complete:
        available, _ = catalogue.providers_of(entry)
        edit = None
        if available:
            edit = whole.insertion(whole.instance_of(catalogue.short(available[0][0])))
        message = f"nothing in `{name.text}` provides `{shown(entry)}`, where a kernel begins"
        help_text = "add an instance that provides it" if available else None
        found.add(
            error(
                *("F0405", message, name.span),
                notes=[f"in the library: {in_the_library(available)}"],
                help=help_text,
                edit=edit,
            )
        )
    if len(entries) > 1:
        _two_entries(entries, found)


def _two_entries(entries: list[Provider], found: Diagnostics) -> None:
    spans = [each.part.declaration.name.span for each in entries]
    labels = [
        Label(span, f"`{each}` provides it, too")
        for each, span in zip(entries[1:], spans[1:], strict=True)
    ]
    message = f"{listed(f'`{each}`' for each in entries)} provide {entry}: a kernel has one"
    label = f"`{entries[0]}` provides it"
    found.add(error("F0406", message, spans[0], label, labels=labels))


def check_domains(parts: dict[str, Part], bindings: Sequence[Binding], found: Diagnostics) -> None:
    """A static binding stays in one domain."""
    for binding in bindings:
        client, server = parts[binding.client], parts[binding.server]
        there, here = server.declaration.domain, client.declaration.domain
        if there == here:
            continue
        edge = f"`{binding.client}.{binding.port} -> {binding.server}.{binding.server_port}`"
        labels = [
            Label(part.declaration.name.span, f"in {_domain(part)}") for part in (client, server)
        ]
        message = f"the static binding {edge} crosses from {_domain(client)} to {_domain(server)}"
        notes = ["only `static` bindings exist yet, and they stay in one domain"]
        found.add(error("F0212", message, binding_span(binding), labels=labels, notes=notes))


def _domain(part: Part) -> str:
    domain = part.declaration.domain
    return f"domain `{domain}`" if domain else "the kernel's own domain"


def check_interrupt_context(
    parts: dict[str, Part],
    bindings: Sequence[Binding],
    interfaces: Interfaces,
    found: Diagnostics,
) -> None:
    """What an interrupt calls reaches nothing that only threads may call.

    Followed are the static bindings of the instance and of those that it reaches, but for
    requirements declared `context port : thread`. An interface is for threads only when it has
    methods and each states `@Context(THREAD)`.
    """
    outgoing: dict[str, list[Binding]] = {}
    for binding in bindings:
        if binding.port not in parts[binding.client].checked.thread_only:
            outgoing.setdefault(binding.client, []).append(binding)
    for part in parts.values():
        if part.checked.interrupts:
            _follow(part, outgoing, interfaces, found)


def _follow(
    start: Part, outgoing: dict[str, list[Binding]], interfaces: Interfaces, found: Diagnostics
) -> None:
    paths: dict[str, list[Binding]] = {start.name: []}
    queue = deque([start.name])
    while queue:
        name = queue.popleft()
        for binding in outgoing.get(name, ()):
            path = [*paths[name], binding]
            if interfaces.is_for_threads(binding.interface):
                _report_path(start, path, found)
            elif binding.server not in paths:
                paths[binding.server] = path
                queue.append(binding.server)


def _report_path(start: Part, path: list[Binding], found: Diagnostics) -> None:
    context = next(iter(start.checked.interrupts.values()))
    method = f".{context.method.text}" if context.method else ""
    begin = f"`{start.name}.{context.port.text}{method}`"
    steps = [f"{each.client}.{each.port} -> {each.server}.{each.server_port}" for each in path]
    interface = path[-1].interface
    first = context.port.span
    label = Label(binding_span(path[-1]), f"bound to {interface}")
    found.add(
        error(
            "F0214",
            f"{begin} is called by interrupts and reaches {interface}, which is for threads only",
            first,
            "called by interrupts",
            labels=[label],
            notes=["through " + ", ".join(steps), f"every method of {interface} is THREAD"],
            help="if only threads take this way, say so in the component:"
            f" `context {path[-1].port} : thread;`",
        )
    )


def warn_unused(
    parts: Sequence[Part], bindings: Sequence[Binding], interfaces: Interfaces, found: Diagnostics
) -> None:
    """Warns of instances that provide something to nobody and that nothing calls back."""
    servers = {binding.server for binding in bindings}
    for part in parts:
        component = part.checked.component
        provided = [port for port in component.ports if port.kind == "provides"]
        if part.name in servers or not provided or component.shares or part.checked.interrupts:
            continue
        if any(interfaces.is_subtype(port.interface, entry) for port in provided if port.interface):
            continue
        mine = [binding.interface for binding in bindings if binding.client == part.name]
        if any(interfaces.calls_back(interface) for interface in mine):
            continue
        what = listed(f"`{port.name}`" for port in provided)
        message = f"nothing uses `{part.name}`"
        label = f"provides {what}, to which nobody is bound"
        found.add(warning("F0404", message, _name_span(part), label))


def _name_span(part: Part) -> Span:
    return part.declaration.name.span
