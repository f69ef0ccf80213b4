# SPDX-License-Identifier: BSD-2-Clause
"""What a kernel is made of, by folders: rather too much than too little.

So a run knows which kernels a change is in.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from flatland.builder.resolution import load_library
from flatland.builder.workspace import Workspace
from flatland.diagnostics import FlatError
from flatland.model.library import Library
from flatland.model.load import check
from flatland.model.resolved import ResolvedAssembly


def kernel_reads(workspace: Workspace, kernel: str, target: str) -> Iterator[Path]:
    """The folders of a kernel, its components, interfaces, kinds, variants, programs; the core.

    A path is one from the workspace on. What does not resolve is read from everywhere: the whole
    workspace.
    """
    try:
        file = workspace.find_kernel(str(workspace.folder / kernel) if "/" in kernel else kernel)
        assembly = check(_library(workspace), file, target).assembly
    except FlatError:
        assembly = None
    if assembly is None:
        yield workspace.folder
        return
    yield file.parent
    yield workspace.kit / "core"
    yield from (folder for _, folder in assembly.target.folders)
    yield from {instance.component.file.parent for instance in assembly.instances}
    yield from (workspace.kit / "bindings" / kind.name for kind in assembly.kinds)
    yield from (module.folder for module in assembly.modules)
    yield from _packages(workspace, assembly)


def _packages(workspace: Workspace, assembly: ResolvedAssembly) -> set[Path]:
    """The folders of the interfaces at its ports."""
    ports = (port for each in assembly.instances for port in each.component.ports)
    names = {port.interface.rpartition(".")[0].replace(".", "/") for port in ports}
    return {root / "interfaces" / name for root in workspace.roots for name in names}


@cache
def _library(workspace: Workspace) -> Library:
    return load_library(workspace)
