# SPDX-License-Identifier: BSD-2-Clause
"""Generates a stub that forwards every call, with something done around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

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
    interface = scope(binding.interface.full_name)
    ports = {"beneath": interface, **{key: scope(it) for key, it in binding.requires.items()}}
    own = [f"{kind} const {name};" for kind, name in parameters]
    needed = {"core/required.hpp", *includes, *map(header_of, binding.requires.values())}
    derived = Derived(binding, ports, [*own, *members], sorted(needed), parameters)
    header = f"between/{binding.name}.hpp"
    piece = Piece(derived.class_name, header, arguments=tuple(arguments))
    text = derived.text([_method(method, body) for method in binding.methods])
    return Bridge({header: text}, stub=piece)


@dataclass(frozen=True)
class Derived:
    """A class that stands for a server: it derives from the interface of a binding.

    `ports` are the classes of references by name, `parameters` types and names of what the
    constructor takes besides, with members of the same names.
    """

    binding: WholeBinding
    ports: Mapping[str, str]
    members: Sequence[str]
    includes: Sequence[str]
    parameters: Sequence[tuple[str, str]] = ()

    @property
    def class_name(self) -> str:
        """`flat::bindings::MainLogCounted`."""
        return f"flat::bindings::{camel(self.binding.name)}"

    def text(self, methods: Sequence[Sequence[str]]) -> str:
        """The header, with the definitions of all methods."""
        binding = self.binding
        simple = camel(binding.name)
        needed = {"core/types.hpp", *self.includes, *map(header_of, binding.closure)}
        references = [f"flat::Required<{kind}> {name};" for name, kind in self.ports.items()]
        taken = "".join(f", {kind} {name}" for kind, name in self.parameters)
        values = [f"{name}(ports.{name})" for name in self.ports]
        values += [f"{name}({name})" for _, name in self.parameters]
        named = " ports" if self.ports else ""
        start = f" : {', '.join(values)}" if values else ""
        lines = [
            "// SPDX-License-Identifier: BSD-2-Clause",
            f"// Generated: the {binding.kind} stub {binding.name}.",
            "#pragma once",
            "",
            *(f"#include <{each}>" for each in sorted(needed)),
            "",
            "namespace flat::bindings {",
            "",
            f"class {simple} : public {scope(binding.interface.full_name)} {{",
            "public:",
            "    struct Ports {",
            *(f"        {each}" for each in references),
            "    };",
            f"    explicit {simple}(Ports const&{named}{taken}){start} {{}}",
            *(line for method in methods for line in method),
            *_narrow(binding),
            "",
            "private:",
            *(f"    {each}" for each in (*references, *self.members)),
            "};",
            "",
            "} // namespace flat::bindings",
        ]
        return "\n".join(lines) + "\n"


def method_definition(method: Method, statements: Sequence[str]) -> list[str]:
    """The definition of a method in a class that derives from its interface."""
    head = f"    {cpp.signature(method).declaration} override {{"
    return ["", head, *(f"        {each}" for each in statements), "    }"]


def _method(method: Method, body: Body) -> list[str]:
    return method_definition(method, body(method, cpp.signature(method).call("beneath")))


def _narrow(binding: WholeBinding) -> list[str]:
    lines = ["", "    void* narrow(flat::InterfaceId id) override {"]
    for each in sorted(map(scope, binding.closure)):
        lines += [
            f"        if (id == {each}::interface_id)",
            f"            return static_cast<{each}*>(this);",
        ]
    return [*lines, "        return nullptr;", "    }"]


def camel(name: str) -> str:
    """`main_log_counted` -> `MainLogCounted`."""
    return "".join(part.capitalize() for part in name.split("_"))


def scope(full_name: str) -> str:
    """The C++ name of an interface."""
    return "flat::Top" if full_name == "flat.lang.Top" else full_name.replace(".", "::")


def header_of(full_name: str) -> str:
    """The header of the file that declares an interface, nested or not."""
    if full_name == "flat.lang.Top":
        return "core/top.hpp"
    parts = full_name.split(".")
    outermost = next(index for index, part in enumerate(parts) if part[0].isupper())
    return names.header(".".join(parts[:outermost]), parts[outermost])
