# SPDX-License-Identifier: BSD-2-Clause
"""Values as machine words, for kinds that carry calls across a boundary.

A scalar or an enum is one word, a record the words of its fields, a failure its code.
"""

from __future__ import annotations

from collections.abc import Iterator

from flatland.idl import builtin, names
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import EnumType, FailureType, Record, TypeRef


class Words:
    """Encodes and decodes values as C++ expressions of type `flat::u64`."""

    def __init__(self, library: InterfaceLibrary) -> None:
        self._library = library

    def can_carry(self, type: TypeRef) -> bool:
        """Whether values of a type are words: buffers, interfaces and kernel objects are not."""
        return type.kind in ("void", "scalar", "enum", "record", "failure")

    def encode(self, type: TypeRef, value: str) -> list[str]:
        """The words of a value, which is a C++ expression."""
        if type.kind == "void":
            return []
        if type.kind == "record":
            fields = self._record(type).fields
            return [
                word
                for each in fields
                for word in self.encode(each.type, f"{value}.{names.member(each.name)}")
            ]
        if type.kind == "failure":
            value = f"{value}.code"
        return [f"static_cast<flat::u64>({value})"]

    def decode(self, type: TypeRef, words: Iterator[str]) -> str:
        """The value that words are, taking as many as it has."""
        if type.kind == "record":
            fields = ", ".join(self.decode(each.type, words) for each in self._record(type).fields)
            return f"{self._spelled(type)}{{{fields}}}"
        word = next(words)
        if type.kind == "failure":
            name = self._spelled(type)
            return f"{name}{{static_cast<{name}::Code>({word})}}"
        if type.name == "boolean":
            return f"({word} != 0)"
        return f"static_cast<{self._spelled(type)}>({word})"

    def conditions(self, type: TypeRef, words: Iterator[str]) -> list[str]:
        """What must hold of words so that they are a value: one of an enum's, for example."""
        if type.kind == "record":
            fields = self._record(type).fields
            return [each for field in fields for each in self.conditions(field.type, words)]
        word = next(words)
        declaration = self._library.get(type.full_name)
        if isinstance(declaration, FailureType):
            declaration = declaration.code
        if isinstance(declaration, EnumType):
            return [f"{word} < {len(declaration.values)}"]
        return []

    def _record(self, type: TypeRef) -> Record:
        declaration = self._library.get(type.full_name)
        assert isinstance(declaration, Record), type
        return declaration

    def _spelled(self, type: TypeRef) -> str:
        if type.kind == "scalar":
            return "flat::" + (builtin.primitives.get(type.name) or builtin.scalars[type.name])
        return names.scope(type.package, type.name)
