# SPDX-License-Identifier: BSD-2-Clause
"""Makes one random program from a seed."""

from __future__ import annotations

from random import Random

from .bodies import Bodies
from .emit import field_initialiser
from .extras import Extras
from .lookup import is_reachable, is_unambiguous, layout
from .model import (
    Class,
    Constructor,
    Copying,
    Function,
    Initialiser,
    Program,
    Statement,
)
from .outside import Outside
from .phases import remove_pure_calls
from .scope import Scope, class_text
from .shape import METHODS, Shape


def generate(seed: int, space: str) -> Program:
    """The program of this seed, in this namespace."""
    random = Random(seed)
    program = Program(space, seed)
    program.effects = random.random() < 0.12
    program.escapes = random.random() < 0.06
    program.lends = random.random() < 0.4
    outside = Outside(program, random)
    outside.around()
    Shape(program, random).make()
    Extras(program, random).add()
    bodies = Bodies(program, random)
    for record in program.classes:
        _Filler(program, random, bodies, record).fill()
    remove_pure_calls(program)
    outside.main()
    return program


class _Filler:
    """Fills the bodies of one class."""

    def __init__(self, program: Program, random: Random, bodies: Bodies, record: Class) -> None:
        self.program = program
        self.random = random
        self.bodies = bodies
        self.record = record

    def fill(self) -> None:
        for function in self.record.functions:
            if not function.pure:
                function.body = self._function(function)
        self._constructors()
        if self.record.destructor and not self.record.destructor.defaulted:
            self.record.destructor.body = self._phase("~", 2)

    def _function(self, function: Function) -> list[Statement]:
        rank = METHODS.index(function.name) if function.name in METHODS else 1
        scope = Scope(self.record, rank, function.const, function.static, function)
        scope.parameters = [
            name for kind, name in zip(function.parameters, "abc", strict=False) if kind == "int"
        ]
        return self.bodies.statements(scope, self.random.randint(1, 4))

    def _phase(self, label: str, count: int, parameters: int = 0) -> list[Statement]:
        """A constructor's or destructor's body."""
        named = Function(0, label, (), "public")
        scope = Scope(self.record, len(METHODS), False, False, named)
        scope.parameters = list("ab")[:parameters]
        made = self.bodies.statements(scope, self.random.randint(0, count))
        made.append(self.bodies.statement(f'trace("{scope.label} end", acc);', frozenset()))
        return made

    def _constructors(self) -> None:
        count = self.random.choices([1, 2], [5, 1])[0]
        sizes = sorted(self.random.sample([0, 1, 2], count))
        for size in sizes:
            made = Constructor(self.program.new_id(), size)
            made.defaults = 0 if count > 1 else self.random.randint(0, size)
            made.explicit = self.random.random() < 0.3
            made.place = self.random.choices(["inside", "near", "late"], [6, 2, 2])[0]
            made.initialisers = self._delegating(list("ab")[:size])
            made.initialisers = made.initialisers or self._initialisers(list("ab")[:size])
            made.body = self._phase(f"{self.record.name}/{size}", 3, size)
            self.record.constructors.append(made)
        if self.record.copying is Copying.USER:
            self._copy_constructor()

    def _delegating(self, names: list[str]) -> list[Initialiser]:
        """Another constructor of the class does the work."""
        others = [other for other in self.record.constructors if other.parameters == 1]
        if not others or len(names) != 2:
            return []
        text = f"{self.record.name}(a + b)"
        return [self._initialiser(text, others[0].id)]

    def _initialisers(self, names: list[str]) -> list[Initialiser]:
        made = []
        direct = [edge.base for edge in self.record.bases]
        virtual = [base for base in self._virtual_bases() if base not in direct]
        for base in virtual + direct:
            if not is_reachable(self.record, base, outside=False):
                continue
            constructor = self.random.choice([c for c in base.constructors if not c.copies])
            most = constructor.parameters
            size = self.random.randint(most - constructor.defaults, most)
            traced = 0.3 if size == 1 else 0.0  # the order of several arguments is not fixed
            values = ", ".join(self._value(names, traced) for _ in range(size))
            name = class_text(self.record.space, base)
            made.append(self._initialiser(f"{name}({values})", base.id))
        for member in self.record.fields:
            if member.initialiser:
                text = field_initialiser(member, self._value(names, traced=0.4))
                made.append(self._initialiser(text, member.id))
        return made

    def _virtual_bases(self) -> list[Class]:
        classes = layout(self.record).classes
        return [base for key, base in classes.items() if key[0] == "virtual" and len(key) == 2]

    def _initialiser(self, text: str, needs: int) -> Initialiser:
        return Initialiser(self.program.new_id(), text, frozenset({needs}))

    def _value(self, names: list[str], traced: float) -> str:
        value = self.random.choice([*names, *names, str(self.random.randint(1, 31))])
        if value in names and self.random.random() < 0.5:
            value = f"{value} & 15"
        if self.program.effects and self.random.random() < traced:
            return f'trace("{self.record.name} argument", {value}) & 31'
        return f"({value}) & 31" if "&" not in value else value

    def _copy_constructor(self) -> None:
        made = Constructor(self.program.new_id(), 0, copies=True)
        direct = [edge.base for edge in self.record.bases]
        virtual = [base for base in self._virtual_bases() if base not in direct]
        for base in virtual + direct:
            if base.copying is Copying.DELETED or not is_unambiguous(self.record, base):
                self.record.copying = Copying.DELETED
                return
            name = class_text(self.record.space, base)
            made.initialisers.append(self._initialiser(f"{name}(other)", base.id))
        for member in self.record.fields:
            if not member.static and "[" not in member.declaration:
                text = f"{member.name}(other.{member.name})"
                made.initialisers.append(self._initialiser(text, member.id))
        made.body = self._phase("copy", 1)
        self.record.constructors.append(made)
