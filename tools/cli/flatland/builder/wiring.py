# SPDX-License-Identifier: BSD-2-Clause
"""Generates wiring.cpp: every instance of an image, constructed in initialisation order.

The instances are members of one structure in static storage, so C++'s rule that members are
constructed in the order of their declaration is the boot order. A provider stands before whatever
requires it; late ports are bound when all exist. Nothing allocates.

For `collapse`, a port that it retypes is given the instance itself and not its interface.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set

from flatland.builder.component_header import (
    attribute_literal,
    client_ports,
)
from flatland.builder.files import license_line
from flatland.builder.names import component_class, component_header, cpp_name
from flatland.model.resolved import Binding, Image, Instance


def generate(name: str, image: Image, retyped: Set[tuple[str, str]] = frozenset()) -> str:
    """The text of wiring.cpp; `retyped` are the client ports that get the class behind them."""
    bindings = _by_client_port(image)
    providers = _Providers(retyped)
    headers = {component_header(each.component) for each in image.instances}
    headers |= {"core/instance.hpp", "core/types.hpp", "domain/last_resort.hpp"}
    lines = [
        license_line,
        f"// The instances of {name} and the bindings between them.",
        *(f"#include <{header}>" for header in sorted(headers)),
        "#include <new>",
        "",
        *_table(image),
        "namespace flat {",
        "namespace {",
        "",
        "/// Every instance, in initialisation order.",
        "struct Kernel {",
    ]
    for instance in image.instances:
        lines += _member(instance, bindings, providers)
    lines += [
        "};",
        "",
        "alignas(Kernel) u8 storage[sizeof(Kernel)];",
        "",
        "} // namespace",
        "",
        'extern "C" [[noreturn]] void flat_kernel_main() {',
        "    Kernel& kernel = *new (storage) Kernel;",
        *_late(image, providers),
        f"    kernel.{image.entry.instance}.{image.entry.port}().run();",
        "    domain::end(0);",
        "}",
        "",
        "} // namespace flat",
        "",
    ]
    return "\n".join(lines)


def _table(image: Image) -> list[str]:
    """The instances by name and component, for kernels that tell what they are made of."""
    rows = [f'{{"{each.name}", "{each.component.full_name}"}}' for each in image.instances]
    return [
        'extern "C" {',
        f"flat::boot::Instance const flat_instances[] = {{{', '.join(rows)}}};",
        f"flat::u32 const flat_instance_count = {len(rows)};",
        "}",
        "",
    ]


def _by_client_port(image: Image) -> dict[tuple[str, str], list[Binding]]:
    """Bindings by client and port, those of a collection in the order of their index."""
    found: dict[tuple[str, str], list[Binding]] = defaultdict(list)
    for binding in image.bindings:
        found[binding.client, binding.port].append(binding)
    for group in found.values():
        group.sort(key=lambda binding: binding.index or 0)
    return found


class _Providers:
    """What a port is bound to, as an expression."""

    def __init__(self, retyped: Set[tuple[str, str]]) -> None:
        self._retyped = retyped

    def of(self, binding: Binding) -> str:
        """The instance where the port will have its class, else the interface it provides."""
        if (binding.client, binding.port) in self._retyped:
            return binding.server
        return f"{binding.server}.{binding.server_port}()"


def _member(
    instance: Instance,
    bindings: dict[tuple[str, str], list[Binding]],
    providers: _Providers,
) -> list[str]:
    """The declaration of one instance, after the arrays of its collections."""
    lines = []
    ports = []
    for port in client_ports(instance.component):
        if port.late:
            continue
        edges = bindings[instance.name, port.name]
        if port.collection:
            array = f"{instance.name}_{port.name}"
            if edges:
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
    lines.append(f"    {component_class(instance.component)} {instance.name}{arguments};")
    return lines


def _late(image: Image, providers: _Providers) -> list[str]:
    """Binds the late ports, now that both ends of each exist."""
    return [
        f"    kernel.{edge.client}.late_{edge.port}().bind(kernel.{providers.of(edge)});"
        for edge in image.bindings
        if edge.late
    ]
