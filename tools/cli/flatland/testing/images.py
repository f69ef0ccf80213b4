# SPDX-License-Identifier: BSD-2-Clause
"""Every kernel builds, for each of its targets, with each compiler."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from flatland.builder.pipeline import BuildOptions
from flatland.builder.resolution import load_library
from flatland.builder.toolchain import CompilerName
from flatland.diagnostics import Diagnostics, FlatError
from flatland.guided.build import build_kernel
from flatland.model.inherit import whole_assembly
from flatland.testing.inputs import kernel_sources
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed_with, passed

_compilers: tuple[CompilerName, ...] = ("clang", "g++")


def labels(context: Context) -> list[str]:
    """The kernels' names."""
    return [_name(context, file) for file, _ in _kernels(context)]


def _name(context: Context, file: Path) -> str:
    """What a user calls a kernel: its name, or its path when it has none."""
    named = file in context.workspace.kernels()
    return file.stem if named else context.workspace.display(file)


def _kernels(context: Context) -> list[tuple[Path, list[str]]]:
    """Every kernel of the workspace with its targets."""
    library = load_library(context.workspace)
    found = []
    for assembly in library.assemblies:
        if assembly.source.path.is_relative_to(context.workspace.folder):
            whole = whole_assembly(library, assembly, Diagnostics())
            found.append((assembly.source.path, [target.text for target in whole.targets]))
    return sorted(found)


def jobs(context: Context) -> Iterator[Job]:
    """A job for each kernel."""
    for file, targets in _kernels(context):
        kernel = _name(context, file)
        if context.selection.wants("images", kernel):
            run = partial(_build, context, kernel, file, targets)
            yield Job(f"images {kernel}", run, kernel_sources)


def _build(context: Context, kernel: str, file: Path, targets: list[str]) -> Iterator[Result]:
    """Builds one kernel for each of its targets, with each compiler."""
    for target in targets:
        for compiler in _compilers:
            name = f"images {kernel} ({target}, {compiler})"
            try:
                build_kernel(str(file), BuildOptions(target, compiler, context.verbose))
                yield passed(name)
            except FlatError as error:
                again = f"flat build {kernel} -t {target} --compiler {compiler}"
                yield failed_with(name, error.diagnostics, again)
