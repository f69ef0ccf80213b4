# SPDX-License-Identifier: BSD-2-Clause
"""What generators of binding kinds refuse, found without writing anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flatland.builder.bridges import make_bridges
from flatland.builder.workspace import Workspace
from flatland.diagnostics import Diagnostic, FlatError
from flatland.idl.load import load_interfaces
from flatland.model.resolved import ResolvedAssembly


def refusals(
    assemblies: Iterable[ResolvedAssembly], workspace: Workspace
) -> Iterator[tuple[ResolvedAssembly, tuple[Diagnostic, ...]]]:
    """The assemblies of which a generator can make nothing, each with the reason."""
    folders = [root / "interfaces" for root in workspace.roots]
    library = load_interfaces(folders, workspace.build / "cache" / "interfaces")
    for assembly in assemblies:
        try:
            make_bridges(assembly, library)
        except FlatError as refused:
            yield assembly, refused.diagnostics
