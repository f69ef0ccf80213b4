# SPDX-License-Identifier: BSD-2-Clause
"""Generates wiring.cpp: every instance of an image, constructed in initialisation order.

The instances are members of one structure in static storage, so C++'s rule that members are
constructed in the order of their declaration is the boot order. A provider stands before whatever
requires it; late ports are bound when all exist. Nothing allocates.

For `collapse`, a port that it retypes is given the instance itself and not its interface. In
`special` each instance has a variable of its own, and a member of the structure refers to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType

from flatland.builder.bridges import Between, Bridges, basic_calls
from flatland.builder.component_header import (
    attribute_literal,
    client_ports,
    cpp_string,
)
from flatland.builder.constants import place_of
from flatland.builder.names import component_class, component_header, cpp_name
from flatland.files import license_line
from flatland.model.resolved import Binding, Image, Instance, Supply, kernel_domain

Member = Instance | Between
"""What the wiring has for a member: an instance, or what stands between the ends of a binding."""

Retyped = Set[tuple[str, str]]
"""The members, by instance and name, that get the class behind them for their type."""


def generate(
    name: str,
    image: Image,
    bridges: Bridges,
    retyped: Retyped,
    domains: Mapping[str, int] = MappingProxyType({}),
    are_placed: bool = False,
) -> str:
    """The text of wiring.cpp; what is `retyped` gets the object itself, not its interface.

    `domains` are the others that this image embeds, and has tables of calls for, each with the
    digest of these. If instances `are_placed`, each has a variable of its own.
    """
    bindings = by_client_port(image)
    arrays = arrays_of(image, bindings)
    providers = Providers(bridges, retyped)
    members = list(bridges.members(image))
    upcalls = bridges.upcalls.size(image.domain)
    headers = {component_header(each.component) for each in image.instances}
    headers |= {each.piece.header for each in members if isinstance(each, Between)}
    own = bridges.own.get(image.domain, [])
    headers |= {piece.header for piece, _ in own}
    headers |= {"core/image/instance.hpp", "core/types.hpp", "domain/last_resort.hpp"}
    headers |= (
        {"core/calls/domain_calls.hpp"} if domains or image.domain != kernel_domain else set()
    )
    stays = upcalls or image.domain in bridges.serving
    headers |= {"domain/system_call.hpp"} if stays else set()
    lines = [
        license_line,
        f"// The instances of {name} and the bindings between them.",
        *(f"#include <{header}>" for header in sorted(headers)),
        "#include <new>",
        "",
        *tables(image),
        "namespace flat {",
        *(placed(image.instances) if are_placed else ()),
        "namespace {",
        "",
        "/// Every instance, in initialisation order.",
        "struct Image {",
    ]
    for member in members:
        if isinstance(member, Between):
            lines.append(between(member, providers))
        else:
            lines += member_lines(member, bindings, arrays, providers, are_placed)
    lines += [
        "};",
        "",
        "alignas(Image) u8 storage[sizeof(Image)];",
        *(f"Call {each}_calls[{bridges.calls.size(each)}];" for each in domains),
        "",
        "} // namespace",
        "",
        *_domain_calls(domains, bridges),
        *(_upcalls(bridges, image.domain) if image.domain != kernel_domain else ()),
        'extern "C" [[noreturn]] void flat_main() {',
        *(
            f"    {piece.class_name}({{}}).enter_into(flat_upcalls + {first});"
            for piece, first in own
        ),
        "    Image& image = *new (storage) Image;",
        *late_lines(image.bindings, providers),
        *(
            f"    image.{skeleton}.enter_into({domain}_calls + {first});"
            for domain in domains
            for skeleton, first in bridges.calls.objects(domain)
        ),
        *(
            f"    image.{skeleton}.enter_into(flat_upcalls + {first});"
            for skeleton, first in bridges.upcalls.objects(image.domain)
        ),
        f"    image.{image.entry.instance}.{image.entry.port}().run();",
        "    for (;;) domain::system_call(u64(BasicCall::serve));"
        if stays
        else "    domain::end(0);",
        "}",
        "",
        "} // namespace flat",
        "",
    ]
    return "\n".join(lines)


def tables(image: Image) -> list[str]:
    """The instances and their bindings, for kernels that tell what they are made of."""
    return [
        "namespace {",
        *rows(image.instances, image.bindings),
        "} // namespace",
        'extern "C" {',
        "flat::boot::Instance const* flat_instances = instances;",
        f"flat::u32 flat_instance_count = {len(image.instances)};",
        "flat::boot::Binding const* flat_bindings = bindings;",
        f"flat::u32 flat_binding_count = {len(image.bindings)};",
        "}",
        "",
    ]


def rows(
    instances: Sequence[Instance], bindings: Sequence[Binding], suffix: str = "", prefix: str = ""
) -> list[str]:
    """The tables `instances` and `bindings`; names in them are without a prefix of all."""
    names = [
        f'{{"{each.name.removeprefix(prefix)}", "{each.component.full_name}"}}'
        for each in instances
    ]
    edges = []
    for each in bindings:
        servers = ", ".join(server.removeprefix(prefix) for server in each.servers)
        client = each.client_port.removeprefix(prefix)
        edges.append(f'{{"{client}", "{servers}", {cpp_string(each.kind)}}}')
    return [
        f"flat::boot::Instance const instances{suffix}[] = {{{', '.join(names)}}};",
        f"flat::boot::Binding const bindings{suffix}[] = {{{', '.join(edges or ['{}'])}}};",
    ]


def _domain_calls(domains: Mapping[str, int], bridges: Bridges) -> list[str]:
    """The tables of calls of other domains, in the order of core/image/boot_module.hpp."""
    if not domains:
        return []
    rows = [
        f"{{{each}_calls, {bridges.calls.size(each)}, {digest:#x}}}"
        for each, digest in domains.items()
    ]
    check = f"static_assert(basic_calls == {basic_calls});"
    table = f'extern "C" Calls const flat_domain_calls[] = {{{", ".join(rows)}}};'
    return [check, table, ""]


def _upcalls(bridges: Bridges, domain: str) -> list[str]:
    """What others can call in a domain, and whose each entry is; the arrays are never empty."""
    callers = bridges.upcalls.callers(domain)
    return [
        f'extern "C" {{ Call flat_upcalls[{max(1, len(callers))}]; }}',
        f'extern "C" u32 const flat_upcall_count = {len(callers)};',
        f'extern "C" u16 const flat_upcall_callers[] = {{{", ".join(map(str, callers)) or 0}}};',
        "",
    ]


def by_client_port(image: Image) -> dict[tuple[str, str], list[Binding]]:
    """Bindings by client and port, those of a collection in the order of their index."""
    found: dict[tuple[str, str], list[Binding]] = defaultdict(list)
    for binding in image.bindings:
        found[binding.client, binding.port].append(binding)
    for group in found.values():
        group.sort(key=lambda binding: binding.index or 0)
    return found


def arrays_of(image: Image, bindings: dict[tuple[str, str], list[Binding]]) -> dict[str, str]:
    """The names of the arrays of collections, by `client.port`: none is that of another member."""
    taken = {each.name for each in image.instances}
    names = {}
    for client, port in bindings:
        name = f"{client}_{port}"
        while name in taken:
            name += "_"
        taken.add(name)
        names[f"{client}.{port}"] = name
    return names


class Providers:
    """What a reference is bound to, as an expression."""

    def __init__(self, bridges: Bridges, retyped: Retyped) -> None:
        self._bridges = bridges
        self._retyped = retyped

    def of(self, binding: Binding) -> str:
        """What stands behind a port: the outermost object between, or the server."""
        chain = self._bridges.of(binding)
        return chain[0].name if chain else self._server(binding, binding.client, binding.port)

    def beneath(self, each: Between) -> str:
        """What an object that stands between calls."""
        following = self._bridges.after(each)
        if following:
            return following.name
        return self._server(each.binding, each.name, each.piece.beneath)

    def supply(self, each: Between, supply: Supply) -> str:
        """What a stub requires besides."""
        if (each.name, supply.name) in self._retyped:
            return supply.server
        return f"{supply.server}.{supply.server_port}()"

    def _server(self, binding: Binding, holder: str, member: str) -> str:
        """The instance where the reference will have its class, else the interface it provides."""
        if (holder, member) in self._retyped:
            return binding.server
        return f"{binding.server}.{binding.server_port}()"


def between(each: Between, providers: Providers) -> str:
    """The declaration of an object that stands between the ends of a binding."""
    piece = each.piece
    ports = [f".{piece.beneath} = {providers.beneath(each)}"] if piece.beneath else []
    for supply in each.supplies:
        ports.append(f".{supply.name} = {providers.supply(each, supply)}")
    arguments = ", ".join([f"{{{', '.join(ports)}}}", *piece.arguments])
    return f"    {piece.class_name} {each.name}{{{arguments}}};"


def member_lines(
    instance: Instance,
    bindings: dict[tuple[str, str], list[Binding]],
    arrays: dict[str, str],
    providers: Providers,
    is_placed: bool = False,
) -> list[str]:
    """The declaration of one instance, after the arrays of its collections."""
    lines = []
    ports = []
    for port in client_ports(instance.component):
        if port.late:
            continue
        edges = bindings[instance.name, port.name]
        if port.collection:
            if edges:
                array = arrays[f"{instance.name}.{port.name}"]
                elements = ", ".join(f"&{providers.of(edge)}" for edge in edges)
                kind = f"{cpp_name(port.interface)}* const"
                lines.append(f"    {kind} {array}[{len(edges)}]{{{elements}}};")
                ports.append(f".{port.name} = {{{array}}}")
            else:
                ports.append(f".{port.name} = {{}}")
        elif edges:
            ports.append(f".{port.name} = {providers.of(edges[0])}")
        else:
            ports.append(f".{port.name} = {{}}")
    types = {attribute.name: attribute.type for attribute in instance.component.attributes}
    attributes = [
        f".{name} = {attribute_literal(types[name], value)}" for name, value in instance.attributes
    ]
    arguments = f"{{{{{', '.join(ports)}}}, {{{', '.join(attributes)}}}}}"
    of, name = component_class(instance.component), instance.name
    if is_placed:
        lines.append(f"    {of}& {name} = *new (&placed::{name}) {of}{arguments};")
    else:
        lines.append(f"    {of} {name}{arguments};")
    return lines


def placed(instances: Iterable[Instance]) -> Iterator[str]:
    """A variable for each instance, whose class's constructor runs when its turn has come."""
    for each in instances:
        place = place_of(each.name, each.component)
        of, label = component_class(each.component), f'__asm__("{place.symbol}")'
        yield f"namespace placed {{ extern {of} {each.name} {label}; }}"
        yield f"namespace places {{ alignas({of}) u8 {each.name}[sizeof({of})] {label}; }}"


def late_lines(bindings: Sequence[Binding], providers: Providers) -> list[str]:
    """Binds the late ports, now that both ends of each exist."""
    return [
        f"    image.{edge.client}.late_{edge.port}().bind(image.{providers.of(edge)});"
        for edge in bindings
        if edge.late
    ]
