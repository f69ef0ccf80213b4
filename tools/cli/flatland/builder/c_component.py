# SPDX-License-Identifier: BSD-2-Clause
"""Generates what a component in C needs: its C header, its class of C++, and what it calls.

The class derives from the component's base as one by hand does, and from a structure that is what
C knows of an instance. Its methods call functions of C, which the component defines; functions of
C++ with C's names lead from `self` back to the class and through its ports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flatland.builder import c_state
from flatland.builder.component_header import (
    attribute_cpp_type,
    client_ports,
    provided_ports,
)
from flatland.builder.names import (
    c_header,
    component_class,
    component_header,
    component_namespace,
    cpp_name,
    generated_header,
    snake_case,
)
from flatland.files import license_line
from flatland.idl import builtin, c_names, cpp
from flatland.idl.c_functions import Function, definition
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.layout import separated
from flatland.idl.model import InterfaceFile, Method, uses, with_nested
from flatland.idl.names import member
from flatland.model.c_part import start, state_field
from flatland.model.resolved import Component, Port


@dataclass(frozen=True)
class CComponent:
    """A component in C, with the interfaces that it uses."""

    component: Component
    library: InterfaceLibrary

    @property
    def prefix(self) -> str:
        """What its functions in C begin with, and the name of its instances there."""
        return c_names.flattened(component_class(self.component))

    @property
    def self_class(self) -> str:
        """The structure of C++ that is what C knows of an instance."""
        return f"{component_class(self.component)}Self"

    def function(self, port: Port, method: Method | None = None) -> str:
        """The function of a port, or of a method through it."""
        name = f"{self.prefix}_{port.name}"
        return f"{name}_{member(method.name)}" if method else name

    def defined(self) -> Iterator[tuple[Port, Method]]:
        """The methods that C defines; one that two ports share belongs to the first of them."""
        known: set[tuple[str, str]] = set()
        counts = Counter(port.interface for port in provided_ports(self.component))
        for port in provided_ports(self.component):
            closure = (port.interface, *self.library.supertypes(port.interface))
            for owner in closure:
                for method in self.library.interface(owner).methods:
                    if counts[port.interface] > 1 or (owner, method.name) not in known:
                        yield port, method
                    if counts[port.interface] == 1:
                        known.add((owner, method.name))

    def called(self) -> Iterator[tuple[Port, Method]]:
        """The methods that C calls through a port of its own."""
        for port in client_ports(self.component):
            if not port.collection:
                yield from ((port, each) for each in self.library.methods(port.interface))

    def own_objects(self) -> list[Port]:
        """The ports whose interface another one provides, too: each has an object of its own."""
        ports = provided_ports(self.component)
        counts = Counter(port.interface for port in ports)
        return [port for port in ports if counts[port.interface] > 1]


def class_header(made: CComponent) -> str:
    """The class, with the name and in the place of a header by hand."""
    component = made.component
    own = {port.name for port in made.own_objects()}
    name, self_name = component.name, made.self_class.rpartition("::")[2]
    methods = [(port, method) for port, method in made.defined() if port.name not in own]
    lines = [
        license_line,
        f"// The class of {component.full_name}, whose methods are functions of C: generated.",
        "#pragma once",
        "",
        "#include <core/utility.hpp>",
        f"#include <{generated_header(component)}>",
        *([f"#include <{state_path(component)}>"] if component.c and component.c.state else []),
        "",
        f"namespace {component_namespace(component)} {{",
        "",
        "/// What C knows of an instance.",
        f"struct {self_name} {{",
        *(f"    {field}" for field in _self_fields(component)),
        "};",
        "",
        'extern "C" {',
        *(f"{_function(made, *each).declaration};" for each in made.defined()),
        *_start_declaration(made),
        '} // extern "C"',
        "",
        f"class {name} final : public {name}Component, public {self_name}, NonCopyable {{",
        "public:",
        *_constructor(made),
        *(line for port in made.own_objects() for line in _accessor(port)),
        *(f"    using {name}Component::{port.name};" for port in client_ports(component)),
        *_methods(made, methods, "this"),
        *_object_classes(made),
        "};",
        "",
        f"}} // namespace {component_namespace(component)}",
    ]
    return "\n".join(lines) + "\n"


def _self_fields(component: Component) -> list[str]:
    fields = [
        f"{attribute_cpp_type(each.type)} {c_names.member(each.name)};"
        for each in component.attributes
    ]
    if component.c and component.c.state:
        size, alignment = c_state.names(snake_case(component.name))
        fields.append(f"alignas({alignment}) flat::u8 {state_field}[{size}];")
    return fields or ["flat::u8 nothing; // an empty structure of C has no byte"]


def _start_declaration(made: CComponent) -> list[str]:
    if made.component.c and made.component.c.state:
        return [f"void {made.prefix}_{start}({made.self_class}* self_);"]
    return []


def _function(made: CComponent, port: Port, method: Method) -> Function:
    return Function(made.function(port, method), made.self_class, method)


def _constructor(made: CComponent) -> list[str]:
    component = made.component
    name, self_name = component.name, made.self_class.rpartition("::")[2]
    values = [f"attributes.{each.name}" for each in component.attributes]
    values += ["{}"] if component.c and component.c.state else []
    inner = [f"{each.name}_port_(*this)" for each in made.own_objects()]
    bases = [f"{name}Component(ports, attributes)", f"{self_name}{{{', '.join(values)}}}"]
    body = [f"        {made.prefix}_{start}(this);"] if _start_declaration(made) else []
    return [
        f"    {name}(Ports const& ports, Attributes const& attributes)",
        f"        : {', '.join([*bases, *inner])} {{",
        *body,
        "    }",
    ]


def _accessor(port: Port) -> list[str]:
    interface = cpp_name(port.interface)
    return [f"    {interface}& {port.name}() override {{ return {port.name}_port_; }}"]


def _methods(
    made: CComponent, methods: Sequence[tuple[Port, Method]], this: str, indent: str = "    "
) -> list[str]:
    lines: list[str] = []
    for port, method in methods:
        head = f"{cpp.signature(method).declaration} override"
        function = definition(head, _function(made, port, method).calling(this))
        lines += ["", *(indent + line for line in function)]
    return lines


def _object_classes(made: CComponent) -> list[str]:
    """Classes of the ports that have objects of their own, and these objects."""
    lines: list[str] = []
    for port in made.own_objects():
        interface, kind = cpp_name(port.interface), f"{port.name}_port"
        methods = [each for each in made.defined() if each[0] is port]
        closure = (port.interface, *made.library.supertypes(port.interface))
        tests = [f"if (id == {cpp_name(each)}::interface_id)" for each in sorted(closure)]
        casts = [f"    return static_cast<{cpp_name(each)}*>(this);" for each in sorted(closure)]
        narrow = [line for pair in zip(tests, casts, strict=True) for line in pair]
        head = "void* narrow(flat::InterfaceId id) override"
        function = definition(head, [*narrow, "return nullptr;"])
        lines += [
            "",
            "private:",
            f"    class {kind} final : public {interface} {{",
            "    public:",
            f"        explicit {kind}({made.self_class}& owner) : owner_(&owner) {{}}",
            *_methods(made, methods, "owner_", " " * 8),
            "",
            *(f"        {line}" for line in function),
            "",
            "    private:",
            f"        {made.self_class}* owner_;",
            "    };",
            f"    {kind} {kind}_;",
        ]
    return lines


def calls(made: CComponent) -> str:
    """The functions that lead from C through the ports of a component: a source of C++."""
    component = made.component
    own = component_class(component)
    lines = [
        license_line,
        f"// What {component.full_name} calls through its ports: generated.",
        f"#include <{component_header(component)}>",
        "",
        'extern "C" {',
        "",
        *separated(_calls(made, own)),
        "",
        '} // extern "C"',
    ]
    return "\n".join(lines) + "\n"


def _calls(made: CComponent, own: str) -> Iterator[list[str]]:
    self = f"static_cast<{own}*>(self_)"
    parameter = f"{made.self_class}* self_"
    for port in made.component.ports:
        interface, name = cpp_name(port.interface), made.function(port)
        if port.kind == "provides":
            yield definition(
                f"{interface}* {name}({parameter})", [f"return &{self}->{port.name}();"]
            )
        elif port.collection:
            yield definition(
                f"flat::usize {name}_size({parameter})", [f"return {self}->{port.name}.size();"]
            )
            yield definition(
                f"{interface}* {name}_at({parameter}, flat::usize index)",
                [f"return &{self}->{port.name}[index];"],
            )
        else:
            target = f"&*{self}->{port.name}"
            if port.kind == "optional":
                target = f"{self}->{port.name} ? {target} : nullptr"
            yield definition(f"{interface}* {name}({parameter})", [f"return {target};"])
    for port, method in made.called():
        function = _function(made, port, method)
        yield definition(function.declaration, function.called_on(f"{self}->{port.name}"))


def used_interfaces(made: CComponent) -> list[InterfaceFile]:
    """The files of all interfaces that C can come by from the ports of a component."""
    library = made.library
    waiting = [port.interface for port in made.component.ports]
    found: dict[str, None] = {}
    while waiting:
        name = waiting.pop()
        if name in found or name == builtin.top.full_name:
            continue
        found[name] = None
        waiting += library.supertypes(name)
        references = uses(library.interface(name))
        waiting += [each.full_name for each in references if each.kind == "interface"]
    files = {
        each.full_name: file for file in library.files for each in with_nested(file.declaration)
    }
    return list({files[name].path: files[name] for name in sorted(found)}.values())


def _generated(component: Component, suffix: str) -> str:
    return c_header(component).removesuffix("flat.h") + suffix


def state_path(component: Component) -> str:
    """The path of the header that says how large its state is, which the build makes."""
    return _generated(component, "state.hpp")


def calls_path(component: Component) -> str:
    """The path of the source of what it calls, below the generated headers."""
    return _generated(component, "calls.cpp")


def check_path(component: Component) -> str:
    """The path of a source that is its header alone."""
    return _generated(component, "types.c")


def functions_path(component: Component) -> str:
    """The path of the list of functions that it must define."""
    return _generated(component, "functions")
