# SPDX-License-Identifier: BSD-2-Clause
"""Generates the functions with which C calls the objects of an interface file: one C++ source.

They take the object itself, so that in the variant `flat` a call from C is as direct as one from
C++ that has the interface alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from flatland.idl import c, cpp
from flatland.idl.c_functions import Function, definition
from flatland.idl.generated_class import header_of, scope
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.layout import separated
from flatland.idl.model import Interface, InterfaceFile, with_nested


def stubs_path(file: InterfaceFile) -> str:
    """How the source of a file's functions is called: `flat/hal/timer.c.cpp`."""
    return cpp.header_path(file).removesuffix("hpp") + "c.cpp"


def declare(file: InterfaceFile, library: InterfaceLibrary) -> dict[str, str]:
    """The functions of a file's interfaces by the path of their source; nothing without any."""
    interfaces = [each for each in with_nested(file.declaration) if isinstance(each, Interface)]
    if not interfaces:
        return {}
    headers = {cpp.header_path(file)}
    for interface in interfaces:
        headers |= set(map(header_of, library.supertypes(interface.full_name)))
    lines = [
        "// SPDX-License-Identifier: BSD-2-Clause",
        f"// What C calls of {file.declaration.full_name}: generated from its Java file.",
        *(f"#include <{each}>" for each in sorted(headers)),
        "",
        'extern "C" {',
        "",
        *separated(block for each in interfaces for block in _functions(each, library)),
        "",
        '} // extern "C"',
    ]
    return {stubs_path(file): "\n".join(lines) + "\n"}


def _functions(interface: Interface, library: InterfaceLibrary) -> Iterable[list[str]]:
    own = scope(interface.full_name)
    for name in library.supertypes(interface.full_name):
        function = c.upcast(interface, library.interface(name))
        yield definition(f"{scope(name)}* {function}({own}* self_)", ["return self_;"])
    head = f"{own}* {c.narrowing(interface)}(flat::Top* object)"
    yield definition(head, [f"return flat::narrow_to<{own}>(*object);"])
    for method in interface.methods:
        made = Function(c.function(interface, method), own, method)
        yield definition(made.declaration, made.called_on("self_"))
