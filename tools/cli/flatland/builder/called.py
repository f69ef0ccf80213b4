# SPDX-License-Identifier: BSD-2-Clause
"""Which domains others call: those in which something can run while they wait for a call."""

from __future__ import annotations

from collections.abc import Iterator

from flatland.idl.lattice import InterfaceLibrary
from flatland.model.resolved import Binding, ResolvedAssembly


def called_domains(assembly: ResolvedAssembly, library: InterfaceLibrary) -> frozenset[str]:
    """All domains with a server of another one's, or that pass objects or get some.

    The latter rather too often than too seldom: what a domain gets may have it pass its own.
    """
    domain_of = {each.name: each.domain for each in assembly.instances}
    return frozenset(
        domain for binding in assembly.bindings for domain in _called(binding, domain_of, library)
    )


def _called(
    binding: Binding, domain_of: dict[str, str], library: InterfaceLibrary
) -> Iterator[str]:
    client = domain_of[binding.client]
    supplies = [each.server for link in binding.chain for each in link.supplies if each.is_server]
    for server in (binding.server, *supplies):
        if domain_of[server] != client:
            yield domain_of[server]
            if _passes_objects(library, binding.interface):
                yield client


def _passes_objects(library: InterfaceLibrary, interface: str) -> bool:
    return any(
        type.kind == "interface"
        for method in library.methods(interface)
        for type in (method.result, *(each.type for each in method.parameters))
    )
