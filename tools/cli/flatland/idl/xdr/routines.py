# SPDX-License-Identifier: BSD-2-Clause
"""Generates the routines that encode, decode and free the types of an `.x` file.

One routine serves all three, as in Sun's layering: components/rpc/xdr/xdr.hpp.
"""

from __future__ import annotations

from flatland.idl.layout import indented
from flatland.idl.xdr.builtin import numbers
from flatland.idl.xdr.cpp_names import class_name, member_name, routine_name
from flatland.idl.xdr.header import in_order, type_name
from flatland.idl.xdr.kinds import is_recursive, next_field, resolved
from flatland.idl.xdr.model import (
    Arm,
    Declaration,
    DefinedType,
    Enum,
    Specification,
    Struct,
    Type,
    Typedef,
    Union,
)
from flatland.idl.xdr.unit import Unit

_rpc = "flat::rpc"
_result = f"{_rpc}::XdrResult"
_unbounded = 2**32 - 1


def routines_source(specification: Specification, unit: Unit) -> str:
    """The source."""
    writer = _Writer(specification)
    blocks = [writer.routine(each) for each in in_order(specification.types)]
    return unit.text("the external forms of its types", [unit.path("", ".hpp")], blocks)


def routine_of(type: Type) -> str:
    """The routine for what stands before a declared name."""
    return numbers[type.name].routine if type.name in numbers else routine_name(type.name)


def _tried(call: str) -> str:
    """A statement that hands on a failure; commas outside parentheses would end TRY's argument."""
    return f"TRY(({call}));" if "<" in call else f"TRY({call});"


class _Writer:
    def __init__(self, specification: Specification) -> None:
        self._all = specification
        self._types = specification.types

    def routine(self, definition: DefinedType) -> list[str]:
        """The routine of one type."""
        name = definition.name.text
        head = f"{_result} {routine_name(name)}(flat::XdrStream& stream, {class_name(name)}& value)"
        if isinstance(definition, Enum):
            body = self._enum(definition)
        elif isinstance(definition, Typedef):
            body = [f"return {self._transfer(definition.declaration, 'value')};"]
        elif isinstance(definition, Union):
            body = [*self._level(definition), *self._union(definition)]
        else:
            following = next_field(definition, self._types)
            if following:
                return self._list(definition, following, head)
            body = [*self._level(definition), *self._fields(definition.fields)]
        return [f"{head} {{", *indented(body), "}"]

    def _level(self, definition: DefinedType) -> list[str]:
        """What keeps a message from nesting values without end on our stack."""
        if not is_recursive(definition, self._types):
            return []
        return [
            f"{_rpc}::XdrLevel const level(stream);",
            "TRY(level.check());",
        ]

    def _fields(self, fields: tuple[Declaration, ...]) -> list[str]:
        calls = [self._transfer(each, f"value.{member_name(each.name.text)}") for each in fields]
        return [*map(_tried, calls[:-1]), f"return {calls[-1]};"]

    def _list(self, definition: Struct, following: Declaration, head: str) -> list[str]:
        """A list is gone through, however long, without a call in a call."""
        own = class_name(definition.name.text)
        body = f"{routine_name(definition.name.text)}_alone"
        alone = [*self._level(definition), *self._fields(definition.fields[:-1])]
        chain = f"{_rpc}::xdr_chain<{own}, &{own}::{member_name(following.name.text)}, {body}>"
        return [
            f"/// One `{definition.name.text}`, without the next.",
            f"static {_result} {body}(flat::XdrStream& stream, {own}& value) {{",
            *indented(alone),
            "}",
            "",
            f"{head} {{",
            f"    return {chain}(stream, value);",
            "}",
        ]

    def _enum(self, definition: Enum) -> list[str]:
        own = class_name(definition.name.text)
        members = self._values(definition)
        if sorted(members) == list(range(len(members))):
            last = members[len(members) - 1]
            return [
                f"return {_rpc}::xdr_enumeration(stream, value, " f"{own}::{member_name(last)});"
            ]
        cases = [f"case {own}::{member_name(each)}:" for each in members.values()]
        return [
            "flat::i32 number = static_cast<flat::i32>(value);",
            f"TRY({_rpc}::xdr_i32(stream, number));",
            f"switch (static_cast<{own}>(number)) {{",
            *cases,
            f"    value = static_cast<{own}>(number);",
            "    return {};",
            "}",
            f"return {_rpc}::xdr_no_value(stream);",
        ]

    def _union(self, definition: Union) -> list[str]:
        chooser = definition.discriminant
        place = f"value.{member_name(chooser.name.text)}"
        type = resolved(chooser, self._types).type.name
        enum = self._types.get(type)
        chosen = f"static_cast<int>({place})" if type == "bool" else place
        lines = [_tried(self._transfer(chooser, place)), f"switch ({chosen}) {{"]
        for arm in definition.arms:
            cases = [self._all.number(each) for each in arm.cases]
            lines += [f"case {self._case(each, enum)}:" for each in cases]
            lines += indented(self._arm(arm))
        count = sum(len(arm.cases) for arm in definition.arms)
        if definition.default:
            lines += ["default:", *indented(self._arm(definition.default)), "}"]
            return lines
        if isinstance(enum, Enum) and count == len(self._values(enum)):
            return [*lines, "}", f"return {_rpc}::xdr_no_value(stream);"]
        return [*lines, "default:", f"    return {_rpc}::xdr_no_value(stream);", "}"]

    def _case(self, number: int, enum: DefinedType | None) -> str:
        if not isinstance(enum, Enum):
            return f"{number + 1} - 1" if number == -(2**31) else str(number)
        return f"{class_name(enum.name.text)}::{member_name(self._values(enum)[number])}"

    def _values(self, enum: Enum) -> dict[int, str]:
        """The values of an enumeration with the first name of each."""
        return {self._all.number(each.value): each.name.text for each in reversed(enum.members)}

    def _arm(self, arm: Arm) -> list[str]:
        if arm.declaration is None:
            return ["return {};"]
        place = f"value.{member_name(arm.declaration.name.text)}"
        return [f"return {self._transfer(arm.declaration, place)};"]

    def _transfer(self, declaration: Declaration, place: str) -> str:
        """The call that transfers what a declaration declares."""
        type = declaration.type
        bound = self._all.number(declaration.bound) if declaration.bound else _unbounded
        if type.name in ("opaque", "string"):
            if declaration.shape == "fixed":
                return f"{_rpc}::xdr_opaque(stream, flat::Span<flat::u8>({place}, {bound}))"
            return f"{_rpc}::xdr_bytes(stream, {place}.data, {place}.size, {bound})"
        routine = routine_of(type)
        pair = f"{type_name(type)}, {routine}"
        if declaration.shape == "optional":
            return f"{_rpc}::xdr_optional<{pair}>(stream, {place})"
        if declaration.shape == "fixed":
            return (
                f"{_rpc}::xdr_vector(stream, {place}, {bound}, sizeof({type_name(type)}), "
                f"{_rpc}::xdr_element<{pair}>)"
            )
        if declaration.shape == "variable":
            return f"{_rpc}::xdr_elements<{pair}>(stream, {place}, {bound})"
        return f"{routine}(stream, {place})"
