# SPDX-License-Identifier: BSD-2-Clause
"""A stub that calls one server after the other."""

from __future__ import annotations

from flatland.idl.bridge import Bridge, Unsuitable, WholeBinding
from flatland.idl.cpp import signature
from flatland.idl.forwarding import forwarding
from flatland.idl.model import Method


def bridge(binding: WholeBinding) -> Bridge:
    """Forwards each call to all servers."""
    for method in binding.methods:
        _refuse_answers(method)

    def body(method: Method, _: str) -> list[str]:
        called = signature(method)
        return [f"{called.call(server)};" for server in ("beneath", *binding.others)]

    return forwarding(binding, body)


def _refuse_answers(method: Method) -> None:
    """Several servers have several answers, and the caller can be given one."""
    answers = method.throws is not None or method.result.kind != "void"
    if answers or any(each.direction in ("Out", "InOut") for each in method.parameters):
        reason = f"`{method.name}` has an answer, and several servers would give several"
        raise Unsuitable(reason, "let it return and throw nothing, and write no buffer")
