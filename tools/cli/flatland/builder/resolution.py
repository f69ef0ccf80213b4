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


def refuse_other_images(assembly: ResolvedAssembly) -> None:
    """Raises FlatError for domains beside the kernel's: the kit has no run time for them yet."""
    others = assembly.images[1:]
    if others:
        raise FlatError(_no_run_time(each) for each in others)


def _no_run_time(image: Image) -> Diagnostic:
    origin = image.origin
    end = origin.column + len(image.domain)
    return error(
        "F0711",
        f"the image of domain `{image.domain}` cannot be built yet, only the kernel's",
        Span(origin.file, origin.line, origin.column, end),
        help="programs that run in user mode are boot modules: `module root = user/app;`",
    )
