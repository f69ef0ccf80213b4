# SPDX-License-Identifier: BSD-2-Clause
"""Checks what an `.x` file means: names, numbers, cases; all that is wrong is found at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from flatland.diagnostics import Diagnostics, Label, error, replacement
from flatland.idl.xdr.builtin import numbers
from flatland.idl.xdr.cpp_names import check_cpp_names
from flatland.idl.xdr.kinds import resolved
from flatland.idl.xdr.model import (
    Constant,
    Declaration,
    DefinedType,
    Definition,
    Enum,
    Name,
    Program,
    Specification,
    Type,
    Typedef,
    Union,
    Value,
    declarations,
)

_most = 2**32 - 1


def check(specification: Specification) -> None:
    """Raises with everything that is wrong."""
    found = Diagnostics()
    _Checker(specification, found).run()
    found.raise_if_errors()
    check_cpp_names(specification, found)
    found.raise_if_errors()


class _Checker:
    def __init__(self, specification: Specification, found: Diagnostics) -> None:
        self._all = specification
        self._found = found
        self._types = specification.types
        self._numbers = specification.numbers

    def run(self) -> None:
        self._check_names()
        for definition in self._all.definitions:
            self._check_definition(definition)
        if self._found:
            return
        for definition in self._all.definitions:
            if isinstance(definition, Union):
                self._check_union(definition)
        for name in self._types:
            self._check_size(name)

    def _check_names(self) -> None:
        """All names of a file are in one space."""
        first: dict[str, Name] = {}
        for definition in self._all.definitions:
            names = [definition.name]
            if isinstance(definition, Enum):
                names += [each.name for each in definition.members]
            for name in names:
                self._once(first, name, "is defined twice")

    def _once(self, first: dict[str, Name], name: Name, what: str) -> None:
        if name.text in first:
            labels = [Label(first[name.text].span, "first here")]
            message = f"`{name.text}` {what}"
            self._found.add(error("F1203", message, name.span, "again here", labels=labels))
        first.setdefault(name.text, name)

    def _check_definition(self, definition: Definition) -> None:
        if isinstance(definition, Constant):
            self._number(definition.value, -(2**63), 2**64 - 1)
        elif isinstance(definition, Program):
            self._check_program(definition)
        else:
            self._check_type(definition)

    def _check_type(self, definition: DefinedType) -> None:
        if isinstance(definition, Enum):
            for member in definition.members:
                self._number(member.value, -(2**31), 2**31 - 1)
        fields: dict[str, Name] = {}
        for each in declarations(definition):
            self._check_declaration(each)
            self._once(fields, each.name, "is declared twice here")

    def _check_declaration(self, declaration: Declaration) -> None:
        self._check_reference(declaration.type)
        if declaration.bound:
            lowest = 1 if declaration.shape == "fixed" else 0
            self._number(declaration.bound, lowest, _most)

    def _check_reference(self, type: Type) -> None:
        if type.name in self._types or type.name in numbers or type.name in ("opaque", "string"):
            return
        if any(each.name.text == type.name for each in self._all.definitions):
            message = f"`{type.name}` is no type"
            self._found.add(error("F1202", message, type.span))
            return
        known = [*self._types, *numbers, "opaque", "string"]
        self._unknown("type", type.name, type, known)

    def _unknown(self, what: str, name: str, place: Type | Value, known: Iterable[str]) -> None:
        near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.7)
        edit = replacement(place.span, near[0]) if near else None
        help = f"did you mean `{near[0]}`?" if near else None
        message = f"no {what} is called `{name}`"
        self._found.add(error("F1202", message, place.span, help=help, edit=edit))

    def _number(self, value: Value, lowest: int, highest: int) -> int | None:
        """The number that a value stands for, if it is one in a range; else it is reported."""
        seen: list[str] = []
        each = value
        while each.name is not None:
            if each.name not in self._numbers:
                if each is value:
                    self._unknown("constant", each.name, value, self._numbers)
                return None
            if each.name in seen:
                message = f"`{each.name}` stands for itself"
                self._found.add(error("F1202", message, value.span))
                return None
            seen.append(each.name)
            each = self._numbers[each.name]
        if lowest <= each.number <= highest:
            return each.number
        message = f"{each.number} is not from {lowest} to {highest}"
        self._found.add(error("F1204", message, value.span))
        return None

    def _distinct(self, first: dict[int, Name], number: int, name: Name) -> None:
        if number in first:
            other = first[number]
            labels = [Label(other.span, "first here")]
            message = f"`{name.text}` has the number of `{other.text}`, {number}"
            free = next(each for each in range(number + 1, 2**32) if each not in first)
            help = f"{free} is free"
            self._found.add(error("F1208", message, name.span, "again", labels=labels, help=help))
        first.setdefault(number, name)

    def _check_program(self, program: Program) -> None:
        self._number(program.number, 0, _most)
        versions: dict[int, Name] = {}
        for version in program.versions:
            number = self._number(version.number, 0, _most)
            if number is not None:
                self._distinct(versions, number, version.name)
            procedures: dict[int, Name] = {}
            names: dict[str, Name] = {}
            for procedure in version.procedures:
                self._once(names, procedure.name, "is declared twice here")
                number = self._number(procedure.number, 0, _most)
                if number is not None:
                    self._distinct(procedures, number, procedure.name)
                for type in (procedure.result, *procedure.arguments):
                    if type:
                        self._check_reference(type)

    def _check_union(self, union: Union) -> None:
        """Each case is a value of the discriminant, and each value has one case."""
        declared = union.discriminant
        type = resolved(declared, self._types)
        enum = self._types.get(type.type.name)
        is_number = type.type.name in ("int", "unsigned int", "bool", "short", "unsigned short")
        if type.shape != "plain" or not (is_number or isinstance(enum, Enum)):
            message = f"`{declared.name.text}` cannot choose: it is no number"
            help = "a discriminant is an enumeration, `bool`, `int` or `unsigned int`"
            self._found.add(error("F1205", message, declared.type.span, help=help))
            return
        first: dict[int, Value] = {}
        allowed = self._values_of(enum, type.type.name)
        for value in (each for arm in union.arms for each in arm.cases):
            number = self._number(value, -(2**31), _most)
            if number is not None:
                self._check_case(number, value, first, allowed, declared.type.name)

    def _values_of(self, enum: DefinedType | None, name: str) -> Mapping[str, int] | range:
        if isinstance(enum, Enum):
            return {each.name.text: self._all.number(each.value) for each in enum.members}
        if name == "bool":
            return {"FALSE": 0, "TRUE": 1}
        return range(2**32) if name.startswith("unsigned") else range(-(2**31), 2**31)

    def _check_case(
        self,
        number: int,
        value: Value,
        first: dict[int, Value],
        allowed: Mapping[str, int] | range,
        type: str,
    ) -> None:
        shown = value.name or str(number)
        if number in first:
            labels = [Label(first[number].span, "first here")]
            message = f"two cases for {number}"
            self._found.add(error("F1205", message, value.span, "again", labels=labels))
        elif isinstance(allowed, range) and number not in allowed:
            self._found.add(error("F1205", f"{number} is no value of `{type}`", value.span))
        elif not isinstance(allowed, range) and number not in allowed.values():
            near = difflib.get_close_matches(shown, allowed, n=1)
            edit = replacement(value.span, near[0]) if near else None
            help = f"its values are {', '.join(f'`{each}`' for each in allowed)}"
            message = f"`{shown}` is no value of `{type}`"
            self._found.add(error("F1205", message, value.span, help=help, edit=edit))
        first.setdefault(number, value)

    def _check_size(self, name: str) -> None:
        """No value lies inside itself."""
        waiting = self._inside(self._types[name])
        seen: set[str] = set()
        while waiting:
            declaration = waiting.pop()
            inner = declaration.type.name
            if inner == name:
                self._report_endless(name, declaration)
                return
            if inner in self._types and inner not in seen:
                seen.add(inner)
                waiting += self._inside(self._types[inner])

    def _inside(self, definition: DefinedType) -> list[Declaration]:
        """What a value contains itself, and typedefs of which C++ must know how large they are."""
        return [
            each
            for each in declarations(definition)
            if each.shape in ("plain", "fixed") or self._is_fixed(each.type.name)
        ]

    def _is_fixed(self, name: str) -> bool:
        named = self._types.get(name)
        return isinstance(named, Typedef) and named.declaration.shape == "fixed"

    def _report_endless(self, name: str, declaration: Declaration) -> None:
        edit = None
        help = "let it be optional: `*`"
        if declaration.shape == "plain":
            edit = replacement(declaration.type.span, f"{declaration.type.name}*")
        message = f"a `{name}` would contain itself without end"
        span = declaration.type.span
        self._found.add(error("F1206", message, span, "by this", help=help, edit=edit))
