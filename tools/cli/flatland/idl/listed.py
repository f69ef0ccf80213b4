# SPDX-License-Identifier: BSD-2-Clause
"""Interfaces that a binding lists, as which a resource can turn out: those of domains' objects."""

from __future__ import annotations

from flatland.idl import failures
from flatland.idl.bridge import WholeBinding
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.model import Method, resource


def own_interfaces(binding: WholeBinding) -> tuple[str, ...]:
    """Those of the binding's interfaces that a domain's own objects can have: of resources, whose
    methods can all say that the domain is gone.
    """
    return tuple(each for each in binding.interfaces if _can_be_own(binding.library, each))


def _can_be_own(library: InterfaceLibrary, interface: str) -> bool:
    return library.is_subtype(interface, resource) and all(
        method.name == "release" or method.one_way or _can_fail(library, method)
        for method in library.methods(interface)
    )


def _can_fail(library: InterfaceLibrary, method: Method) -> bool:
    return bool(method.throws) and "UNREACHABLE" in failures.codes(library, method)
