# SPDX-License-Identifier: BSD-2-Clause
"""Calls of functions and primitives."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from flatland.planp import primitives
from flatland.planp import syntax as s
from flatland.planp.lexer import refusal
from flatland.planp.types import Type, blob, boolean, header_names, integer, unit
from flatland.planp.writing import Value, Writing, not_found, outside, unknown

Reader = Callable[[s.Call, Mapping[str, Value]], Value]


class Calls(Writing):
    """Writes the code of calls."""

    def _call(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        if node.name in self._scope.functions:
            return self._called(self._scope.functions[node.name], node, names)
        if node.name in primitives.fields:
            return self._field(primitives.fields[node.name], node, names)
        if node.name in primitives.setters:
            return self._changed(primitives.setters[node.name], node, names)
        reader = self._reader(node.name)
        if reader:
            return reader(node, names)
        if node.name.removesuffix("Set") in primitives.fields:
            raise refusal("F1302", f"there is no `{node.name}`: lengths stay", node.span)
        known = [*self._scope.functions, *primitives.fields, *primitives.setters, *_others]
        raise unknown(
            f"there is no function `{node.name}`",
            node.name,
            known,
            node.span,
            "a function stands before what calls it, and does not call itself",
        )

    def _reader(self, name: str) -> Reader | None:
        """What writes the code of a primitive that is no field of a header."""
        own: dict[str, Reader] = {
            "not": self._call_not,
            "OnPort": self._call_on_port,
            "OnOthers": self._call_on_others,
            "tget": self._call_tget,
            "tset": self._call_tset,
            "tremove": self._call_tremove,
        }
        kinds: tuple[tuple[Reader, Container[str]], ...] = (
            (self._arithmetic, primitives.arithmetic),
            (self._converted, primitives.conversions),
            (self._plain, primitives.plain),
            (self._readdressed, primitives.readdressed),
            (self._made, primitives.made),
            (self._blob_load, primitives.blob_loads),
            (self._blob_part, primitives.blob_parts),
        )
        return own.get(name) or next((each for each, names in kinds if name in names), None)

    def _arguments(
        self, node: s.Call, types: Sequence[Type], names: Mapping[str, Value]
    ) -> list[Value]:
        self._count(node, len(types))
        return [
            self.expect(argument, type_, names)
            for argument, type_ in zip(node.arguments, types, strict=True)
        ]

    def _count(self, node: s.Call, count: int) -> None:
        if len(node.arguments) != count:
            given = len(node.arguments)
            raise refusal("F1303", f"`{node.name}` has {count} arguments, not {given}", node.span)

    def _called(self, function: s.Function, node: s.Call, names: Mapping[str, Value]) -> Value:
        types = [parameter.type for parameter in function.parameters]
        values = self._arguments(node, types, names)
        inner = {p.name: value for p, value in zip(function.parameters, values, strict=True)}
        return self.expect(function.body, function.result, inner)

    def _field(self, field_: primitives.Field, node: s.Call, names: Mapping[str, Value]) -> Value:
        (header,) = self._arguments(node, [Type(field_.header)], names)
        register = self._one(field_.type)
        self._code.emit("load", register, header.registers[0], d=field_.number())
        value = Value(field_.type, (register,))
        return self._bytes_of_words(value, field_.words_mask) if field_.words_mask else value

    def _bytes_of_words(self, value: Value, mask: int) -> Value:
        """How many bytes as many words have as some bits of a byte say."""
        number = Value(integer, (self._one(integer),))
        self._code.constant(number.registers[0], mask)
        masked = self._result("bit_and", integer, value, number)
        self._code.constant(number.registers[0], 2)
        opcode = "shift_left" if mask & 1 else "shift_right"
        return self._result(opcode, integer, masked, number)

    def _changed(self, field_: primitives.Field, node: s.Call, names: Mapping[str, Value]) -> Value:
        header, value = self._arguments(node, [Type(field_.header), field_.type], names)
        return self._stored(field_, header, value)

    def _stored(self, field_: primitives.Field, header: Value, value: Value) -> Value:
        register = self._one(Type(field_.header))
        number = field_.number(self._code.slot())
        self._code.emit("store", register, header.registers[0], value.registers[0], number)
        return Value(Type(field_.header), (register,))

    def _arithmetic(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        left, right = self._arguments(node, [integer, integer], names)
        return self._result(primitives.arithmetic[node.name], integer, left, right)

    def _converted(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        source, result = primitives.conversions[node.name]
        (value,) = self._arguments(node, [source], names)
        if result == integer:
            return Value(result, value.registers)
        mask = self._one(integer)
        self._code.constant(mask, (1 << (32 if result.name == "host" else 48)) - 1)
        return self._result("bit_and", result, value, Value(integer, (mask,)))

    def _plain(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        opcode, types, result = primitives.plain[node.name]
        values = self._arguments(node, types, names)
        register = self._one(result)
        self._code.emit(opcode, register, *(value.registers[0] for value in values))
        return Value(result, (register,))

    def _readdressed(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        header = Type(primitives.readdressed[node.name])
        old, before, after = self._arguments(node, [header, Type("host"), Type("host")], names)
        register = self._one(header)
        number = self._code.slot() << 16 | header_names.index(header.name) << 24
        block = self._block([before, after])
        self._code.emit("adjust", register, old.registers[0], block, number)
        return Value(header, (register,))

    def _made(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        name, types = primitives.made[node.name]
        values = self._arguments(node, types, names)
        content = values.pop().registers[0] if types[-1] == blob else 0
        register = self._one(Type(name))
        number = self._code.slot() << 16 | header_names.index(name) << 24
        self._code.emit("make", register, self._block(values), content, number)
        return Value(Type(name), (register,))

    def _blob_load(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        source, place = self._arguments(node, [blob, integer], names)
        register = self._one(integer)
        self._code.emit(
            "blob_load",
            register,
            source.registers[0],
            place.registers[0],
            self._raised(outside),
            detail=primitives.blob_loads[node.name],
        )
        return Value(integer, (register,))

    def _blob_part(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        source, *numbers = self._arguments(node, [blob, integer, integer], names)
        opcode = primitives.blob_parts[node.name]
        register = self._one(blob)
        block = self._block(numbers)
        detail = self._code.memory() if opcode == "blob_thin" else 0
        self._code.emit(
            opcode, register, source.registers[0], block, self._raised(outside), detail=detail
        )
        return Value(blob, (register,))

    def _call_not(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        (value,) = self._arguments(node, [boolean], names)
        zero = self._one(boolean)
        self._code.constant(zero, 0)
        return self._result("equal", boolean, value, Value(boolean, (zero,)))

    def _packet(self, node: s.Expression, names: Mapping[str, Value]) -> tuple[int, int]:
        """The first register of a packet, and which header is its innermost."""
        value = self.value(node, names)
        innermost = value.type.innermost() if value.type else None
        if innermost is None:
            raise refusal(
                "F1303",
                f"this is of type {value.type}, which is no packet's",
                node.span,
                help="a packet is ether*blob, ether*ip*udp*blob and so on",
            )
        self._code.count_send()
        return self._block([value]), header_names.index(innermost)

    def _call_on_port(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        self._count(node, 2)
        port = self.expect(node.arguments[0], integer, names)
        first, innermost = self._packet(node.arguments[1], names)
        self._code.emit("send", port.registers[0], first, innermost)
        return Value(unit)

    def _call_on_others(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        self._count(node, 1)
        first, innermost = self._packet(node.arguments[0], names)
        self._code.emit("send_others", 0, first, innermost)
        return Value(unit)

    def _table(
        self, node: s.Call, count: int, names: Mapping[str, Value]
    ) -> tuple[int, Type, Type, int]:
        """A table's register, the types of keys and values, and the first register of the key."""
        self._count(node, count)
        table = self.value(node.arguments[0], names)
        if table.type is None or table.type.name != "hash_table":
            raise refusal(
                "F1303",
                f"this is of type {table.type}, which is no table's",
                node.arguments[0].span,
            )
        key_type, value_type = table.type.parts
        key = self.expect(node.arguments[1], key_type, names)
        return table.registers[0], key_type, value_type, self._block([key])

    def _call_tget(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        table, _, value_type, key = self._table(node, 2, names)
        registers = self._code.take(value_type.words())
        first = self._block([Value(value_type, tuple(registers))])
        self._code.emit("table_get", first, table, key, self._raised(not_found))
        return Value(value_type, tuple(registers))

    def _call_tset(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        table, _, value_type, key = self._table(node, 3, names)
        value = self.expect(node.arguments[2], value_type, names)
        self._code.emit("table_set", self._block([value]), table, key)
        return Value(unit)

    def _call_tremove(self, node: s.Call, names: Mapping[str, Value]) -> Value:
        table, _, _, key = self._table(node, 2, names)
        self._code.emit("table_remove", 0, table, key)
        return Value(unit)


_others = (
    *primitives.arithmetic,
    *primitives.conversions,
    *primitives.plain,
    *primitives.readdressed,
    *primitives.made,
    *primitives.blob_loads,
    *primitives.blob_parts,
    *("not", "OnPort", "OnOthers", "tget", "tset", "tremove", "mkTable"),
)


def reserved(name: str) -> bool:
    """Whether a primitive has this name."""
    return name in _others or name in primitives.fields or name in primitives.setters
