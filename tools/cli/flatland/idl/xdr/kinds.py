# SPDX-License-Identifier: BSD-2-Clause
"""What types are once their other names are looked through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flatland.diagnostics import Span
from flatland.idl.xdr.builtin import numbers
from flatland.idl.xdr.model import (
    Declaration,
    DefinedType,
    Enum,
    Name,
    Specification,
    Struct,
    Type,
    Typedef,
    Union,
    declarations,
)

_by_value_bytes_max = 16


def resolved(declaration: Declaration, types: Mapping[str, DefinedType]) -> Declaration:
    """The declaration with no other name before its shape and type."""
    seen: set[str] = set()
    while declaration.shape == "plain" and declaration.type.name not in seen:
        seen.add(declaration.type.name)
        named = types.get(declaration.type.name)
        if not isinstance(named, Typedef):
            break
        declaration = replace(named.declaration, name=declaration.name)
    return declaration


def next_field(definition: Struct, types: Mapping[str, DefinedType]) -> Declaration | None:
    """The last field of a structure, if it leads to the next of its kind: a list."""
    last = resolved(definition.fields[-1], types)
    is_next = last.shape == "optional" and last.type.name == definition.name.text
    return definition.fields[-1] if is_next and len(definition.fields) > 1 else None


def is_recursive(definition: DefinedType, types: Mapping[str, DefinedType]) -> bool:
    """Whether a value can lead to others of its type, but for a list's next."""
    waiting = _leads_to(definition, types)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name == definition.name.text:
            return True
        if name in types and name not in seen:
            seen.add(name)
            waiting += _leads_to(types[name], types)
    return False


def _leads_to(definition: DefinedType, types: Mapping[str, DefinedType]) -> list[str]:
    skipped = next_field(definition, types) if isinstance(definition, Struct) else None
    return [each.type.name for each in declarations(definition) if each is not skipped]


def by_value_bytes(name: str, specification: Specification) -> int | None:
    """How large a type is that is passed by value: numbers, and small structures of them."""
    types = specification.types
    nowhere = Span(specification.path, 1, 1, 1)
    type = resolved(Declaration(Type(name, nowhere), Name("", nowhere)), types)
    if type.shape != "plain":
        return None
    if type.type.name in numbers:
        return numbers[type.type.name].size_bytes
    definition = types.get(type.type.name)
    if isinstance(definition, Enum):
        return 4
    if not isinstance(definition, Struct):
        return None
    sizes = [
        by_value_bytes(each.type.name, specification) if each.shape == "plain" else None
        for each in definition.fields
    ]
    known = [each for each in sizes if each is not None]
    is_small = len(known) == len(sizes) and sum(known) <= _by_value_bytes_max
    return sum(known) if is_small else None


def is_structure(definition: DefinedType | None) -> bool:
    """Whether a type becomes a class."""
    return isinstance(definition, Struct | Union)
