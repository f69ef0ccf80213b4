# SPDX-License-Identifier: BSD-2-Clause
"""Checks the types of expressions, and writes their code: both in one walk.

The value of an expression is its type and the registers that hold it. An expression that only
raises has no type, and fits everywhere. Functions are written where they are called, and call
only what stands before them, so that there is an end to it.
"""

from __future__ import annotations

from collections.abc import Mapping

from flatland.diagnostics import Span
from flatland.planp import syntax as s
from flatland.planp.calls import Calls
from flatland.planp.code import Label
from flatland.planp.lexer import refusal
from flatland.planp.types import Type, boolean, integer, unit
from flatland.planp.writing import Value, division, unknown

_numeric = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "mod": "modulo"}
_orders = {"<": "less", "<=": "less_equal", ">": "less", ">=": "less_equal"}


class Expressions(Calls):
    """Writes the code of the expressions of one channel or function."""

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
        raise unknown(f"nothing is called `{node.name}`", node.name, known, node.span)

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
            raise unknown(f"there is no exception `{name}`", name, known, span)

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
