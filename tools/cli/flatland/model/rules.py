# SPDX-License-Identifier: BSD-2-Clause
"""Rules about an assembly as a whole: its entry, domains, interrupt context, unused instances."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from flatland.diagnostics import Diagnostics, Label, Span, error, replacement, warning
from flatland.lang.syntax import ContextDeclaration
from flatland.model.automatic import shown
from flatland.model.catalogue import Catalogue, in_the_library
from flatland.model.inherit import Whole
from flatland.model.interfaces import Interfaces, entry
from flatland.model.names import listed
from flatland.model.order import binding_span
from flatland.model.parts import Part, Provider, Providers, domain_of
from flatland.model.resolved import Binding, EntryPoint, kernel_domain


def check_entries(
    whole: Whole,
    catalogue: Catalogue,
    providers: Providers,
    bindings: Sequence[Binding],
    complete: bool,
    found: Diagnostics,
) -> dict[str, EntryPoint]:
    """Exactly one instance of each domain provides `flat.boot.Entry`; what it is, by domain.

    One that another instance of the domain is bound to, and so runs, does not count.
    """
    domains = {part.name: domain_of(part) for part in providers.parts}
    run_by_others = {
        (each.server, each.server_port)
        for each in bindings
        if domains.get(each.client) == domains.get(each.server)
    }
    entries: dict[str, list[Provider]] = {kernel_domain: []}
    for part in providers.parts:
        entries.setdefault(domain_of(part), [])
    for each in providers.of(entry):
        if (each.part.name, each.port.name) not in run_by_others:
            entries[domain_of(each.part)].append(each)
    for domain, candidates in entries.items():
        if not candidates and complete:
            inside = [part for part in providers.parts if domain_of(part) == domain]
            _no_entry(whole, catalogue, domain, inside, found)
        if len(candidates) > 1:
            _two_entries(domain, candidates, found)
    return {
        domain: EntryPoint(candidates[0].part.name, candidates[0].port.name)
        for domain, candidates in entries.items()
        if candidates
    }


def _no_entry(
    whole: Whole, catalogue: Catalogue, domain: str, inside: Sequence[Part], found: Diagnostics
) -> None:
    available, _ = catalogue.providers_of(entry)
    name = whole.assembly.declaration.name
    where, span, after = f"`{name.text}`", name.span, None
    if domain != kernel_domain:
        where, after = f"domain `{domain}`", inside[-1].placed
        block = inside[0].declaration.domain
        span = block.span if block else span
    edit = None
    if available and not (after and after.distance):
        edit = whole.insertion(whole.instance_of(catalogue.short(available[0][0])), after)
    kind = "kernel" if domain == kernel_domain else "domain"
    message = f"nothing in {where} provides `{shown(entry)}`, where a {kind} begins"
    help_text = "add an instance that provides it" if available else None
    notes = [f"in the library: {in_the_library(available)}"]
    found.add(error("F0405", message, span, notes=notes, help=help_text, edit=edit))


def _two_entries(domain: str, entries: list[Provider], found: Diagnostics) -> None:
    spans = [each.part.declaration.name.span for each in entries]
    labels = [
        Label(span, f"`{each}` provides it, too")
        for each, span in zip(entries[1:], spans[1:], strict=True)
    ]
    kind = "a kernel" if domain == kernel_domain else f"domain `{domain}`"
    message = f"{listed(f'`{each}`' for each in entries)} provide {entry}: {kind} has one"
    label = f"`{entries[0]}` provides it"
    found.add(error("F0406", message, spans[0], label, labels=labels))


def check_interrupt_context(
    parts: dict[str, Part],
    bindings: Sequence[Binding],
    interfaces: Interfaces,
    found: Diagnostics,
) -> None:
    """What an interrupt calls reaches nothing that only threads may call.

    Followed are the bindings of the instance and of those that it reaches which stay in one
    domain, but for requirements declared `context port : thread`. An interface is for threads only
    when it has methods and each states `@Context(THREAD)`.
    """
    outgoing: dict[str, list[Binding]] = {}
    for binding in bindings:
        client, server = parts[binding.client], parts[binding.server]
        stays = domain_of(client) == domain_of(server)
        if stays and binding.port not in client.checked.thread_only:
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


def check_callbacks(parts: Sequence[Part], catalogue: Catalogue, found: Diagnostics) -> None:
    """In the kernel's own domain, interrupts call what is declared so.

    In the others nothing but threads runs. `context port.callback : thread;` says of a component
    that it is for these.
    """
    for part in parts:
        if domain_of(part) == kernel_domain:
            for context in part.checked.not_by_interrupts:
                _report_callback(part, context, catalogue, found)


def _report_callback(
    part: Part, context: ContextDeclaration, catalogue: Catalogue, found: Diagnostics
) -> None:
    name, method = part.checked.component.full_name, context.method
    assert method
    instead = _instead_of(part, catalogue)
    span = part.declaration.component.span
    other = f", or take `{instead}`" if instead else ""
    found.add(
        error(
            "F0220",
            f"in the kernel interrupts call `{part.name}.{context.port.text}.{method.text}`, "
            f"which `{name}` has for threads only",
            span,
            "in the kernel's own domain",
            labels=[Label(method.span, "for threads only")],
            help=f"put it into a domain: `domain NAME {{ {part.name} = {name}; ... }}`{other}",
            edit=replacement(span, instead) if instead else None,
        )
    )


def _instead_of(part: Part, catalogue: Catalogue) -> str | None:
    """Another component that provides the first thing that a part does."""
    component = part.checked.component
    provided = next((port for port in component.ports if port.kind == "provides"), None)
    if not provided:
        return None
    at_hand, _ = catalogue.providers_of(provided.interface)
    return next((name for name, _ in at_hand if name != component.full_name), None)


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
    servers |= {
        supply.server for binding in bindings for link in binding.chain for supply in link.supplies
    }
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
