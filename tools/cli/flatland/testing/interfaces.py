# SPDX-License-Identifier: BSD-2-Clause
"""The interfaces of a workspace, read once, with their generated headers."""

from __future__ import annotations

from flatland.builder.emit import emit_interfaces
from flatland.builder.workspace import Workspace
from flatland.idl.lattice import InterfaceLibrary

_read: dict[Workspace, InterfaceLibrary] = {}


def workspace_interfaces(workspace: Workspace) -> InterfaceLibrary:
    """The interface library of a workspace; its headers are written the first time."""
    if workspace not in _read:
        _read[workspace] = emit_interfaces(workspace)
    return _read[workspace]
