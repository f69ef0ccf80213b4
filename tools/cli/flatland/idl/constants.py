# SPDX-License-Identifier: BSD-2-Clause
"""Evaluates the constant expressions of interfaces: Java's arithmetic, but overflow is an error."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from flatland.diagnostics import error
from flatland.idl.model import Constant, ConstantType
from flatland.idl.source import Refused, Source, children, field

_literals = {
    "decimal_integer_literal": 10,
    "hex_integer_literal": 16,
    "binary_integer_literal": 2,
}
_unary: dict[str, Callable[[int], int]] = {"-": operator.neg, "~": operator.invert}
_binary: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "|": operator.or_,
    "&": operator.and_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}


@dataclass(frozen=True)
class _Number:
    """A value and the width of its Java type, int or long."""

    value: int
    bits: int


class Evaluator:
    """Evaluates the constants of one interface; `known` grows while it is read."""

    def __init__(self, source: Source, known: Mapping[str, Constant]) -> None:
        self._source = source
        self._known = known

    def value(self, node: Node, type: ConstantType) -> int | bool:
        """The value, or `Refused`: not constant, of another type, or out of range."""
        if type == "boolean":
            if node.type not in ("true", "false"):
                raise self._refusal(node, "this is neither `true` nor `false`")
            return node.type == "true"
        number = self._number(node)
        if type == "int" and number.bits == 64:
            raise self._refusal(node, "this is a `long`, the constant an `int`")
        return number.value

    def _number(self, node: Node) -> _Number:
        if node.type in _literals:
            return self._literal(node)
        if node.type == "identifier":
            return self._reference(node)
        if node.type == "parenthesized_expression":
            return self._number(children(node)[0])
        if node.type == "unary_expression":
            return self._unary(node)
        if node.type == "binary_expression":
            return self._binary(node)
        raise self._refusal(node, "this is not a constant number")

    def _reference(self, node: Node) -> _Number:
        name = self._source.text(node)
        constant = self._known.get(name)
        if constant is None or isinstance(constant.value, bool):
            raise self._refusal(node, f"no number `{name}` is declared above in this interface")
        return _Number(constant.value, 64 if constant.type == "long" else 32)

    def _unary(self, node: Node) -> _Number:
        sign = self._source.text(field(node, "operator"))
        operand = field(node, "operand")
        if sign not in _unary:
            raise self._refusal(node, f"`{sign}` is not allowed in constants")
        negative = sign == "-" and operand.type in _literals
        number = self._literal(operand, 1) if negative else self._number(operand)
        return self._in_range(node, _unary[sign](number.value), number.bits)

    def _binary(self, node: Node) -> _Number:
        sign = self._source.text(field(node, "operator"))
        left, right = self._number(field(node, "left")), self._number(field(node, "right"))
        if sign not in _binary:
            raise self._refusal(node, f"`{sign}` is not allowed in constants")
        bits = max(left.bits, right.bits)
        if sign in ("<<", ">>"):
            bits = left.bits
            if not 0 <= right.value < bits:
                raise self._refusal(node, f"a shift by {right.value} is not defined")
        return self._in_range(node, _binary[sign](left.value, right.value), bits)

    def _literal(self, node: Node, slack: int = 0) -> _Number:
        """A literal; with `slack` 1 after a minus sign, where one more value fits."""
        text = self._source.text(node).lower().replace("_", "")
        value = int(text.removesuffix("l"), _literals[node.type])
        bits = 64 if text.endswith("l") else 32
        if value >= 2 ** (bits - 1) + slack:
            hint = "write an `L` after it" if bits == 32 and value < 2**63 else None
            raise self._refusal(node, f"{value} does not fit {_name(bits)}", hint)
        return _Number(value, bits)

    def _in_range(self, node: Node, value: int, bits: int) -> _Number:
        if not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1):
            raise self._refusal(node, f"{value} does not fit {_name(bits)}")
        return _Number(value, bits)

    def _refusal(self, node: Node, message: str, help: str | None = None) -> Refused:
        return Refused(error("F0616", message, self._source.span(node), help=help))


def _name(bits: int) -> str:
    return "an `int`" if bits == 32 else "a `long`"
