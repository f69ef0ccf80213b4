# SPDX-License-Identifier: BSD-2-Clause
"""Generates a stub that forwards every call, with something done around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flatland.idl import cpp, names
from flatland.idl.bridge import Bridge, Piece, WholeBinding
from flatland.idl.model import Method

Body = Callable[[Method, str], Sequence[str]]
"""The statements of a method, given the call of what is beneath as an expression."""


def forwarding(
    binding: WholeBinding,
    body: Body,
    *,
    members: Sequence[str] = (),
    includes: Sequence[str] = (),
    parameters: Sequence[tuple[str, str]] = (),
    arguments: Sequence[str] = (),
) -> Bridge:
    """The bridge of a kind that stays in one domain.

    `body` makes the statements of each method; it may use `beneath` and whatever the kind requires
    by `->`. `members` are declarations of further members. `parameters` are types and names of
    constructor parameters, which become members, and `arguments` their values.
    """
    simple = "".join(part.capitalize() for part in binding.name.split("_"))
    header = f"between/{binding.name}.hpp"
    interface = _scope(binding.interface.full_name)
    ports = {"beneath": interface, **{key: _scope(it) for key, it in binding.requires.items()}}
    needed = {"core/required.hpp", "core/types.hpp", *includes}
    needed |= {_header(each) for each in (*binding.closure, *binding.requires.values())}
    references = [f"flat::Required<{kind}> {name};" for name, kind in ports.items()]
    own = [f"{kind} const {name};" for kind, name in parameters]
    taken = "".join(f", {kind} {name}" for kind, name in parameters)
    values = [f"{name}(ports.{name})" for name in ports]
    values += [f"{name}({name})" for _, name in parameters]
    lines = [
        "// SPDX-License-Identifier: BSD-2-Clause",
        f"// Generated: the {binding.kind} stub {binding.name}.",
        "#pragma once",
        "",
        *(f"#include <{each}>" for each in sorted(needed)),
        "",
        "namespace flat::bindings {",
        "",
        f"class {simple} : public {interface} {{",
        "public:",
        "    struct Ports {",
        *(f"        {each}" for each in references),
        "    };",
        f"    explicit {simple}(Ports const& ports{taken}) : {', '.join(values)} {{}}",
        *(line for method in binding.methods for line in _method(method, body)),
        *_narrow(binding),
        "",
        "private:",
        *(f"    {each}" for each in (*references, *own, *members)),
        "};",
        "",
        "} // namespace flat::bindings",
    ]
    piece = Piece(f"flat::bindings::{simple}", header, arguments=tuple(arguments))
    return Bridge({header: "\n".join(lines) + "\n"}, stub=piece)


def _method(method: Method, body: Body) -> list[str]:
    written = cpp.signature(method)
    statements = body(method, written.call("beneath"))
    head = f"    {written.declaration} override {{"
    return ["", head, *(f"        {each}" for each in statements), "    }"]


def _narrow(binding: WholeBinding) -> list[str]:
    lines = ["", "    void* narrow(flat::InterfaceId id) override {"]
    for each in sorted(map(_scope, binding.closure)):
        lines += [
            f"        if (id == {each}::interface_id)",
            f"            return static_cast<{each}*>(this);",
        ]
    return [*lines, "        return nullptr;", "    }"]


def _scope(full_name: str) -> str:
    return "flat::Top" if full_name == "flat.lang.Top" else full_name.replace(".", "::")


def _header(full_name: str) -> str:
    """The header of the file that declares an interface, nested or not."""
    if full_name == "flat.lang.Top":
        return "core/top.hpp"
    parts = full_name.split(".")
    outermost = next(index for index, part in enumerate(parts) if part[0].isupper())
    return names.header(".".join(parts[:outermost]), parts[outermost])
