# SPDX-License-Identifier: BSD-2-Clause
"""Generates the types of an `.x` file in C++, with the declarations of their routines."""

from __future__ import annotations

from collections.abc import Mapping

from flatland.idl.xdr.builtin import numbers
from flatland.idl.xdr.cpp_names import (
    class_name,
    member_name,
    place_name,
    procedures_name,
    routine_name,
)
from flatland.idl.xdr.kinds import is_structure
from flatland.idl.xdr.model import (
    Constant,
    Declaration,
    DefinedType,
    Enum,
    Specification,
    Struct,
    Type,
    Typedef,
    Union,
    declarations,
)
from flatland.idl.xdr.unit import Unit


def types_header(specification: Specification, unit: Unit) -> str:
    """The header."""
    types = specification.types
    ordered = in_order(types)
    classes = [class_name(each.name.text) for each in ordered if is_structure(each)]
    lines = [*_constants(specification), *[f"struct {each};" for each in classes]]
    blocks = [lines] if lines else []
    blocks += [_definition(each, specification) for each in ordered]
    blocks += _procedures(specification)
    blocks.append([line for each in ordered for line in _routine(each)])
    blocks.append([_place(each) for each in ordered])
    includes = ("rpc/xdr/xdr_values.hpp",)
    what = "types and their external forms"
    return unit.text(what, includes, [each for each in blocks if each], is_header=True)


def in_order(types: Mapping[str, DefinedType]) -> list[DefinedType]:
    """The types, each after those that C++ must know before it."""
    found: dict[str, DefinedType] = {}
    started: set[str] = set()

    def visit(name: str) -> None:
        if name not in types or name in started:
            return
        started.add(name)
        for each in declarations(types[name]):
            is_whole = each.shape in ("plain", "fixed")
            if is_whole or not is_structure(types.get(each.type.name)):
                visit(each.type.name)
        found[name] = types[name]

    for name in types:
        visit(name)
    return list(found.values())


def type_name(type: Type) -> str:
    """The C++ type of what stands before a declared name."""
    if type.name in ("opaque", "string"):
        return "flat::rpc::XdrBytes"
    return numbers[type.name].cpp if type.name in numbers else class_name(type.name)


def field_type(declaration: Declaration, specification: Specification) -> tuple[str, str]:
    """What stands before and after the name of a field in C++."""
    element = type_name(declaration.type)
    if declaration.shape == "optional":
        return f"{element}*", ""
    if declaration.shape == "fixed":
        assert declaration.bound
        count = specification.number(declaration.bound)
        element = "flat::u8" if declaration.type.name == "opaque" else element
        return element, f"[{count}]"
    if declaration.shape == "variable" and declaration.type.name not in ("opaque", "string"):
        return f"flat::rpc::XdrArray<{element}>", ""
    return element, ""


def _constants(specification: Specification) -> list[str]:
    lines = []
    for each in specification.definitions:
        if isinstance(each, Constant):
            number = specification.number(each.value)
            lines.append(f"inline constexpr {_integer(number)} {member_name(each.name.text)} = "
                         f"{_literal(number)};")  # fmt: skip
    for program in specification.programs:
        numbered = [(program.name, program.number)]
        numbered += [(each.name, each.number) for each in program.versions]
        for name, value in numbered:
            number = specification.number(value)
            lines.append(f"inline constexpr flat::u32 {member_name(name.text)} = {number};")
    return [*lines, ""] if lines else []


def _integer(number: int) -> str:
    if -(2**31) <= number < 2**31 and number < 0:
        return "flat::i32"
    if 0 <= number < 2**32:
        return "flat::u32"
    return "flat::i64" if number < 0 else "flat::u64"


def _literal(number: int) -> str:
    return f"{number + 1} - 1" if number in (-(2**31), -(2**63)) else str(number)


def _definition(definition: DefinedType, specification: Specification) -> list[str]:
    name = class_name(definition.name.text)
    if isinstance(definition, Enum):
        members = [
            f"    {member_name(each.name.text)} = {_literal(specification.number(each.value))},"
            for each in definition.members
        ]
        return [f"enum class {name} : flat::i32 {{", *members, "};"]
    if isinstance(definition, Typedef):
        before, after = field_type(definition.declaration, specification)
        return [f"using {name} = {before}{after};"]
    fields = [_field(each, specification) for each in declarations(definition)]
    if isinstance(definition, Union):
        chooser = member_name(definition.discriminant.name.text)
        text = f"/// `{chooser}` says which of the others counts; they do not overlap."
        return [text, f"struct {name} {{", *fields, "};"]
    assert isinstance(definition, Struct)
    return [f"struct {name} {{", *fields, "};"]


def _field(declaration: Declaration, specification: Specification) -> str:
    before, after = field_type(declaration, specification)
    enum = specification.types.get(declaration.type.name)
    start = "{}"
    if isinstance(enum, Enum) and declaration.shape == "plain":
        start = f" = {before}::{member_name(enum.members[0].name.text)}"
    return f"    {before} {member_name(declaration.name.text)}{after}{start};"


def _procedures(specification: Specification) -> list[list[str]]:
    """The numbers of each version's procedures."""
    blocks = []
    for version in (each for program in specification.programs for each in program.versions):
        lines = [f"/// The procedures of {version.name.text}."]
        lines.append(f"enum class {procedures_name(version)} : flat::u32 {{")
        for each in version.procedures:
            number = specification.number(each.number)
            lines.append(f"    {member_name(each.name.text)} = {number},")
        blocks.append([*lines, "};"])
    return blocks


def _routine(definition: DefinedType) -> list[str]:
    name = definition.name.text
    stream = "flat::XdrStream& stream"
    return [f"flat::rpc::XdrResult {routine_name(name)}({stream}, {class_name(name)}& value);"]


def _place(definition: DefinedType) -> str:
    name = definition.name.text
    own, routine = class_name(name), routine_name(name)
    return f"using {place_name(name)} = flat::rpc::XdrPlace<{own}, {routine}>;"
