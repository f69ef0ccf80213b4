# SPDX-License-Identifier: BSD-2-Clause
"""How C names what interfaces declare: by its C++ name, with `_` for `::`.

Packages are lower case without `_`, types begin with a capital and have none, members are lower
case: so no two things of C++ have one name in C, and what is made for C alone is free where it
follows a type with a capital (`flat_demo_LedgerError_Ok`) or a word that C++ has taken (`narrow`).
"""

from __future__ import annotations

from flatland.idl import builtin, names
from flatland.idl.model import Declaration, ObjectType, TypeRef

_taken = frozenset(("self", "result", "restrict"))


def flattened(cpp_name: str) -> str:
    """`flat::log::Log` -> `flat_log_Log`."""
    return cpp_name.replace("::", "_")


def type_name(declaration: Declaration | TypeRef) -> str:
    """The name of a declared type: `flat_log_Log_Level`."""
    is_object = isinstance(declaration, ObjectType) or (
        isinstance(declaration, TypeRef) and declaration.kind == "object"
    )
    if declaration.full_name == builtin.top.full_name or is_object:
        return f"flat_{declaration.name}"
    return flattened(names.scope(declaration.package, declaration.name))


def member(name: str) -> str:
    """The name of a field or parameter; `self` and `result` are parameters of every function."""
    mapped = names.member(name)
    return mapped + "_" if mapped in _taken or mapped.startswith("flat_") else mapped


def header(package: str, name: str) -> str:
    """What a C file includes to use a type: `flat/hal/timer.h`, for nested types too."""
    return names.header(package, name).removesuffix("pp")


def scalar(name: str) -> str:
    """A scalar type of flat.lang or of Java: `flat_u32`."""
    if name == "boolean":
        return "flat_bool"
    return f"flat_{builtin.scalars.get(name) or builtin.primitives[name]}"
