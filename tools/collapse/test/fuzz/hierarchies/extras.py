# SPDX-License-Identifier: BSD-2-Clause
"""Rarer parts of classes, added once their shape stands: friends, conversions, covariance, ..."""

from __future__ import annotations

from random import Random

from .bodies import Bodies
from .chance import Chance
from .lookup import bases_of, is_member, is_reachable, is_unambiguous, layout, look_up
from .model import Class, Field, Nested, Program
from .scope import class_text


class Extras(Chance):
    """Adds them to the classes of one program."""

    def __init__(self, program: Program, random: Random) -> None:
        super().__init__(program, random)
        self.bodies = Bodies(program, random)

    def add(self) -> None:
        """Everything that this program gets."""
        if self.maybe(0.15):
            self._covariant()
        for record in self.program.classes:
            if self.maybe(0.06):
                self._conversion(record)
            if self.maybe(0.15):
                self._chain(record)
            if self.maybe(0.1):
                self._plus(record)
            if self.maybe(0.2):
                self._alias(record)
            if self.program.escapes and self.maybe(0.5):
                self._peer(record)
            if self.maybe(0.03):
                self._union(record)
            if self.program.effects and self.maybe(0.5):
                self._computed(record)
        for record in self.program.classes:
            same = record.space == self.program.target.space
            if self.maybe(0.2 if same else 0.15):
                self._friend(record)
        self._using()

    def _nested(
        self, record: Class, kind: str, name: str, text: str, *needs: int, access: str = "public"
    ) -> None:
        made = Nested(self.program.new_id(), name, text, access, frozenset(needs), kind)
        record.nested.append(made)

    def _covariant(self) -> None:
        """`self()` in every class, each with its own class as return type."""
        for record in self.program.classes:
            for base in bases_of(record):
                if not is_unambiguous(record, base) or not is_reachable(record, base, True):
                    return
        for record in self.program.classes:
            name = record.name
            text = f'virtual {name}* self() {{ trace("{name}::self", 1); return this; }}'
            self._nested(record, "self", "self", text)

    def _conversion(self, record: Class) -> None:
        explicit = "explicit " if self.maybe(0.5) else ""
        value = self.random.randint(1, 99)
        words = "virtual " if self.maybe(0.3) else ""
        text = (
            f"{words}{explicit}operator long() const"
            f' {{ return trace("{record.name} as long", {value}); }}'
        )
        self._nested(record, "conversion", "operator long", text)

    def _chain(self, record: Class) -> None:
        name = record.name
        text = f'{name}& chain(int a) {{ trace("{name}::chain", a); return *this; }}'
        self._nested(record, "chain", "chain", text)
        self._nested(
            record, "count", "self_count", f"int self_count = {self.random.randint(1, 9)};"
        )

    def _plus(self, record: Class) -> None:
        """An operator that returns the object; hidden ones cannot be renamed."""
        if any(base.declares("operator+=") for base in bases_of(record)) and self.maybe(0.95):
            return
        name = record.name
        text = f'{name}& operator+=(int a) {{ trace("{name} +=", a); return *this; }}'
        self._nested(record, "plus", "operator+=", text)

    def _alias(self, record: Class) -> None:
        """The idiom of a class that names its base."""
        if record.bases:
            base = record.bases[0].base
            text = f"using super = {class_text(record.space, base)};"
            self._nested(record, "super", "super", text, base.id, access="private")

    def _peer(self, record: Class) -> None:
        """A pointer to a base that points to the object itself."""
        bases = [
            base
            for base in bases_of(record)
            if is_unambiguous(record, base) and is_reachable(record, base, outside=True)
        ]
        if bases:
            base = self.random.choice(bases)
            text = f"{class_text(record.space, base)}* peer = this;"
            self._nested(record, "peer", "peer", text, base.id)

    def _union(self, record: Class) -> None:
        name = f"first_{record.name}"
        declaration = f"union {{ int {name}; unsigned second_{record.name}; }}"
        made = Field(self.program.new_id(), name, declaration, "public", initialiser="?")
        record.fields.append(made)

    def _computed(self, record: Class) -> None:
        """A default initialiser that names things of the namespace."""
        for member in record.fields:
            if " = " in member.declaration and not member.static and "[" not in member.declaration:
                name = self.random.choice(["count", "limit"])
                outer = f"{self.program.space}::" if is_member(record, name) else ""
                before = member.declaration.split(" = ")[0]
                member.declaration = f"{before} = mix({outer}{name}, 3) & 31"

    def _friend(self, record: Class) -> None:
        """A free function that reads what only a friend may."""
        fields = [member for member in record.fields if member.readable]
        if not fields:
            return
        member = self.random.choice(fields)
        name = f"probe_{record.name}"
        head = f"int {name}({record.name} const& it)"
        self._nested(record, "friend", name, f"friend {head};")
        friend = record.nested[-1]
        needs = frozenset({record.id, member.id, friend.id})
        text = f'{head} {{ return trace("{name}", static_cast<int>(it.{member.name})); }}'
        if record.space:
            text = f"namespace {record.space} {{ {text} }}"
        self.program.after.append(self.bodies.statement(text, needs))

    def _using(self) -> None:
        """Lets the target say again what a base has."""
        target = self.program.target
        for base in layout(target).classes.values():
            if base is target or not is_unambiguous(target, base):
                continue
            for member in base.fields:
                plain = member.access != "private" and is_reachable(target, base, outside=False)
                if plain and look_up(target, member.name) is base and self.maybe(0.1):
                    text = f"using {class_text(target.space, base)}::{member.name};"
                    self._nested(target, "using", "using", text, base.id, member.id)
