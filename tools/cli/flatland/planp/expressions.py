# SPDX-License-Identifier: BSD-2-Clause
"""Checks the types of expressions, and writes their code: both in one walk.

The value of an expression is its type and the registers that hold it. An expression that only
raises has no type, and fits everywhere. Functions are written where they are called, and call
only what stands before them, so that there is an end to it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

from flatland.diagnostics import Span
from flatland.planp import primitives
from flatland.planp import syntax as s
from flatland.planp.code import Code, Label
from flatland.planp.lexer import refusal
from flatland.planp.types import Type, boolean, header_names, integer, unit

not_found, division = "NotFound", "DivisionByZero"
_numeric = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "mod": "modulo"}
_orders = {"<": "less", "<=": "less_equal", ">": "less", ">=": "less_equal"}


@dataclass(frozen=True)
class Value:
    """Where a value is; without a type there is none, for its expression raises."""

    type: Type | None
    registers: tuple[int, ...] = ()


Reader = Callable[[s.Call, Mapping[str, Value]], Value]


@dataclass
class Scope:
    """What names mean in an expression."""

    functions: dict[str, s.Function] = field(default_factory=dict)
    constants: dict[str, tuple[Type, tuple[int, ...]]] = field(default_factory=dict)
    exceptions: set[str] = field(default_factory=lambda: {not_found, division})


class Expressions:
    """Writes the code of the expressions of one channel or function."""

    def __init__(self, scope: Scope, code: Code) -> None:
        self._scope = scope
        self._code = code
        self._handlers: list[dict[str, Label]] = []
        self._failed = Label()

    def finish_failures(self) -> None:
        """What is done with an exception that nothing handles."""
        self._code.here(self._failed)
        self._code.emit("fail")

    def value(self, node: s.Expression, names: Mapping[str, Value]) -> Value:
        """The value of an expression; what it used on the way is given back."""
        mark = self._code.mark()
        reader = getattr(self, f"_{type(node).__name__.lower().strip('_')}")
        found: Value = reader(node, names)
        self._code.release(mark, found.registers)
        return found

    def expect(self, node: s.Expression, wanted: Type, names: Mapping[str, Value]) -> Value:
        """The value of an expression that must be of this type."""
        found = self.value(node, names)
        if found.type is None:
            return Value(wanted, tuple(self._code.take(wanted.words())))
        if found.type != wanted:
            raise refusal(
                "F1303",
                f"this is of type {found.type}, not {wanted}",
                node.span,
                f"should be {wanted}",
            )
        return found

    def _block(self, values: Sequence[Value]) -> int:
        """The first of registers that hold values one after the other."""
        held = [register for value in values for register in value.registers]
        if held == list(range(held[0], held[0] + len(held))):
            return held[0]
        words = [word for value in values if value.type for word in value.type.words()]
        block = self._code.take(words)
        self._move(block, held)
        return block[0]

    def _move(self, to: Sequence[int], held: Sequence[int]) -> None:
        for a, b in zip(to, held, strict=True):
            self._code.emit("move", a, b)

    def _one(self, type_: Type) -> int:
        return self._code.take(type_.words())[0]

    def _raised(self, exception: str) -> Label:
        for handlers in reversed(self._handlers):
            if exception in handlers:
                return handlers[exception]
        return self._failed

    def _number(self, node: s.Number, _: Mapping[str, Value]) -> Value:
        register = self._one(node.type)
        self._code.constant(register, node.value)
        return Value(node.type, (register,))

    def _name(self, node: s.Name, names: Mapping[str, Value]) -> Value:
        if node.name in names:
            return names[node.name]
        if node.name in self._scope.constants:
            type_, words = self._scope.constants[node.name]
            registers = self._code.take(type_.words())
            for register, word in zip(registers, words, strict=True):
                self._code.constant(register, word)
            return Value(type_, tuple(registers))
        known = [*names, *self._scope.constants]
        raise _unknown(f"nothing is called `{node.name}`", node.name, known, node.span)

    def _tuple(self, node: s.Tuple, names: Mapping[str, Value]) -> Value:
        values = [self.value(part, names) for part in node.parts]
        for value, part in zip(values, node.parts, strict=True):
            if value.type is None or value.type == unit:
                raise refusal("F1303", "a part of a tuple has no value", part.span)
        types = tuple(value.type for value in values if value.type)
        return Value(Type("tuple", types), tuple(r for v in values for r in v.registers))

    def _part(self, node: s.Part, names: Mapping[str, Value]) -> Value:
        whole = self.value(node.whole, names)
        parts = whole.type.parts if whole.type and whole.type.name == "tuple" else ()
        if not 1 <= node.number <= len(parts):
            raise refusal(
                "F1303",
                f"there is no part {node.number} of {whole.type}",
                node.span,
                help="parts of a tuple are counted from 1",
            )
        before = sum(len(part.words()) for part in parts[: node.number - 1])
        type_ = parts[node.number - 1]
        return Value(type_, whole.registers[before : before + len(type_.words())])

    def _steps(self, node: s.Steps, names: Mapping[str, Value]) -> Value:
        for step in node.steps[:-1]:
            mark = self._code.mark()
            self.value(step, names)
            self._code.release(mark, ())
        return self.value(node.steps[-1], names)

    def _let(self, node: s.Let, names: Mapping[str, Value]) -> Value:
        inner = dict(names)
        for binding in node.bindings:
            inner[binding.name] = self.expect(binding.value, binding.type, inner)
        return self.value(node.body, inner)

    def _if(self, node: s.If, names: Mapping[str, Value]) -> Value:
        condition = self.expect(node.condition, boolean, names)
        otherwise, end = Label(), Label()
        self._code.emit("jump_if_zero", condition.registers[0], d=otherwise)
        then = self.value(node.then, names)
        result = then
        if then.type is not None:
            result = self._kept(then)
            self._code.emit("jump", d=end)
        self._code.here(otherwise)
        other = self.value(node.otherwise, names)
        if then.type is None:
            return other
        self._join(result, other, node.otherwise)
        self._code.here(end)
        return result

    def _kept(self, value: Value) -> Value:
        """The value in registers of its own, which other ways lead to as well."""
        assert value.type is not None
        registers = self._code.take(value.type.words())
        self._move(registers, value.registers)
        return Value(value.type, tuple(registers))

    def _join(self, result: Value, other: Value, node: s.Expression) -> None:
        if other.type is None:
            return
        if other.type != result.type:
            raise refusal(
                "F1303",
                f"this is of type {other.type}, the other way of {result.type}",
                node.span,
                f"should be {result.type}",
            )
        self._move(result.registers, other.registers)

    def _raise(self, node: s.Raise, _: Mapping[str, Value]) -> Value:
        self._check_exception(node.exception, node.span)
        self._code.emit("jump", d=self._raised(node.exception))
        return Value(None)

    def _check_exception(self, name: str, span: Span) -> None:
        if name not in self._scope.exceptions:
            known = sorted(self._scope.exceptions)
            raise _unknown(f"there is no exception `{name}`", name, known, span)

    def _try(self, node: s.Try, names: Mapping[str, Value]) -> Value:
        labels: dict[str, Label] = {}
        for handler in node.handlers:
            self._check_exception(handler.exception, handler.span)
            if handler.exception in labels:
                raise refusal("F1305", f"`{handler.exception}` is handled twice", handler.span)
            labels[handler.exception] = Label()
        end = Label()
        self._handlers.append(labels)
        body = self.value(node.body, names)
        self._handlers.pop()
        result = self._kept(body) if body.type is not None else body
        if body.type is not None:
            self._code.emit("jump", d=end)
        for handler in node.handlers:
            if not labels[handler.exception].is_used:
                raise refusal(
                    "F1308",
                    f"`{handler.exception}` is never raised here",
                    handler.span,
                    help="take the handler away",
                )
            self._code.here(labels[handler.exception])
            value = self.value(handler.body, names)
            if value.type is None:
                continue
            if result.type is None:
                result = self._kept(value)
            else:
                self._join(result, value, handler.body)
            self._code.emit("jump", d=end)
        self._code.here(end)
        return result

    def _operation(self, node: s.Operation, names: Mapping[str, Value]) -> Value:
        if node.sign in ("andalso", "orelse"):
            return self._both(node, names)
        if node.sign in ("=", "<>"):
            left = self.value(node.left, names)
            if left.type is None or not left.type.is_number:
                raise refusal(
                    "F1303",
                    f"values of type {left.type} cannot be compared",
                    node.span,
                    help="compare their parts",
                )
            right = self.expect(node.right, left.type, names)
            opcode = "equal" if node.sign == "=" else "not_equal"
            return self._result(opcode, boolean, left, right)
        left = self.expect(node.left, integer, names)
        right = self.expect(node.right, integer, names)
        if node.sign in _orders:
            pair = (right, left) if node.sign[0] == ">" else (left, right)
            return self._result(_orders[node.sign], boolean, *pair)
        label = self._raised(division) if node.sign in ("/", "mod") else None
        return self._result(_numeric[node.sign], integer, left, right, label)

    def _result(
        self, opcode: str, type_: Type, left: Value, right: Value, label: Label | None = None
    ) -> Value:
        register = self._one(type_)
        where: int | Label = label or 0
        self._code.emit(opcode, register, left.registers[0], right.registers[0], where)
        return Value(type_, (register,))

    def _both(self, node: s.Operation, names: Mapping[str, Value]) -> Value:
        """The second operand counts only if the first has not decided."""
        result = self._kept(self.expect(node.left, boolean, names))
        decided, further = Label(), Label()
        if node.sign == "andalso":
            self._code.emit("jump_if_zero", result.registers[0], d=decided)
        else:
            self._code.emit("jump_if_zero", result.registers[0], d=further)
            self._code.emit("jump", d=decided)
            self._code.here(further)
        self._move(result.registers, self.expect(node.right, boolean, names).registers)
        self._code.here(decided)
        return result

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
        raise _unknown(
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
        return Value(field_.type, (register,))

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
        name, field_names = primitives.made[node.name]
        fields = [primitives.fields[each] for each in field_names]
        values = self._arguments(node, [each.type for each in fields], names)
        register = self._one(Type(name))
        number = self._code.slot() << 16 | header_names.index(name) << 24
        self._code.emit("make", register, d=number)
        header = Value(Type(name), (register,))
        for each, value in zip(fields, values, strict=True):
            header = self._stored(each, header, value)
        return header

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
    *("not", "OnPort", "OnOthers", "tget", "tset", "tremove", "mkTable"),
)


def reserved(name: str) -> bool:
    """Whether a primitive has this name."""
    return name in _others or name in primitives.fields or name in primitives.setters


def _unknown(
    message: str, name: str, known: Sequence[str], span: Span, help_: str | None = None
) -> Exception:
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return refusal("F1302", message, span, help=f"did you mean `{near[0]}`?", fix=near[0])
    return refusal("F1302", message, span, help=help_)
