# SPDX-License-Identifier: BSD-2-Clause
"""Generates `<package/component.flat.h>`: what a component in C defines, and what it may call.

Errors of the compiler about types of C that the declaration names are reported at their place
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flatland.builder import c_state
from flatland.builder.c_component import CComponent
from flatland.builder.component_header import client_ports, provided_ports
from flatland.builder.names import c_header, interface_header
from flatland.files import license_line
from flatland.idl import c, c_functions, c_names
from flatland.idl.model import Interface, Method, ObjectType, Record
from flatland.model.c_part import start, state_field
from flatland.model.resolved import (
    AttributeType,
    Component,
    CPart,
    CType,
    DesignatedType,
    Port,
)

_narrow = ("u8", "u16", "u32", "i8", "i16", "i32", "int")
"""Scalars that a caller extends to a register's width by their sign; none has that of a pointer."""


def generate(made: CComponent, file: str) -> str:
    """The whole header; `file` is the declaration's path as comments name it."""
    component = made.component
    part = component.c
    assert part
    what = f"What {component.full_name} defines in C, and what it may call: generated from {file}."
    includes = [f"#include <{each}>" for each in _includes(made)]
    lines = c.header(
        what,
        [*includes, *_chosen_includes(part, file)],
        [_instance(made, part, file), *_checks(made, part, file), *_functions(made)],
    )
    return _numbered(lines, c_header(component)) + "\n"


def _at(type: CType, file: str, line: str) -> list[str]:
    """A line that compilers take for one of the declaration."""
    return [f'#line {type.origin.line} "{file}"', line, _return]


def _numbered(lines: Sequence[str], name: str) -> str:
    """The text, whose lines have their own numbers again after others."""
    numbered = enumerate(lines, 2)
    return "\n".join(f'#line {n} "{name}"' if line is _return else line for n, line in numbered)


_return = "#line"


def check(component: Component) -> str:
    """A source that is the header alone, and says how large the state is."""
    part = component.c
    arrays = c_state.measures(part.state.name) if part and part.state else []
    return "\n".join([license_line, f"#include <{c_header(component)}>", *arrays, ""])


def needed(made: CComponent) -> str:
    """The prototype of each function that the component must define, in a line of its own."""
    designated = _designated(made)
    lines = [
        "".join([head, ", ".join(parameters), ")"])
        for head, *parameters in (
            c_functions.prototype(made.function(port, method), made.prefix, method, designated)
            for port, method in made.defined()
        )
    ]
    part = made.component.c
    if part and part.state:
        lines.insert(0, _start(made))
    return "".join(f"{line}\n" for line in lines)


def _start(made: CComponent) -> str:
    return f"void {made.prefix}_{start}({made.prefix}* self)"


def _designated(made: CComponent) -> dict[str, str]:
    part = made.component.c
    return {each.name: each.type.name for each in part.types} if part else {}


def _includes(made: CComponent) -> list[str]:
    names = {port.interface for port in made.component.ports}
    names |= {above for name in names for above in made.library.supertypes(name)}
    names |= {each.type for each in made.component.attributes if "." in each.type}
    headers = {interface_header(name).removesuffix("pp") for name in names - {"flat.lang.Top"}}
    return sorted({"core/c.h", *headers})


def _chosen_includes(part: CPart, file: str) -> list[str]:
    """The headers that the declaration names, each at its place there."""
    types = [*([part.state] if part.state else []), *(each.type for each in part.types)]
    first = {each.header: each for each in reversed(types) if each.header}
    return [
        line for each in first.values() for line in _at(each, file, f"#include <{each.header}>")
    ]


def _instance(made: CComponent, part: CPart, file: str) -> list[str]:
    fields = [
        f"    {_attribute_type(each)} {c_names.member(each.name)};"
        for each in made.component.attributes
    ]
    if part.state:
        fields += _at(part.state, file, f"    {part.state.name} {state_field};")
    if not fields:
        fields = ["    flat_u8 nothing;"]
    comment = "/// An instance: its attributes, which stay as they are"
    comment += ", and its state, which begins as zeros." if part.state else "."
    return [comment, f"typedef struct {made.prefix} {{", *fields, f"}} {made.prefix};"]


def _attribute_type(attribute: AttributeType) -> str:
    if attribute.type == "string":
        return "char const*"
    if "." in attribute.type:
        return c_names.flattened(attribute.type.replace(".", "::"))
    return f"flat_{attribute.type}"


def _checks(made: CComponent, part: CPart, file: str) -> Iterator[list[str]]:
    """Assertions that types of C can stand where the declaration puts them."""
    tests = [(each.type, _tests(made, each)) for each in part.types]
    if part.state:
        tests.insert(
            0, (part.state, iter([(f"sizeof({part.state.name}) > 0", "the state is empty")]))
        )
    for type, conditions in tests:
        assertions = [
            line
            for condition, text in conditions
            for line in _at(type, file, f'FLAT_STATIC_ASSERT({condition}, "{text}");')
        ]
        if assertions:
            yield assertions


def _tests(made: CComponent, designated: DesignatedType) -> Iterator[tuple[str, str]]:
    """Conditions under which C++ passes its own type as C does the designated one."""
    own, name = designated.name, designated.type.name
    declaration = made.library.get(own)
    if isinstance(declaration, Interface | ObjectType):
        return  # C sees pointers only
    scalar = own.rpartition(".")[2]
    plain = c_names.type_name(declaration) if declaration else c_names.scalar(scalar)
    yield f"sizeof({name}) == sizeof({plain})", f"{name} has not the size of {own}"
    yield f"_Alignof({name}) == _Alignof({plain})", f"{name} has not the alignment of {own}"
    if isinstance(declaration, Record):
        return
    kinds = "float: 0, double: 0, long double: 0, default: 1"
    yield f"_Generic(({name})0, {kinds})", f"{name} is passed in other registers than {own}"
    if scalar in _narrow:
        signs = f"(({name})-1 < ({name})0) == (({plain})-1 < ({plain})0)"
        yield signs, f"{name} has not the sign of {own}"


def _functions(made: CComponent) -> Iterator[list[str]]:
    designated = _designated(made)
    part = made.component.c
    own = made.prefix
    if part and part.state:
        yield [
            "/// Defined by the component: called once, when all ports but late ones are bound.",
            f"{_start(made)};",
        ]
    for port in provided_ports(made.component):
        yield [
            f"/// The port `{port.name}`, to hand it to others; what follows is to be defined.",
            f"{_interface(made, port)}* {made.function(port)}({own}* self);",
        ]
        for place, method in made.defined():
            if place is port:
                yield _method(made, port, method, designated)
    for port in client_ports(made.component):
        yield from _client(made, port)
        for place, method in made.called():
            if place is port:
                yield _method(made, port, method, designated)


def _client(made: CComponent, port: Port) -> Iterator[list[str]]:
    own, interface, name = made.prefix, _interface(made, port), made.function(port)
    if port.collection:
        yield [
            f"/// What stands behind the port `{port.name}`: how many, and each of them.",
            f"flat_usize {name}_size({own}* self);",
            f"{interface}* {name}_at({own}* self, flat_usize index);",
        ]
        return
    remark = ", null when it is not bound" if port.kind == "optional" else ""
    remark += ", not before all instances exist" if port.late else ""
    yield [
        f"/// What stands behind the port `{port.name}`{remark}; what follows calls it.",
        f"{interface}* {name}({own}* self);",
    ]


def _interface(made: CComponent, port: Port) -> str:
    return c_names.type_name(made.library.interface(port.interface))


def _method(made: CComponent, port: Port, method: Method, designated: dict[str, str]) -> list[str]:
    return c.method_lines(made.function(port, method), made.prefix, method, designated)
