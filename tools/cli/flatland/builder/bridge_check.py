# SPDX-License-Identifier: BSD-2-Clause
"""What generators of binding kinds make or refuse, found without writing anything."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from flatland.builder.bridges import Bridges, make_bridges
from flatland.builder.workspace import Workspace, find_workspace
from flatland.diagnostics import Diagnostic, FlatError
from flatland.idl.lattice import InterfaceLibrary
from flatland.idl.load import load_interfaces
from flatland.model.resolved import ResolvedAssembly


def refusals(
    assemblies: Iterable[ResolvedAssembly], workspace: Workspace
) -> Iterator[tuple[ResolvedAssembly, tuple[Diagnostic, ...]]]:
    """The assemblies of which a generator can make nothing, each with the reason."""
    library = _library(workspace)
    for assembly in assemblies:
        try:
            make_bridges(assembly, library)
        except FlatError as refused:
            yield assembly, refused.diagnostics


@functools.cache
def crossings(assembly: ResolvedAssembly) -> Bridges:
    """What stands between the ends of bindings, of an assembly that nothing is wrong with."""
    return make_bridges(assembly, _library(find_workspace()))


def _library(workspace: Workspace) -> InterfaceLibrary:
    folders = [root / "interfaces" for root in workspace.roots]
    return load_interfaces(folders, workspace.build / "cache" / "interfaces")
