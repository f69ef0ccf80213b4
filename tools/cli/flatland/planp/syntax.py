# SPDX-License-Identifier: BSD-2-Clause
"""What a PlanP program consists of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flatland.diagnostics import Span
from flatland.planp.types import Type


@dataclass(frozen=True)
class Expression:
    """Anything that has a value."""

    span: Span


@dataclass(frozen=True)
class Number(Expression):
    """A literal: a number, a truth value, an address of a host or card."""

    type: Type
    value: int


@dataclass(frozen=True)
class Name(Expression):
    """What a name stands for."""

    name: str


@dataclass(frozen=True)
class Call(Expression):
    """A function or primitive with its arguments."""

    name: str
    arguments: Sequence[Expression]


@dataclass(frozen=True)
class Operation(Expression):
    """Two operands and a sign between them."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Part(Expression):
    """A part of a tuple, counted from 1."""

    number: int
    whole: Expression


@dataclass(frozen=True)
class Tuple(Expression):
    """Several values as one; none is `()`."""

    parts: Sequence[Expression]


@dataclass(frozen=True)
class Steps(Expression):
    """One after the other; the value is the last one's."""

    steps: Sequence[Expression]


@dataclass(frozen=True)
class If(Expression):
    """One of two."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True)
class Binding:
    """A name for a value."""

    name: str
    type: Type
    value: Expression
    span: Span


@dataclass(frozen=True)
class Let(Expression):
    """Names for values in an expression."""

    bindings: Sequence[Binding]
    body: Expression


@dataclass(frozen=True)
class Raise(Expression):
    """Goes to the innermost handler of this exception."""

    exception: str


@dataclass(frozen=True)
class Handler:
    """What is done when an exception was raised."""

    exception: str
    body: Expression
    span: Span


@dataclass(frozen=True)
class Try(Expression):
    """An expression with handlers."""

    body: Expression
    handlers: Sequence[Handler]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function or channel."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True)
class Function:
    """A function: an expression with parameters."""

    name: str
    parameters: Sequence[Parameter]
    result: Type
    body: Expression
    span: Span


@dataclass(frozen=True)
class Channel:
    """What is done with packets of a type; three parameters."""

    parameters: Sequence[Parameter]
    initial: Expression | None
    body: Expression
    span: Span


@dataclass(frozen=True)
class ExceptionName:
    """The name of an exception."""

    name: str
    span: Span


@dataclass(frozen=True)
class ProtocolState:
    """What the state that all channels share begins with."""

    initial: Expression
    span: Span


Declaration = Binding | Function | Channel | ExceptionName | ProtocolState
