# SPDX-License-Identifier: BSD-2-Clause
"""A stub that asks for the result of a pure method once."""

from __future__ import annotations

from flatland.idl import names
from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.cpp import signature
from flatland.idl.forwarding import forwarding
from flatland.idl.model import Method

_scope = "flat::bindings::caching"


def bridge(binding: WholeBinding) -> Bridge:
    """Keeps as many results of each pure method as the argument says."""
    pure = [method for method in binding.methods if method.pure]
    if not pure:
        reason = "none of its methods is @Pure"
        raise Unsuitable(
            reason,
            "mark those whose results depend on their arguments alone, or drop the kind",
        )
    members = [line for method in pure for line in _members(method, binding.arguments["results"])]
    return forwarding(binding, _body, members=members, includes=["bindings/caching/results.hpp"])


def _body(method: Method, call: str) -> list[str]:
    if not method.pure:
        return [f"return {call};"]
    written = signature(method)
    arguments = ", ".join(name for _, name in written.parameters)
    key = f"{_arguments(written.name)}{{{arguments}}}"
    return [f"return this->{_results(written.name)}.get({key}, [&] {{ return {call}; }});"]


def _members(method: Method, count: int | bool | str) -> list[str]:
    """The type of what a result depends on, and the results that are known."""
    written = signature(method)
    arguments = _arguments(written.name)
    each = [f"{kind.removesuffix(' const&')} {name};" for kind, name in written.parameters]
    same = f"friend bool operator==({arguments} const&, {arguments} const&) = default;"
    results = f"{_scope}::Results<{arguments}, {written.result}, {count}>"
    return [
        f"struct {arguments} {{",
        *each,
        same,
        "};",
        f"{results} {_results(written.name)};",
    ]


def _arguments(method: str) -> str:
    return f"{names.camel(method)}Arguments"


def _results(method: str) -> str:
    return f"{method}_results_"
