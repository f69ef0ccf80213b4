# SPDX-License-Identifier: BSD-2-Clause
"""Chooses the shape of a hierarchy: classes, base clauses and declarations, no bodies yet."""

from __future__ import annotations

from random import Random

from .chance import Chance
from .lookup import bases_of, finals_per_root, virtual_signatures
from .model import BaseEdge, Class, Copying, Destructor, Field, Function, Nested, Program

METHODS = ["step", "value", "tick", "load", "operator()", "scan", "operator[]", "apply", "run"]
FIELDS = ["x_", "n_", "state", "count", "limit", "next", "tick"]
TYPES = ["int", "int", "int", "long", "unsigned", "char", "bool"]
SPACES = ["", "", "", "lib", "app"]
CLASS_NAMES = ["Base", "Timer", "Queue", "Mixin", "Part", "Node", "Space", "Link", "Clock", "Port"]


class Shape(Chance):
    """Makes the classes of one program from its random numbers."""

    def __init__(self, program: Program, random: Random) -> None:
        super().__init__(program, random)
        names = [*METHODS, "*", "again"]
        # The most derived class must reach its virtual bases, so access varies without them.
        self.closed = random.random() < 0.1
        self.shared = {name for name in CLASS_NAMES if not self.closed and random.random() < 0.4}
        self.const = {name: random.random() < 0.3 for name in names}
        self.suffix = {
            name: random.choices(["", " noexcept", " &"], [8, 1, 1])[0] for name in names
        }

    def make(self) -> None:
        """All classes, the target last and derived from all of them."""
        count = self.random.choices([2, 3, 4, 5, 6], [2, 4, 4, 3, 1])[0]
        names = self.random.sample(CLASS_NAMES, count - 1)
        for name in names:
            self._add_class(name, self._some_bases())
        used = {base.name for record in self.program.classes for base in bases_of(record)}
        tops = [record for record in self.program.classes if record.name not in used]
        self._add_class("Target", [self._edge(record) for record in tops])

    def _some_bases(self) -> list[BaseEdge]:
        classes = self.program.classes
        if not classes:
            return []
        count = self.random.choices([0, 1, 2, 3], [2, 6, 3, 1])[0]
        # A class that is not meant to be shared has one derived class: repeated bases are refused.
        free = [
            record
            for record in classes
            if record.name in self.shared
            or not any(edge.base is record for other in classes for edge in other.bases)
            or self.maybe(0.01)
        ]
        chosen = self.random.sample(free, min(count, len(free)))
        below = {base.name for record in chosen for base in bases_of(record)}
        return [self._edge(record) for record in chosen if record.name not in below]

    def _edge(self, base: Class) -> BaseEdge:
        if self.closed:
            return BaseEdge(base, False, self.random.choice(["public", "protected", "private"]))
        is_virtual = base.name in self.shared or self.maybe(0.1)
        return BaseEdge(base, is_virtual, "public")

    def _add_class(self, name: str, bases: list[BaseEdge]) -> None:
        record = Class(
            self.program.new_id(),
            name,
            self.random.choice(SPACES),
            self.random.choice(["struct", "class"]),
            bases,
        )
        self._add_nested(record)
        self._add_fields(record)
        self._add_functions(record)
        self._add_overriders(record)
        record.final = name == "Target" and self.maybe(0.3)
        inherited = any(base.destructor and base.destructor.virtual for base in bases_of(record))
        if inherited or self.maybe(0.6):
            place = self._place()
            is_virtual = inherited or self.maybe(0.6)
            record.destructor = Destructor(
                self.program.new_id(), is_virtual, place, defaulted=self.maybe(0.2)
            )
        record.copying = self.random.choices(
            [Copying.IMPLICIT, Copying.USER, Copying.DELETED], [16, 1, 1]
        )[0]
        self.program.classes.append(record)

    def _place(self) -> str:
        return self.random.choices(["inside", "near", "late"], [6, 2, 2])[0]

    def access(self) -> str:
        """A random access, mostly public."""
        return self.random.choices(["public", "protected", "private"], [7, 2, 1])[0]

    def _add_nested(self, record: Class) -> None:
        new = self.program.new_id
        value = self.random.randint(1, 90)
        if self.maybe(0.2):
            text = f"enum Mode {{ off = {value}, on = {value + 3} }};"
            record.nested.append(Nested(new(), "Mode", text, "public", kind="enum"))
        if self.maybe(0.2):
            text = f"struct Item {{ int v; int tag() const {{ return v + {value}; }} }};"
            record.nested.append(Nested(new(), "Item", text, "public", kind="struct"))
        if self.maybe(0.15):
            text = f"using number = {self.random.choice(['int', 'long', 'short'])};"
            record.nested.append(Nested(new(), "number", text, "public", kind="typedef"))

    def _add_fields(self, record: Class) -> None:
        for name in self.random.sample(FIELDS, self.random.choices([0, 1, 2, 3], [1, 3, 4, 2])[0]):
            record.fields.append(self._field(record, name))

    def _field(self, record: Class, name: str) -> Field:
        kind = self.random.choices(
            [
                "int",
                "default",
                "const",
                "reference",
                "bits",
                "array",
                "mutable",
                "static",
                "late",
                "aligned",
            ],
            [8, 5, 1, 1, 2, 1, 1, 2, 2, 1],
        )[0]
        value = self.random.randint(1, 60)
        made = Field(self.program.new_id(), name, f"int {name}", self.access())
        if kind == "default":
            made.declaration = f"{self.random.choice(['int', 'long', 'unsigned'])} {name} = {value}"
        elif kind == "const":
            made.declaration, made.writable = f"int const {name}", False
        elif kind == "reference":
            made.declaration, made.initialiser = f"int& {name}", "global_cell"
        elif kind == "bits":
            made.declaration = f"unsigned {name} : {self.random.choice([5, 9, 17])}"
        elif kind == "array":
            made.declaration, made.readable = f"int {name}[3] = {{{value}, 2, 3}}", False
        elif kind == "mutable":
            made.declaration = f"mutable int {name} = {value}"
        elif kind == "aligned":
            made.declaration = f"alignas(16) int {name} = {value}"
        elif kind == "static":
            made.declaration, made.static = f"static inline int {name} = {value}", True
        elif kind == "late":
            made.declaration, made.static = f"static int {name}", True
            made.definition = f"int {record.name}::{name} = {value};"
        if kind == "int" or kind in ("const", "bits"):
            made.initialiser = "?"
        return made

    def _add_functions(self, record: Class) -> None:
        taken = {member.name for member in record.fields}
        names = [name for name in METHODS if name not in taken]
        for name in self.random.sample(names, self.random.choices([1, 2, 3, 4], [2, 3, 3, 1])[0]):
            hidden = any(base.declares(name) for base in bases_of(record))
            if name.startswith("operator") and self.maybe(0.95 if hidden else 0.6):
                continue  # hidden operators cannot be renamed
            for _ in range(self.random.choices([1, 2], [5, 1])[0]):
                self._add_function(record, name)
        again = any(base.declares("again") for base in bases_of(record))
        if self.maybe(0.02 if again else 0.12):
            self._add_special(record, "again", template=True)
        if self.maybe(0.12):
            self._add_special(record, "made", static=True)

    def _add_special(
        self, record: Class, name: str, static: bool = False, template: bool = False
    ) -> None:
        made = Function(self.program.new_id(), name, ("int",), "public")
        made.static, made.template = static, template
        made.place = "inside" if template else self._place()
        record.functions.append(made)

    def _add_function(self, record: Class, name: str) -> None:
        count = self.random.choices([0, 1, 2], [2, 5, 2])[0]
        parameters = tuple(self.random.choice(TYPES) for _ in range(count))
        if name.startswith("operator") or (name == "step" and self.maybe(0.6)):
            parameters = ("int",)
        made = self._declare(record, name, parameters)
        if any(_collide(made, other) for other in record.overloads(name)):
            return
        inherited = virtual_signatures(record).get(made.signature)
        made.virtual = inherited is not None or self.maybe(0.5)
        made.says_virtual = inherited is None or self.maybe(0.3)
        made.says_override = inherited is not None and self.maybe(0.5)
        made.pure = made.virtual and record.name != "Target" and self.maybe(0.15)
        record.functions.append(made)

    def _declare(self, record: Class, name: str, parameters: tuple[str, ...]) -> Function:
        made = Function(self.program.new_id(), name, parameters, self.access())
        made.const = self.const[name]
        made.suffix = (" const" if made.const else "") + self.suffix[name]
        made.place = self._place()
        if parameters and parameters[-1] == "int" and name.isalpha() and self.maybe(0.15):
            made.default = self.random.randint(1, 50)
        return made

    def _add_overriders(self, record: Class) -> None:
        """Overrides what would have two final overriders, or stay pure in the target."""
        for signature, sample in virtual_signatures(record).items():
            groups = finals_per_root(record, signature)
            ambiguous = any(len(group) > 1 for group in groups)
            pure = record.name == "Target" and any(f.pure for group in groups for f in group)
            if not ambiguous and not pure:
                continue
            if any(function.signature == signature for function in record.functions):
                continue
            self._drop_clashes(record, sample)
            made = self._declare(record, sample.name, sample.parameters)
            made.virtual, made.default = True, None
            made.says_override = self.maybe(0.6)
            record.functions.append(made)

    def _drop_clashes(self, record: Class, sample: Function) -> None:
        """Makes room for a function of this name."""
        record.fields = [member for member in record.fields if member.name != sample.name]
        for other in record.overloads(sample.name):
            other.default = None


def _collide(one: Function, other: Function) -> bool:
    """Whether a call could mean both."""
    for count in range(max(len(one.parameters), len(other.parameters)) + 1):
        both = _takes(one, count) and _takes(other, count)
        if both and one.parameters[:count] == other.parameters[:count]:
            return True
    return False


def _takes(function: Function, count: int) -> bool:
    least = len(function.parameters) - (function.default is not None)
    return least <= count <= len(function.parameters)
