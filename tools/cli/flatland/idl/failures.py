# SPDX-License-Identifier: BSD-2-Clause
"""What a kind lets fail beside the server: codes that the method's own failure must have."""

from __future__ import annotations

from flatland.idl import names
from flatland.idl.bridge import Unsuitable
from flatland.idl.generated_class import scope
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import FailureType, Method


def codes(library: InterfaceLibrary, method: Method) -> list[str]:
    """The names of the codes that a method throws."""
    assert method.throws
    failure = library.get(method.throws.full_name)
    assert isinstance(failure, FailureType)
    return [each.name for each in failure.code.values]


def place_of(library: InterfaceLibrary, method: Method, code: str, what: str) -> int:
    """Which of the method's codes this is; without it, it cannot say `what` happened to it."""
    reason = f"`{method.name}` cannot say that {what}"
    if not method.throws:
        raise Unsuitable(reason, f"let it throw a failure that has the code `{code}`")
    known = codes(library, method)
    if code not in known:
        raise Unsuitable(reason, f"add `{code}` to the codes of {method.throws.full_name}")
    return known.index(code)


def thrown(library: InterfaceLibrary, method: Method, code: str, what: str) -> str:
    """The C++ expression of a failure with this code."""
    place_of(library, method, code, what)
    assert method.throws
    failure = scope(method.throws.full_name)
    return f"{failure}{{{failure}::Code::{names.member(code)}}}"
