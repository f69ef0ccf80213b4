# SPDX-License-Identifier: BSD-2-Clause
"""Generates a stub that forwards every call, with something done around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from flatland.idl import cpp, names
from flatland.idl.bridge import Bridge, Piece, WholeBinding
from flatland.idl.generated_class import (
    GeneratedClass,
    header_of,
    refuse_taken_names,
    scope,
)
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
    servers = dict.fromkeys(["beneath", *binding.others], binding.interface.full_name)
    ports = {**servers, **binding.requires}
    methods = [(each, body(each, cpp.signature(each).call("beneath"))) for each in binding.methods]
    made = stub_class(binding, ports, methods, members, includes, parameters)
    header = f"between/{binding.name}.hpp"
    return Bridge(
        {header: made.text()}, stub=Piece(made.full_name, header, arguments=tuple(arguments))
    )


def stub_class(
    binding: WholeBinding,
    ports: Mapping[str, str],
    methods: Iterable[tuple[Method, Sequence[str]]],
    members: Sequence[str] = (),
    includes: Sequence[str] = (),
    parameters: Sequence[tuple[str, str]] = (),
    narrowed: Sequence[tuple[str, str]] = (),
) -> GeneratedClass:
    """A class that stands for a server: all methods of the interface, by their statements.

    `narrowed` are identities beside its interfaces, and what it narrows to.
    """
    defined = list(methods)
    functions = [names.member(each.name) for each, _ in defined]
    refuse_taken_names(functions, [*ports, *(name for _, name in parameters)])
    lines = [line for each, body in defined for line in _definition(each, body)]
    return GeneratedClass(
        what=f"the {binding.kind} stub {binding.name}",
        name=names.camel(binding.name),
        ports=ports,
        includes=[*includes, *map(header_of, binding.closure)],
        public=[*lines, *_narrow(binding, narrowed)],
        private=members,
        base=binding.interface.full_name,
        parameters=parameters,
    )


def _definition(method: Method, statements: Sequence[str]) -> list[str]:
    head = f"{cpp.signature(method).declaration} override {{"
    return ["", head, *(f"    {each}" for each in statements), "}"]


def _narrow(binding: WholeBinding, narrowed: Sequence[tuple[str, str]]) -> list[str]:
    lines = ["", "void* narrow(flat::InterfaceId id) override {"]
    lines += [f"    if (id == {identity}) return {value};" for identity, value in narrowed]
    for each in sorted(map(scope, binding.closure)):
        lines += [
            f"    if (id == {each}::interface_id)",
            f"        return static_cast<{each}*>(this);",
        ]
    return [*lines, "    return nullptr;", "}"]
