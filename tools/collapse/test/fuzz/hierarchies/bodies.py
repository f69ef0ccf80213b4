# SPDX-License-Identifier: BSD-2-Clause
"""Fills function bodies: each statement says which declarations it needs."""

from __future__ import annotations

from collections.abc import Callable

from .lookup import bases_of, is_member, is_reachable, is_unambiguous, layout, look_up
from .model import Call, Class, Field, Function, Nested, Statement
from .scope import Expressions, Scope, class_text
from .shape import METHODS


class Bodies(Expressions):
    """Makes statements from random numbers."""

    def statements(self, scope: Scope, count: int) -> list[Statement]:
        """Up to `count` statements; the first says where it is."""
        made = [self.statement(f'trace("{scope.label}", acc);', frozenset())]
        makers: list[Callable[[Scope], Statement | None]] = [
            self._read,
            self._write,
            self._call,
            self._call,
            self._call,
            self._base_call,
            self._base_field,
            self._free,
            self._nested,
            self._rare,
        ]
        if scope.static:
            makers = [self._free]
        for _ in range(count):
            statement = self.random.choice(makers)(scope)
            if statement:
                made.append(statement)
        return made

    def _field_here(self, scope: Scope, writing: bool) -> tuple[Class, Field] | None:
        choices = []
        for base in layout(scope.record).classes.values():
            for member in base.fields:
                if look_up(scope.record, member.name) is not base or not member.readable:
                    continue
                changing = member.writable and (not scope.const or member.static)
                if self.visible(scope, base, member.access) and (changing or not writing):
                    choices.append((base, member))
        return self.random.choice(choices) if choices else None

    def _read(self, scope: Scope) -> Statement | None:
        found = self._field_here(scope, writing=False)
        if not found:
            return None
        owner, member = found
        form = self.random.choice(["{0}", "this->{0}", "(*this).{0}"])
        text = form.format(member.name)
        needs = frozenset({owner.id, member.id})
        return self.statement(f"acc = mix(acc, static_cast<int>({text}));", needs)

    def _write(self, scope: Scope) -> Statement | None:
        found = self._field_here(scope, writing=True)
        if not found:
            return None
        owner, member = found
        if "mutable" not in member.declaration and scope.const and not member.static:
            return None
        lambdas = "[this, acc] {{ {0} = {1}; }}();"
        form = self.random.choice(["{0} = {1};", "this->{0} = {1};", lambdas])
        value = f"mix(acc, {self.random.randint(1, 99)}) & 31"
        if scope.const:
            form = "{0} = {1};"
        return self.statement(form.format(member.name, value), frozenset({owner.id, member.id}))

    def _call(self, scope: Scope) -> Statement | None:
        """A call by its plain name, through this, in a lambda, by member pointer."""
        function = self.callable_here(scope, scope.record, same=False)
        if function is None:
            return None
        owner = look_up(scope.record, function.name)
        assert owner is not None
        call = f"{function.name}({self.arguments(scope, function)})"
        forms = ["{0}", "{0}", "this->{0}", "(*this).{0}"]
        forms += ["[&] {{ return {0}; }}()", "[=, this] {{ return {0}; }}()"]
        if not scope.parameters:
            forms.append("[this, acc] {{ return {0}; }}()")
        if function.name in ("operator()", "operator[]") and self.maybe(0.5):
            brackets = function.name.removeprefix("operator")
            call = f"(*this){brackets[0]}{self.arguments(scope, function)}{brackets[1]}"
            forms = ["{0}"]
        text = self.random.choice(forms).format(call)
        if self.maybe(0.08) and _has_plain_pointer(owner, function):
            text = self._by_pointer(scope, owner, function)
        dispatched = Call(owner.name, function.signature, function.virtual)
        needs = frozenset({owner.id, function.id})
        return self.statement(f"acc = mix(acc, {text});", needs, (dispatched,))

    def _by_pointer(self, scope: Scope, owner: Class, function: Function) -> str:
        name = class_text(scope.record.space, owner)
        kinds = ", ".join(function.parameters)
        arguments = ", ".join(self.argument(scope, kind) for kind in function.parameters)
        kind = f"int ({name}::*)({kinds}){function.suffix}"
        pointer = f"static_cast<{kind}>(&{name}::{function.name})"
        return f"(this->*{pointer})({arguments})"

    def _base(self, scope: Scope) -> Class | None:
        bases = [
            base
            for base in bases_of(scope.record)
            if is_unambiguous(scope.record, base) and self.visible(scope, base, "public")
        ]
        return self.random.choice(bases) if bases else None

    def _base_call(self, scope: Scope) -> Statement | None:
        """A call qualified with a base, or through a reference to it."""
        base = self._base(scope)
        if base is None:
            return None
        qualified = self.maybe(0.7)
        function = self.callable_here(scope, base, same=qualified)
        if function is None or (function.pure and qualified):
            return None
        if qualified and function.name.startswith("operator") and self.maybe(0.95):
            return None
        owner = look_up(base, function.name)
        if owner is None or not is_unambiguous(scope.record, owner):
            return None
        name = class_text(scope.record.space, base)
        if qualified and self.maybe(0.8) and scope.record.bases[0].base is base:
            name = "super" if any(n.kind == "super" for n in scope.record.nested) else name
        call = f"{function.name}({self.arguments(scope, function)})"
        text = f"acc = mix(acc, {self.random.choice(['', 'this->'])}{name}::{call});"
        if not qualified:
            if function.access != "public" or not is_reachable(base, owner, outside=True):
                return None
            const = " const" if scope.const else ""
            form = self.random.choice(
                [
                    "{0}{1}& view = *this; acc = mix(acc, view.{2});",
                    "{0}{1}* view = this; acc = mix(acc, view->{2});",
                    "acc = mix(acc, static_cast<{0}{1}&>(*this).{2});",
                ]
            )
            text = "{ " + form.format(name, const, call) + " }"
        dispatched = Call(owner.name, function.signature, function.virtual and not qualified)
        return self.statement(text, frozenset({owner.id, base.id, function.id}), (dispatched,))

    def _base_field(self, scope: Scope) -> Statement | None:
        base = self._base(scope)
        if base is None:
            return None
        fields = [
            member
            for member in base.fields
            if member.readable and self.visible(scope, base, member.access)
        ]
        if not fields:
            return None
        member = self.random.choice(fields)
        text = f"{class_text(scope.record.space, base)}::{member.name}"
        needs = frozenset({base.id, member.id})
        if member.writable and not scope.const and self.maybe(0.4):
            return self.statement(f"this->{text} = acc & 31;", needs)
        return self.statement(f"acc = mix(acc, static_cast<int>({text}));", needs)

    def _free(self, scope: Scope) -> Statement | None:
        """Functions, variables and types of the namespace whose names a class may capture."""
        name = self.random.choice(["tick", "value", "scan", "count", "limit", "Item", "Mode"])
        outer = "" if not is_member(scope.record, name) else f"{self.program.space}::"
        if name in ("count", "limit"):
            text = f"acc = mix(acc, {outer}{name}); {outer}{name} = acc & 63;"
        elif name == "Item":
            text = f"acc = mix(acc, {outer}Item{{acc}}.tag());"
        elif name == "Mode":
            text = f"acc = mix(acc, static_cast<int>({outer}Mode::on));"
        else:
            text = f"acc = mix(acc, {outer}{name}(acc));"
        return self.statement(text, frozenset())

    def _nested(self, scope: Scope) -> Statement | None:
        choices = []
        for base in layout(scope.record).classes.values():
            for nested in base.nested:
                if look_up(scope.record, nested.name) is base and self.visible(
                    scope, base, nested.access
                ):
                    choices.append((base, nested))
        if not choices:
            return None
        base, nested = self.random.choice(choices)
        name = nested.name
        if self.maybe(0.3) and is_unambiguous(scope.record, base):
            name = f"{class_text(scope.record.space, base)}::{name}"
        texts = {
            "enum": f"acc = mix(acc, static_cast<int>({name}::on));",
            "struct": f"acc = mix(acc, {name}{{acc}}.tag());",
            "typedef": f"{{ {name} it = static_cast<{name}>(acc); acc = mix(acc, int(it)); }}",
        }
        if not scope.const:
            texts |= self._object_uses(name)
        if nested.kind == "self" and not scope.const and self.program.lends:
            texts["self"] = f"acc = mix(acc, {nested.name}() != nullptr);"
        if nested.kind == "conversion":
            texts["conversion"] = "acc = mix(acc, static_cast<int>(static_cast<long>(*this)));"
        if nested.kind == "friend" and is_unambiguous(scope.record, base):
            texts["friend"] = f"acc = mix(acc, {nested.name}(*this));"
        if nested.kind == "peer":
            return self._peer_call(scope, base, nested)
        text = texts.get(nested.kind)
        return self.statement(text, frozenset({base.id, nested.id})) if text else None

    def _object_uses(self, chain: str) -> dict[str, str]:
        """What functions that return `*this` are called for."""
        chains = [
            f"acc = mix(acc, &{chain}(acc) != nullptr);",
            f"{chain}(acc);",
            f"this->{chain}(acc).chain(2);",
            f"acc = mix(acc, {chain}(3).self_count);",
        ]
        sums = ["*this += acc;", "(*this += 1) += 2;", "this->operator+=(acc);"]
        return {"chain": self.random.choice(chains), "plus": self.random.choice(sums)}

    def _peer_call(self, scope: Scope, owner: Class, nested: Nested) -> Statement | None:
        """A call through a pointer to a base that the object keeps."""
        type_name = nested.text.split("*")[0].split("::")[-1]
        base = next(item for item in bases_of(owner) if item.name == type_name)
        function = self.callable_here(scope, base, same=False)
        found = look_up(base, function.name) if function else None
        if not function or not found or function.access != "public":
            return None
        if not is_reachable(base, found, outside=True):
            return None
        call = f"peer->{function.name}({self.arguments(scope, function)})"
        needs = frozenset({owner.id, base.id, nested.id, found.id, function.id})
        calls = (Call(found.name, function.signature, function.virtual),)
        return self.statement(f"acc = mix(acc, {call});", needs, calls)

    def _member_pointer(self, scope: Scope) -> Statement | None:
        """A pointer to a data member."""
        found = self._field_here(scope, writing=False)
        if not found or scope.const:
            return None
        owner, member = found
        if not member.declaration.startswith(("int ", "mutable int ")) or member.access != "public":
            return None
        if "&" in member.declaration or not is_unambiguous(scope.record, owner):
            return None
        const = " const" if "const" in member.declaration else ""
        name = class_text(scope.record.space, owner)
        text = f"{{ int{const} {name}::*at = &{name}::{member.name}; acc = mix(acc, this->*at); }}"
        return self.statement(text, frozenset({owner.id, member.id}))

    def _rare(self, scope: Scope) -> Statement | None:
        """Loops, static locals, escaping this, friends."""
        which = self.random.choice(["loop", "local", "escape", "member"])
        if which == "member":
            return self._member_pointer(scope)
        if which == "loop":
            return self.statement("for (int i = 0; i < 2; ++i) acc = mix(acc, i);", frozenset())
        if which == "local":
            return self.statement("{ static int calls = 0; acc = mix(acc, ++calls); }", frozenset())
        phase = scope.function is None or scope.function.name not in METHODS
        if which == "escape" and phase and not self.program.escapes:
            return None
        if which == "escape" and not scope.const and scope.record.name != "Target":
            text = f"{self.program.space}::last_{scope.record.name} = this;"
            return self.statement(text, frozenset({scope.record.id}))
        return None


def _has_plain_pointer(owner: Class, function: Function) -> bool:
    """Whether the address of the function can be taken as a pointer to member."""
    return not (function.static or function.template) and function.access == "public"
