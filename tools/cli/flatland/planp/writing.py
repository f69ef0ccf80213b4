# SPDX-License-Identifier: BSD-2-Clause
"""What all that writes code stands on: values in registers, types that are expected."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flatland.diagnostics import Span
from flatland.planp import syntax as s
from flatland.planp.code import Code, Label
from flatland.planp.lexer import refusal
from flatland.planp.types import Type

not_found, division, outside = "NotFound", "DivisionByZero", "OutOfRange"


@dataclass(frozen=True)
class Value:
    """Where a value is; without a type there is none, for its expression raises."""

    type: Type | None
    registers: tuple[int, ...] = ()


@dataclass
class Scope:
    """What names mean in an expression."""

    functions: dict[str, s.Function] = field(default_factory=dict)
    constants: dict[str, tuple[Type, tuple[int, ...]]] = field(default_factory=dict)
    exceptions: set[str] = field(default_factory=lambda: {not_found, division, outside})


class Writing:
    """Writes code for a channel or function: what calls and other expressions have in common."""

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

    def _result(
        self, opcode: str, type_: Type, left: Value, right: Value, label: Label | None = None
    ) -> Value:
        register = self._one(type_)
        where: int | Label = label or 0
        self._code.emit(opcode, register, left.registers[0], right.registers[0], where)
        return Value(type_, (register,))


def unknown(
    message: str, name: str, known: Sequence[str], span: Span, help_: str | None = None
) -> Exception:
    """A refusal of a name that is not there, with the nearest one that is."""
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return refusal("F1302", message, span, help=f"did you mean `{near[0]}`?", fix=near[0])
    return refusal("F1302", message, span, help=help_)
