# SPDX-License-Identifier: BSD-2-Clause
"""A stub that refuses all methods but those that are named."""

from __future__ import annotations

from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.cpp import signature
from flatland.idl.failures import thrown
from flatland.idl.forwarding import forwarding
from flatland.idl.model import Method


def bridge(binding: WholeBinding) -> Bridge:
    """Forwards what may be called, and throws `FORBIDDEN` for everything else."""
    allowed = _allowed(binding)

    def body(method: Method, call: str) -> list[str]:
        if method.name in allowed:
            return [f"return {call};"]
        unused = [f"static_cast<void>({name});" for _, name in signature(method).parameters]
        return [
            *unused,
            f"return {thrown(binding.library, method, 'FORBIDDEN', 'it is forbidden')};",
        ]

    return forwarding(binding, body)


def _allowed(binding: WholeBinding) -> set[str]:
    """The methods that the argument names, each of which there is."""
    named = {each.strip() for each in str(binding.arguments["methods"]).split(",")} - {""}
    known = [each.name for each in binding.methods]
    if unknown := sorted(named - set(known)):
        raise Unsuitable(f"it has no method `{unknown[0]}`", f"its methods: {', '.join(known)}")
    return named
