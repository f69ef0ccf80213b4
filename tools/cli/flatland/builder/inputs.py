# SPDX-License-Identifier: BSD-2-Clause
"""What a kernel is made from, so that a build knows when it must be resolved anew."""

from __future__ import annotations

from pathlib import Path

from flatland.builder.foreign_libraries import foreign_files
from flatland.builder.state import folders_below
from flatland.builder.workspace import Workspace
from flatland.idl.xdr.files import files_of
from flatland.model.resolved import ResolvedAssembly

_folders = ("core", "components", "bindings", "dimensions", "interfaces")


def inputs_of(workspace: Workspace, assembly: ResolvedAssembly) -> set[Path]:
    """Files that the kernel is made from, and folders in which others may appear."""
    inputs = set(assembly.inputs)
    for image in assembly.images:
        inputs |= set(foreign_files(image)) | {each.file for each in image.files}
    inputs |= set(files_of(workspace.roots))
    inputs |= {file for kind in assembly.kinds for file in kind.folder.glob("*.py")}
    for root in workspace.roots:
        for folder in _folders:
            inputs |= set(folders_below(root / folder))
    return inputs
