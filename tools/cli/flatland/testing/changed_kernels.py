# SPDX-License-Identifier: BSD-2-Clause
"""Which kernels have something that was changed in them, and what they consist of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from pathlib import Path

from flatland.builder.workspace import Workspace
from flatland.testing.images import Kernel, kernels
from flatland.testing.kernel_reads import kernel_parts, kernel_reads

declared = (".flat", ".java", ".x")
"""What code is generated from."""
_parts = (*declared, ".cpp", ".c", ".S", ".hpp", ".h")
_generators = ("bindings", "tools/cli/flatland/idl", "tools/cli/flatland/builder")
"""Where modules are that write code."""

Affected = tuple[Kernel, str, frozenset[Path]]
"""A kernel, a target, and the changed files that it is made of for that."""


def affected(workspace: Workspace, changed: Iterable[Path]) -> Iterator[Affected]:
    """The kernels that are made of one of these files, or by one of them."""
    code = [each for each in changed if each.suffix in _parts or _is_generator(workspace, each)]
    for kernel in kernels(workspace) if code else ():
        for target in kernel.targets:
            mine = _of_kernel(workspace, kernel, target, code)
            if mine:
                yield kernel, target, mine


def parts_of(workspace: Workspace, affected_kernel: Affected) -> Set[str]:
    """What one of them consists of."""
    kernel, target, _ = affected_kernel
    return kernel_parts(workspace, kernel.name, target)


def _of_kernel(
    workspace: Workspace, kernel: Kernel, target: str, changed: Iterable[Path]
) -> frozenset[Path]:
    """The changed files that a kernel is made of, and generators, which all may have."""
    reads = kernel_reads(workspace, kernel.name, target)
    return frozenset(
        file
        for file in changed
        if _is_generator(workspace, file) or not reads.isdisjoint((file, *file.parents))
    )


def _is_generator(workspace: Workspace, file: Path) -> bool:
    """Whether a module writes code of kernels."""
    places = [workspace.kit / place for place in _generators]
    return file.suffix == ".py" and any(file.is_relative_to(place) for place in places)
