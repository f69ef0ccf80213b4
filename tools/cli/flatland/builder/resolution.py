# SPDX-License-Identifier: BSD-2-Clause
"""Resolves a kernel within its workspace; the bridge from the build to the model."""

from __future__ import annotations

from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.diagnostics import Diagnostic, FlatError, Span, error, show
from flatland.model.library import Library
from flatland.model.load import check, load
from flatland.model.resolved import Image, ResolvedAssembly


def load_library(workspace: Workspace) -> Library:
    """All declarations of a workspace; what was parsed is kept in its build folder."""
    extra = [root for root in workspace.roots if root != workspace.kit]
    return load(workspace.kit, extra, cache=workspace.build / "cache")


def resolve_kernel(workspace: Workspace, kernel: Path, target: str | None) -> ResolvedAssembly:
    """The resolved assembly of a .flat file; shows warnings, raises errors."""
    resolution = check(load_library(workspace), kernel, target)
    if resolution.assembly is None:
        raise FlatError(resolution.diagnostics)
    show(resolution.diagnostics)
    return resolution.assembly


def no_domains(image: Image, arch: str) -> Diagnostic:
    """The error about a domain where an architecture has none beside the kernel's."""
    origin = image.origin
    end = origin.column + len(image.domain)
    return error(
        "F0711",
        f"there are no domains beside the kernel's on `{arch}` yet: `{image.domain}` is one",
        Span(origin.file, origin.line, origin.column, end),
        help="build for an architecture that has some, or move what is in the block to the kernel",
    )
