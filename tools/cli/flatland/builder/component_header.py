# SPDX-License-Identifier: BSD-2-Clause
"""Generates `<package/component.flat.hpp>`: the base class with a component's ports and attributes.

The text depends on the declaration and on the interface lattice only, never on an assembly, so one
header and one object file serve every kernel. But in `flat`, where each image has code of its own,
components with optional ports that nobody binds have headers that say so, and in `special` what the
assembly knows is in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from flatland.builder.constants import Constants, Place, nothing_known
from flatland.builder.names import component_namespace, cpp_name, interface_header
from flatland.files import license_line
from flatland.idl import names as java
from flatland.model.resolved import AttributeType, AttributeValue, Component, Image, Port

Supertypes = Callable[[str], Sequence[str]]
"""All interfaces above one, by full name, itself excluded, `flat.lang.Top` included."""

_scalars = {"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "bool"}


def attribute_cpp_type(type_name: str) -> str:
    """The C++ type of an attribute: `u32` -> `flat::u32`, `string` -> `char const*`."""
    if type_name == "string":
        return "char const*"
    if type_name == "bool":
        return "bool"
    return f"flat::{type_name}" if type_name in _scalars else cpp_name(type_name)


def attribute_literal(type_name: str, value: AttributeValue) -> str:
    """A value as a C++ expression of the attribute's type."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if value == -(2**63):
            return "(-9223372036854775807 - 1)"
        return f"{value}u" if type_name == "u64" and value >= 2**63 else str(value)
    if type_name == "string":
        return cpp_string(value)
    return f"{cpp_name(type_name)}::{java.member(value)}"


def cpp_string(text: str) -> str:
    """A C++ string literal; bytes that are not printable ASCII become octal escapes."""
    escaped = ""
    for byte in text.encode():
        character = chr(byte)
        if character in '"\\':
            escaped += "\\" + character
        else:
            escaped += character if 32 <= byte < 127 else f"\\{byte:03o}"
    return f'"{escaped}"'


def provided_ports(component: Component) -> list[Port]:
    """The ports through which others use the component."""
    return [port for port in component.ports if port.kind == "provides"]


def client_ports(component: Component) -> list[Port]:
    """The ports through which the component uses others."""
    return [port for port in component.ports if port.kind != "provides"]


def reference_type(port: Port) -> str:
    """`Required<flat::hal::Timer>` and its relatives."""
    interface = cpp_name(port.interface)
    if port.late:
        return f"Late<{interface}>"
    if port.collection:
        return f"RequiredList<{interface}>"
    return f"{'Required' if port.kind == 'requires' else 'Optional'}<{interface}>"


def unbound_ports(image: Image, component: Component) -> frozenset[str]:
    """The optional ports that no instance of the component has bound."""
    instances = {each.name for each in image.instances if each.component == component}
    bound = {each.port for each in image.bindings if each.client in instances}
    optional = (port.name for port in component.ports if port.kind == "optional")
    return frozenset(optional) - bound


def base_interfaces(component: Component, supertypes: Supertypes) -> list[str]:
    """The interfaces that the class derives from: the minimal set that covers its ports.

    An interface provided by two ports is no base: each of these ports has an object of its own.
    """
    counts = Counter(port.interface for port in provided_ports(component))
    single = [interface for interface, count in counts.items() if count == 1]
    covered = {above for interface in single for above in supertypes(interface)}
    return [interface for interface in single if interface not in covered]


def generate(
    component: Component,
    supertypes: Supertypes,
    file: str,
    absent: Collection[str] = (),
    constants: Constants = nothing_known,
) -> str:
    """The whole header; `file` is the declaration's path as comments name it.

    Of the optional ports those of the names in `absent` are never bound; `constants` are members of
    the class and not of its objects.
    """
    return _Header(component, supertypes, file, absent, constants).text()


class _Header:
    """The parts of one generated header."""

    def __init__(
        self,
        component: Component,
        supertypes: Supertypes,
        file: str,
        absent: Collection[str],
        constants: Constants,
    ) -> None:
        self.component = component
        self.supertypes = supertypes
        self.file = file
        self.absent = absent
        self.constants = constants
        self.bases = base_interfaces(component, supertypes)
        self.clients = client_ports(component)
        self.early = [port for port in self.clients if not port.late]
        self.late = [port for port in self.clients if port.late]

    def text(self) -> str:
        """All of it."""
        component = self.component
        name = f"{component.name}Component"
        inherits = ", ".join(f"public {cpp_name(base)}" for base in self.bases)
        lines = [
            license_line,
            f"// Ports and attributes of {component.full_name}; generated from {self.file}.",
            "#pragma once",
            "",
            *self._includes(),
            "",
            *_places(self.constants.ports.values()),
            f"namespace {component_namespace(component)} {{",
            "",
            f"/// Ports and attributes of `{component.full_name}`, as declared in {self.file}.",
            f"class {name}{' : ' if inherits else ''}{inherits} {{",
            "public:",
            *self._ports(),
            *self._attributes(),
            *self._constructor(name),
            *self._accessors(),
            *self._late_accessors(),
            *self._narrow(),
            "",
            "protected:",
            f"    ~{name}() = default;",
            *self._members(),
            "};",
            "",
            f"}} // namespace {component_namespace(component)}",
        ]
        return "\n".join(lines) + "\n"

    def _includes(self) -> list[str]:
        headers = {"core/required.hpp", "core/top.hpp", "core/types.hpp"}
        headers |= {interface_header(port.interface) for port in self.component.ports}
        for attribute in self.component.attributes:
            if attribute.type not in _scalars and attribute.type != "string":
                headers.add(interface_header(attribute.type))
        return [f"#include <{header}>" for header in sorted(headers)]

    def _ports(self) -> list[str]:
        if not self.early:
            return ["    struct Ports {};"]
        fields = [f"        {self._type(port)} {port.name};" for port in self.early]
        return ["    struct Ports {", *fields, "    };"]

    def _type(self, port: Port) -> str:
        if port.name in self.absent:
            return f"Absent<{cpp_name(port.interface)}>"
        return reference_type(port)

    def _member(self, port: Port) -> str:
        """Its declaration as a member: of the class, where all objects have the same behind it."""
        place = self.constants.ports.get(port.name)
        if place is None:
            return f"{self._type(port)} {port.name}"
        of = f"Fixed<{place.namespace}::{place.class_name}, flat::placed::{place.name}>"
        return f"static constexpr {of} {port.name}{{}}"

    def _attributes(self) -> list[str]:
        if not self.component.attributes:
            return ["    struct Attributes {};"]
        fields = [f"        {_declare(attribute)};" for attribute in self.component.attributes]
        return ["    struct Attributes {", *fields, "    };"]

    def _constructor(self, name: str) -> list[str]:
        known = self.constants
        early = [port.name for port in self.early if port.name not in known.ports]
        own = [each.name for each in self.component.attributes if each.name not in known.attributes]
        values = [f"{each}(ports.{each})" for each in early]
        values += [f"{each}(attributes.{each})" for each in own]
        ports = " ports" if early else ""
        attributes = " attributes" if own else ""
        head = f"    {name}(Ports const&{ports}, Attributes const&{attributes})"
        if not values:
            return ["", f"{head} {{}}"]
        return ["", head, f"        : {', '.join(values)} {{}}"]

    def _accessors(self) -> list[str]:
        lines = [""]
        counts = Counter(port.interface for port in provided_ports(self.component))
        for port in provided_ports(self.component):
            interface = cpp_name(port.interface)
            if counts[port.interface] == 1:
                lines.append(f"    {interface}& {port.name}() {{ return *this; }}")
            else:
                lines.append(f"    virtual {interface}& {port.name}() = 0;")
        return lines

    def _late_accessors(self) -> list[str]:
        return [f"    auto& late_{port.name}() {{ return {port.name}; }}" for port in self.late]

    def _narrow(self) -> list[str]:
        closure = {"flat.lang.Top"} if self.bases else set()
        for base in self.bases:
            closure |= {base, *self.supertypes(base)}
        if not closure:
            return []
        tests = []
        for interface in sorted(closure):
            name = cpp_name(interface)
            tests.append(f"        if (id == {name}::interface_id)")
            tests.append(f"            return static_cast<{name}*>(this);")
        head = "    void* narrow(flat::InterfaceId id) override {"
        return ["", head, *tests, "        return nullptr;", "    }"]

    def _members(self) -> list[str]:
        lines = [f"    {self._member(port)};" for port in self.clients]
        for attribute in self.component.attributes:
            declared = f"{attribute_cpp_type(attribute.type)} const {attribute.name}"
            if attribute.name in self.constants.attributes:
                value = self.constants.attributes[attribute.name]
                literal = attribute_literal(attribute.type, value)
                declared = f"static constexpr {declared} = {literal}"
            lines.append(f"    {declared};")
        return ["", *lines] if lines else []


def _places(places: Iterable[Place]) -> list[str]:
    """Declares the objects behind ports, whose classes come later."""
    lines = []
    for each in sorted(set(places), key=lambda place: place.name):
        lines += [
            f"namespace {each.namespace} {{",
            f"class {each.class_name};",
            "}",
            "namespace flat::placed {",
            f'extern {each.namespace}::{each.class_name} {each.name} __asm__("{each.symbol}");',
            "}",
            "",
        ]
    return lines


def _declare(attribute: AttributeType) -> str:
    """`flat::u32 slice_us = 10000`; without a default there is no initialiser."""
    head = f"{attribute_cpp_type(attribute.type)} {attribute.name}"
    if attribute.default is None:
        return head
    return f"{head} = {attribute_literal(attribute.type, attribute.default)}"
