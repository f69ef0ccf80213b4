# SPDX-License-Identifier: BSD-2-Clause
"""What stands around a hierarchy: names it may capture, and the uses of the finished class."""

from __future__ import annotations

from random import Random

from .bodies import Bodies
from .chance import Chance
from .lookup import bases_of, finals_per_root, is_reachable, is_unambiguous, layout, look_up
from .model import Class, Copying, Function, Program
from .scope import Scope, class_text
from .shape import METHODS


class Outside(Chance):
    """Makes the surroundings and the main function of one program."""

    def __init__(self, program: Program, random: Random) -> None:
        super().__init__(program, random)
        self.bodies = Bodies(program, random)

    def around(self) -> None:
        """Free functions, variables and types, some of them in inner namespaces too."""
        texts = [
            'int tick(int a) { return trace("tick", mix(a, 2)); }',
            'int value(int a) { return trace("value", mix(a, 3)); }',
            'int scan(int a) { return trace("scan", mix(a, 4)); }',
            "int count = 4;",
            "int limit = 8;",
            "struct Item { int v; int tag() const { return v + 1; } };",
            "enum class Mode { off, on = 77 };",
            "template <class X> int poke(X& x, int a) { return x.step(a); }",
            "template <class X> struct Holder { X* of; int go(int a) { return of->step(a); } };",
        ]
        if self.maybe(0.3):
            texts.append(
                'namespace app { int tick(int a) { return trace("app tick", mix(a, 5)); } }'
            )
        if self.maybe(0.3):
            texts.append(
                'namespace lib { int value(int a) { return trace("lib value", mix(a, 6)); } }'
            )
            texts.append("namespace lib { int count = 9; }")
        self.program.around = [self.bodies.statement(text, frozenset()) for text in texts]

    def main(self) -> None:
        """Makes objects and uses what is public of them."""
        target = self.program.target
        name = class_text("", target)
        made = [constructor for constructor in target.constructors if not constructor.copies]
        constructor = self.random.choice(made)
        size = self.random.randint(
            constructor.parameters - constructor.defaults, constructor.parameters
        )
        values = ", ".join(str(self.random.randint(1, 99)) for _ in range(size))
        self._add(f"{name} object{{{values}}};" if values else f"{name} object;", target)
        for _ in range(self.random.randint(3, 9)):
            self.random.choice(
                [
                    self._call,
                    self._call,
                    self._base_call,
                    self._field,
                    self._free_use,
                    self._nested,
                    self._static,
                    self._deletes,
                ]
            )()
        self._refused()
        if self._copyable() and self.maybe(0.4):
            self._add("{ auto copy = object; forget(); }", target)
        if self.maybe(0.4):
            self._add(
                f"{{ auto* other = new {name}{{{values}}}; delete other; forget(); }}", target
            )
        if self.maybe(0.2) and constructor.parameters == constructor.defaults:
            self._add(f"{{ {name} row[2]; forget(); }}", target)

    def _add(self, text: str, *needed: Class | Function) -> None:
        needs = frozenset({item.id for item in needed})
        self.program.main.append(self.bodies.statement(text, needs))

    def _copyable(self) -> bool:
        classes = layout(self.program.target).classes.values()
        return all(record.copying is Copying.IMPLICIT for record in classes)

    def _public(self, record: Class) -> list[tuple[Class, Function]]:
        """What can be called on an expression of this static type, from outside."""
        found = []
        for name in [*METHODS, "made", "again"]:
            owner = look_up(record, name)
            if owner is None or not is_reachable(record, owner, outside=True):
                continue
            found += [(owner, f) for f in owner.overloads(name) if f.access == "public"]
        return found

    def _views(self) -> list[Class]:
        """Bases to which the target converts from outside."""
        target = self.program.target
        return [
            base
            for base in bases_of(target)
            if is_unambiguous(target, base) and is_reachable(target, base, outside=True)
        ]

    def _arguments(self, function: Function) -> str:
        scope = Scope(self.program.target, 0)
        return self.bodies.arguments(scope, function)

    def _call(self) -> None:
        choices = self._public(self.program.target)
        if not choices:
            return
        owner, function = self.random.choice(choices)
        call = f"{function.name}({self._arguments(function)})"
        self._add(f"acc = mix(acc, object.{call});", self.program.target, owner, function)

    def _base_call(self) -> None:
        views = self._views()
        if not views:
            return
        base = self.random.choice(views)
        choices = self._public(base)
        if not choices:
            return
        owner, function = self.random.choice(choices)
        call = f"{function.name}({self._arguments(function)})"
        name = class_text("", base)
        form = self.random.choice(
            [
                "{{ {0}& view = object; acc = mix(acc, view.{1}); }}",
                "{{ {0}* view = &object; acc = mix(acc, view->{1}); }}",
                "{{ if (last_{2}) acc = mix(acc, last_{2}->{1}); }}",
            ]
        )
        if not function.pure and self.maybe(0.25):
            form = "acc = mix(acc, object.{0}::{1});"
        self._add(form.format(name, call, base.name), self.program.target, base, owner, function)

    def _field(self) -> None:
        target = self.program.target
        choices = []
        for base in [target, *self._views()]:
            for member in base.fields:
                if member.access == "public" and member.readable:
                    choices.append((base, member))
        if not choices:
            return
        base, member = self.random.choice(choices)
        text = f"object.{class_text('', base)}::{member.name}"
        needs = frozenset({target.id, base.id, member.id})
        statement = self.bodies.statement(f"acc = mix(acc, static_cast<int>({text}));", needs)
        self.program.main.append(statement)

    def _free_use(self) -> None:
        """A template called with the target: its members are looked up by name alone."""
        target = self.program.target
        owner = look_up(target, "step")
        if owner is None or not is_reachable(target, owner, outside=True):
            return
        for function in owner.overloads("step"):
            if function.parameters == ("int",) and function.access == "public":
                self._add("acc = mix(acc, poke(object, 6));", target, owner, function)
                self._holder(owner, function)
                return

    def _holder(self, owner: Class, function: Function) -> None:
        """A class template with a base as its argument."""
        if is_unambiguous(self.program.target, owner) and self.maybe(0.4):
            text = f"Holder<{class_text('', owner)}>{{&object}}.go(3)"
            self._add(f"acc = mix(acc, {text});", self.program.target, owner, function)

    def _nested(self) -> None:
        """Conversions, covariant returns, chains, friends."""
        target = self.program.target
        for base in [target, *self._views()]:
            for nested in base.nested:
                name = class_text("", base)
                found = look_up(target, nested.name) is base
                texts = {
                    "friend": f"acc = mix(acc, probe_{base.name}(object));",
                    "self": f"{{ {name}& view = object; acc = mix(acc, view.self() == &view); }}",
                    "enum": f"acc = mix(acc, static_cast<int>({name}::{nested.name}::on));",
                }
                if found:
                    texts["chain"] = "acc = mix(acc, &object.chain(4) != nullptr);"
                    texts["plus"] = "object += acc & 7;"
                    texts["conversion"] = (
                        "acc = mix(acc, static_cast<int>(static_cast<long>(object)));"
                    )
                if nested.kind in texts and nested.access == "public" and self.maybe(0.5):
                    needs = frozenset({target.id, base.id, nested.id})
                    statement = self.bodies.statement(texts[nested.kind], needs)
                    self.program.main.append(statement)

    def _static(self) -> None:
        """Statics named with the class that declares them."""
        for base in [self.program.target, *self._views()]:
            for member in base.fields:
                if member.static and member.access == "public" and self.maybe(0.5):
                    needs = frozenset({base.id, member.id})
                    text = f"acc = mix(acc, ++{class_text('', base)}::{member.name});"
                    self.program.main.append(self.bodies.statement(text, needs))

    def _deletes(self) -> None:
        """An object that is deleted through a base, as far as its destructor is virtual."""
        target = self.program.target
        made = next(item for item in target.constructors if not item.copies)
        values = ", ".join("5" for _ in range(made.parameters))
        for base in self._views():
            if base.destructor and base.destructor.virtual and self.maybe(0.5):
                new = f"new {class_text('', target)}({values})"
                self._add(
                    f"{{ {class_text('', base)}* one = {new}; delete one; forget(); }}",
                    target,
                    base,
                )

    def _refused(self) -> None:
        """Uses, now and then, that no flattening could keep."""
        views = [base for base in self._views() if base.copying is Copying.IMPLICIT]
        if not views:
            return
        base = self.random.choice(views)
        name, target = class_text("", base), self.program.target
        if not _is_abstract(base) and self.maybe(0.02):
            self._add(f"{{ {name} part = object; forget(); }}", target, base)
        if self.maybe(0.02):
            self._add(f"acc = mix(acc, sizeof({name}) < sizeof object);", target, base)
        if self.maybe(0.02) and base.destructor and base.destructor.virtual:
            cast = f"dynamic_cast<{class_text('', target)}*>(view)"
            self._add(
                f"{{ {name}* view = &object; acc = mix(acc, {cast} != nullptr); }}", target, base
            )


def _is_abstract(record: Class) -> bool:
    """Whether a virtual function has no body yet."""
    signatures = {
        function.signature
        for base in layout(record).classes.values()
        for function in base.functions
        if function.virtual
    }
    return any(
        function.pure
        for signature in signatures
        for group in finals_per_root(record, signature)
        for function in group
    )
