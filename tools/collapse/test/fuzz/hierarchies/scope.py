# SPDX-License-Identifier: BSD-2-Clause
"""Where a statement stands, what it may name there, and the arguments of its calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from .chance import Chance
from .lookup import is_reachable, look_up
from .model import Call, Class, Function, Statement
from .shape import METHODS


@dataclass
class Scope:
    """Where a statement stands: the class, what may be called there, the parameters."""

    record: Class
    rank: int
    const: bool = False
    static: bool = False
    function: Function | None = None
    parameters: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What the trace says of this place."""
        name = self.function.name if self.function else "?"
        return f"{self.record.name}::{name}"


def class_text(scope_space: str, record: Class) -> str:
    """The class's name as it is written in a namespace of the program."""
    return record.name if record.space in ("", scope_space) else f"{record.space}::{record.name}"


class Expressions(Chance):
    """Makes the parts of statements from random numbers."""

    def statement(
        self, text: str, needs: frozenset[int], calls: tuple[Call, ...] = ()
    ) -> Statement:
        """A statement with a number of its own."""
        return Statement(self.program.new_id(), text, needs, calls)

    def argument(self, scope: Scope, kind: str) -> str:
        """A side-effect free expression of exactly this type."""
        value = str(self.random.randint(0, 99))
        text = self.random.choice([value, value, "acc", *scope.parameters])
        return text if kind == "int" else f"static_cast<{kind}>({text})"

    def arguments(self, scope: Scope, function: Function) -> str:
        """Arguments for a call, with or without the default one."""
        kinds = list(function.parameters)
        if function.default is not None and self.maybe(0.7):
            kinds.pop()
        return ", ".join(self.argument(scope, kind) for kind in kinds)

    def visible(self, scope: Scope, owner: Class, access: str) -> bool:
        """Whether a member that `owner` declares with this access may be used here."""
        if owner is not scope.record and access == "private":
            return False
        return is_reachable(scope.record, owner, outside=False)

    def callable_here(self, scope: Scope, within: Class, same: bool) -> Function | None:
        """A function that may be called by its name, looked up in class `within`.

        Only ones of lower rank, so that every program ends; `same`: its own name, too.
        """
        names = [name for name in METHODS if METHODS.index(name) < scope.rank]
        if scope.rank > 1:
            names += ["again", "made"]
        if same and scope.function and scope.function.name in METHODS:
            names.append(scope.function.name)
        choices = []
        for name in names:
            owner = look_up(within, name)
            if owner is None or not self.visible(scope, owner, "public"):
                continue
            for function in owner.overloads(name):
                if scope.const and not (function.const or function.static):
                    continue
                if owner is not scope.record and function.access == "private":
                    continue
                choices.append(function)
        return self.random.choice(choices) if choices else None
