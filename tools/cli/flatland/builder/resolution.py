# SPDX-License-Identifier: BSD-2-Clause
"""Resolves a kernel within its workspace; the bridge from the build to the model."""

from __future__ import annotations

from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.diagnostics import FlatError, Span, error, show
from flatland.model import check, load
from flatland.model.library import Library
from flatland.model.resolution import kernel_domain
from flatland.model.resolved import ResolvedAssembly


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
    refuse_other_domains(resolution.assembly)
    return resolution.assembly


def refuse_other_domains(assembly: ResolvedAssembly) -> None:
    """Raises FlatError for instances outside the kernel's domain: nothing would protect them."""
    outside = [each for each in assembly.instances if each.domain != kernel_domain]
    if outside:
        raise FlatError(
            error(
                "F0711",
                f"`{each.name}` is in the domain `{each.domain}`, and only the kernel's is built",
                Span(each.origin.file, each.origin.line, each.origin.column, each.origin.column),
                help="programs that run in user mode are boot modules: `module root = user/app;`",
            )
            for each in outside
        )
