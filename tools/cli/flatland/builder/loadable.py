# SPDX-License-Identifier: BSD-2-Clause
"""Component objects: their description, how they are compiled and linked, and what they may call.

Such an object is a shared object that names `flat_component` (core/image/loadable.hpp) and nothing
else, and calls only what components/service/exports.S lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flatland.builder import names
from flatland.builder.component_header import (
    attribute_literal,
    client_ports,
    cpp_string,
    provided_ports,
)
from flatland.builder.includes import IncludeScanner
from flatland.builder.layout import Layout
from flatland.builder.shapes import kit_digest, shapes, type_of
from flatland.errors import failure, shown
from flatland.files import license_line
from flatland.idl.lattice import InterfaceLibrary
from flatland.model.resolved import Component, Image, Loadable, Port
from flatland.ninja.file import Edge, NinjaFile, Rule

flags = ("-fpic", "-mcmodel=small", "-fvisibility=hidden", "-fvisibility-inlines-hidden")
"""What replaces the flags of code that has an address of its own."""

_link = (
    "ld.lld-19 -shared --build-id=none --gc-sections --hash-style=sysv -z max-page-size=4096"
    " -z separate-loadable-segments -z noexecstack -z now"
)
_loader = "flat.service.Loader"
_exports = Path("components/service/exports.S")


def rules(compile_one: str) -> list[Rule]:
    """How a component object is made; `compile_one` is the end of the compiler's command."""
    command = f"$compiler $kernel_flags $loadable_flags {compile_one}"
    check = "$python $tools/loadable_check.py $out $exports llvm-nm-19 $in"
    return [
        Rule("loadable_compile", command, depfile=True, has_launcher=True),
        Rule("loadable_link", f"{_link} -o $out @$out.rsp", response="$in"),
        Rule("loadable_check", check),
    ]


def is_open(image: Image) -> bool:
    """Whether an image loads component objects, whose classes and calls its build does not see."""
    ports = (port for each in image.instances for port in each.component.ports)
    return any(port.kind == "provides" and port.interface == _loader for port in ports)


def exports_file(kit: Path) -> Path:
    """Where the functions stand that the kernel gives to component objects."""
    return kit / _exports


def folder(layout: Layout, loadable: Loadable) -> Path:
    """Where the products of a component object lie."""
    return layout.image / "loadable" / loadable.name


def object_file(layout: Layout, loadable: Loadable) -> Path:
    """The component object, as it is embedded."""
    return folder(layout, loadable) / f"{loadable.component.full_name}.flat.so"


class LoadableSteps:
    """The steps of one component object."""

    def __init__(self, layout: Layout, ninja: NinjaFile, scanner: IncludeScanner) -> None:
        self._layout = layout
        self._ninja = ninja
        self._scanner = scanner

    def add(self, loadable: Loadable) -> Path:
        """Compiles, links and checks; returns what is embedded."""
        place = folder(self._layout, loadable)
        name = loadable.component.full_name
        sources = [*loadable.component.sources, place / "description.cpp"]
        objects = tuple(self._compile(each, place, name) for each in sources)
        checked = self._edge(
            "check", place / "constructors.checked", objects, "check objects", name
        )
        linked = Edge(
            "loadable_link",
            place / f"{name}.linked",
            objects,
            f"{name}: link of the component object",
            (checked,),
        )
        file = self._ninja.edge(linked)
        exports = exports_file(self._layout.workspace.kit)
        called = Edge(
            "loadable_check",
            place / "calls.checked",
            (file,),
            f"{name}: calls of the component object",
            (exports,),
            {"exports": str(exports)},
        )
        return self._ninja.edge(
            Edge(
                "strip",
                object_file(self._layout, loadable),
                (file,),
                f"{name}: strip",
                (self._ninja.edge(called),),
            )
        )

    def _compile(self, source: Path, place: Path, name: str) -> Path:
        if self._scanner.reaches_object(source):
            raise failure(
                "F0720",
                f"{name} cannot be loaded: {shown(source)} reads how a kernel object is composed",
                help="ask an interface for what it needs to know, as thread.ThreadFacts",
            )
        output = self._layout.object_file(place, source)
        return self._edge("loadable_compile", output, (source,), source.name, name)

    def _edge(self, rule: str, output: Path, inputs: Sequence[Path], what: str, name: str) -> Path:
        return self._ninja.edge(Edge(rule, output, tuple(inputs), f"{name}: {what}"))


def description(
    loadable: Loadable, library: InterfaceLibrary, kit: Path, is_privileged: bool
) -> str:
    """The source that describes a component, and makes it."""
    component = loadable.component
    clients = client_ports(component)
    headers = {"core/image/loadable.hpp", names.component_header(component)}
    headers |= {names.interface_header(port.interface) for port in component.ports}
    lines = [
        license_line,
        f"// What {component.full_name} says of itself to the domain that loads it.",
        *(f"#include <{header}>" for header in sorted(headers)),
        "#include <new>",
        "",
        "namespace {",
        "",
        f"using Component = {names.component_class(component)};",
        "alignas(Component) flat::u8 storage[sizeof(Component)];",
        "",
        *_construct(loadable, clients),
        "",
        "void destroy() {",
        "    reinterpret_cast<Component*>(storage)->Component::~Component();",
        "}",
        "",
        *_ports(clients, library),
        *_interfaces(component, library),
        "} // namespace",
        "",
        'extern "C" {',
        '[[gnu::visibility("default")]] extern flat::Loadable const flat_component;',
        "flat::Loadable const flat_component = {",
        f"    .kit = {kit_digest(kit):#x},",
        f"    .is_privileged = {'true' if is_privileged else 'false'},",
        f"    .name = {cpp_string(component.full_name)},",
        f"    .ports = {'ports' if clients else 'nullptr'},",
        f"    .port_count = {len(clients)},",
        "    .interfaces = interfaces,",
        "    .interface_count = sizeof interfaces / sizeof interfaces[0],",
        "    .construct = construct,",
        "    .destroy = destroy,",
        "};",
        "}",
        "",
    ]
    return "\n".join(lines)


def _construct(loadable: Loadable, clients: Sequence[Port]) -> list[str]:
    types = {each.name: each.type for each in loadable.component.attributes}
    attributes = [
        f".{name} = {attribute_literal(types[name], value)}" for name, value in loadable.attributes
    ]
    ports = [f".{port.name} = {_server(port, index)}" for index, port in enumerate(clients)]
    argument = " ports" if clients else ""
    arguments = f"{{{', '.join(ports)}}}, {{{', '.join(attributes)}}}"
    provided = names.cpp_name(provided_ports(loadable.component)[0].interface)
    return [
        f"flat::Top& construct(void* const*{argument}) {{",
        f"    {provided}& made = *new (storage) Component({arguments});",
        "    return made;",
        "}",
    ]


def _server(port: Port, index: int) -> str:
    interface = names.cpp_name(port.interface)
    server = f"*static_cast<{interface}*>(ports[{index}])"
    if port.kind != "optional":
        return server
    optional = f"flat::Optional<{interface}>"
    return f"ports[{index}] ? {optional}({server}) : {optional}()"


def _ports(clients: Sequence[Port], library: InterfaceLibrary) -> list[str]:
    if not clients:
        return []
    rows = [
        f'    {{"{port.name}", "{type_of(library.interface(port.interface))}",'
        f" {'true' if port.kind == 'optional' else 'false'}}},"
        for port in clients
    ]
    return ["constexpr flat::LoadablePort ports[] = {", *rows, "};", ""]


def _interfaces(component: Component, library: InterfaceLibrary) -> list[str]:
    found = shapes(library, {port.interface for port in component.ports})
    rows = [f'    {{"{type_name}", {digest:#x}}},' for type_name, digest in found]
    return ["constexpr flat::InterfaceShape interfaces[] = {", *rows, "};", ""]
