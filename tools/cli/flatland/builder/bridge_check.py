# SPDX-License-Identifier: BSD-2-Clause
"""What generators of binding kinds make or refuse, found without writing anything."""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from flatland.builder.bridges import Bridges, make_bridges
from flatland.builder.workspace import Workspace, find_workspace
from flatland.diagnostics import Diagnostic, FlatError
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.load import interfaces_of_run
from flatland.model.resolved import Binding, ResolvedAssembly


def refusals(
    assemblies: Iterable[ResolvedAssembly], workspace: Workspace
) -> Iterator[tuple[ResolvedAssembly, tuple[Diagnostic, ...]]]:
    """The assemblies of which a generator can make nothing, each with the reason."""
    library = _library(workspace)
    for assembly in assemblies:
        try:
            make_bridges(_one_of_each(assembly), library)
        except FlatError as refused:
            yield assembly, refused.diagnostics


def _one_of_each(assembly: ResolvedAssembly) -> ResolvedAssembly:
    """An assembly without bindings that differ from earlier ones by names alone."""
    servers = {each.name: each for each in assembly.instances}
    seen: set[Hashable] = set()

    def is_new(binding: Binding) -> bool:
        server = servers[binding.server]
        provided = next(port for port in server.component.ports if port.name == binding.server_port)
        chain = tuple((link.kind, link.arguments, len(link.supplies)) for link in binding.chain)
        domains = (servers[binding.client].domain, server.domain)
        key = (binding.interface, provided.interface, chain, domains, binding.late)
        if key in seen:
            return False
        seen.add(key)
        return True

    images = tuple(
        replace(image, bindings=tuple(each for each in image.bindings if is_new(each)))
        for image in assembly.images
    )
    return replace(assembly, images=images)


@functools.cache
def crossings(assembly: ResolvedAssembly) -> Bridges:
    """What stands between the ends of bindings, of an assembly that nothing is wrong with."""
    return make_bridges(assembly, _library(find_workspace()))


def _library(workspace: Workspace) -> InterfaceLibrary:
    folders = [root / "interfaces" for root in workspace.roots]
    return interfaces_of_run(folders, workspace.build / "cache" / "interfaces")
