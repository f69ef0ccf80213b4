# SPDX-License-Identifier: BSD-2-Clause
"""Generates the wiring of an image that can be one of several configurations.

Each has a structure of its instances, as an image that is one thing only (wiring.py). They share
the storage: the one that the boot loader's words choose is constructed, and nothing of the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from flatland.builder import wiring
from flatland.builder.bridges import Between, Bridges
from flatland.builder.names import component_header
from flatland.files import license_line
from flatland.model.resolved import Configuration, Image


def generate(name: str, image: Image, bridges: Bridges, retyped: wiring.Retyped) -> str:
    """The text of wiring.cpp; such an image has no domains beside it."""
    members = list(bridges.members(image))
    headers = {component_header(each.component) for each in image.instances}
    headers |= {each.piece.header for each in members if isinstance(each, Between)}
    headers |= {"core/image/instance.hpp", "core/machine/configuration.hpp", "core/utility.hpp"}
    headers |= {"domain/last_resort.hpp"}
    numbers = range(len(image.configurations))
    size = "0"
    for number in numbers:
        size = f"max<usize>(sizeof(Image{number}), {size})"
    alignment = " ".join(f"alignas(Image{number})" for number in numbers)
    lines = [
        license_line,
        f"// The instances of {name} and the bindings between them, in each of its configurations.",
        *(f"#include <{header}>" for header in sorted(headers)),
        "#include <new>",
        "",
        'extern "C" {',
        "flat::boot::Instance const* flat_instances;",
        "flat::u32 flat_instance_count;",
        "flat::boot::Binding const* flat_bindings;",
        "flat::u32 flat_binding_count;",
        "}",
        "",
        "namespace flat {",
        "namespace {",
        "",
    ]
    providers = wiring.Providers(bridges, retyped)
    for number, each in enumerate(image.configurations):
        lines += _structure(number, each, image, members, providers)
    lines += [f"{alignment} u8 storage[{size}];", ""]
    for number, each in enumerate(image.configurations):
        lines += _run(number, each, image, providers)
    names = ", ".join(f'"{each.name}"' for each in image.configurations)
    lines += [
        "} // namespace",
        "",
        'extern "C" [[noreturn]] void flat_main() {',
        f"    static constexpr char const* names[] = {{{names}}};",
        "    switch (choose_configuration(names)) {",
        *(f"    case {number}: run_{number}();" for number in numbers[1:]),
        "    default: run_0();",
        "    }",
        "}",
        "",
        "} // namespace flat",
        "",
    ]
    return "\n".join(lines)


def _structure(
    number: int,
    configuration: Configuration,
    image: Image,
    members: list[wiring.Member],
    providers: wiring.Providers,
) -> Iterator[str]:
    """What one configuration consists of, and its tables."""
    mine = set(configuration.instances)
    own = [each for each in image.bindings if each.client in mine]
    bindings = wiring.by_client_port(image)
    arrays = wiring.arrays_of(image, bindings)
    instances = [each for each in image.instances if each.name in mine]
    prefix = f"{configuration.name}_"
    yield from wiring.rows(instances, own, str(number), prefix)
    yield ""
    yield f"/// Every instance of `{configuration.name}`, in initialisation order."
    yield f"struct Image{number} {{"
    for each in members:
        if isinstance(each, Between):
            if each.binding.client in mine:
                yield wiring.between(each, providers)
        elif each.name in mine:
            yield from wiring.member_lines(each, bindings, arrays, providers)
    yield "};"
    yield ""


def _run(
    number: int, configuration: Configuration, image: Image, providers: wiring.Providers
) -> Iterator[str]:
    mine = set(configuration.instances)
    count = sum(each.client in mine for each in image.bindings)
    late = [each for each in image.bindings if each.client in mine and each.late]
    yield f"[[noreturn]] void run_{number}() {{"
    yield f"    flat_instances = instances{number};"
    yield f"    flat_instance_count = {len(mine)};"
    yield f"    flat_bindings = bindings{number};"
    yield f"    flat_binding_count = {count};"
    yield f"    Image{number}& image = *new (storage) Image{number};"
    yield from wiring.late_lines(late, providers)
    yield f"    image.{configuration.entry.instance}.{configuration.entry.port}().run();"
    yield "    domain::end(0);"
    yield "}"
    yield ""
