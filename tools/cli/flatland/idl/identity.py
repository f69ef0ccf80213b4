# SPDX-License-Identifier: BSD-2-Clause
"""What an object is called by other kernels: a hash of its name and of all its interface says.

Two kernels that are built from different texts of an interface do not meet; whoever has the same
text reads the same bytes. A version alone would have to be counted up by hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import EnumType, FailureType, Record, TypeRef


def identity(
    library: InterfaceLibrary, interface: str, name: str, listed: Sequence[str] = ()
) -> str:
    """The C++ literal of 64 bits; `listed` are what resources can turn out to be, in order."""
    said = (line for each in (interface, *listed) for line in _said(library, each))
    text = "\n".join([name, *said])
    return f"flat::u64{{0x{hashlib.sha256(text.encode()).hexdigest()[:16]}}}"


def _said(library: InterfaceLibrary, interface: str) -> Iterator[str]:
    """All methods in their order, then each type that they name."""
    declaration = library.interface(interface)
    yield f"{interface}@{declaration.version}"
    types: dict[str, TypeRef] = {}
    for method in library.methods(interface):
        passed = [each.type for each in method.parameters]
        passed += [method.result, *([method.throws] if method.throws else [])]
        types |= {each.full_name: each for each in passed}
        parameters = [
            f"{each.type.full_name} {each.direction} {each.max_bytes}" for each in method.parameters
        ]
        throws = method.throws.full_name if method.throws else None
        yield f"{method.name}({', '.join(parameters)}) {method.result.full_name} {throws}"
    yield from _declared(library, types)


def _declared(library: InterfaceLibrary, types: dict[str, TypeRef]) -> Iterator[str]:
    waiting = list(types.values())
    while waiting:
        each = waiting.pop(0)
        declaration = library.get(each.full_name)
        if isinstance(declaration, Record):
            fields = [f"{field.type.full_name}" for field in declaration.fields]
            yield f"{each.full_name}: {', '.join(fields)}"
            new = [field.type for field in declaration.fields if field.type.full_name not in types]
            types |= {field.full_name: field for field in new}
            waiting += new
        elif isinstance(declaration, FailureType | EnumType):
            code = declaration.code if isinstance(declaration, FailureType) else declaration
            yield f"{each.full_name}: {', '.join(value.name for value in code.values)}"
