# SPDX-License-Identifier: BSD-2-Clause
"""Every kernel builds for each of its targets and with each compiler.

Where nothing is named, what is booted is not built once more: by the images of this stage and those
of the boot tests, each kernel meets each of its targets and each compiler. `--exhaustive` has all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from flatland.builder.pipeline import BuildOptions
from flatland.builder.resolution import load_library
from flatland.builder.toolchain import CompilerName
from flatland.diagnostics import Diagnostics, FlatError
from flatland.guided.build import build_kernel
from flatland.model.inherit import whole_assembly
from flatland.testing import boot, pairwise
from flatland.testing.inputs import kernel_sources
from flatland.testing.job import Job
from flatland.testing.results import Context, Result, failed_with, passed

_compilers: tuple[CompilerName, ...] = ("clang", "g++")
_by_name: dict[str, CompilerName] = {each: each for each in _compilers}


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
    """A job for each kernel; where it is a choice, called by what is built, too."""
    rows: list[pairwise.Row] = [
        (_name(context, file), target, compiler)
        for file, targets in _kernels(context)
        if context.selection.wants("images", _name(context, file))
        for target in targets
        for compiler in _compilers
    ]
    is_choice = not context.selection.names and not context.exhaustive
    if is_choice:
        rows = pairwise.others(rows, _booted(context), context.seed)
    for kernel, chosen in groupby(rows, lambda row: row[0]):
        together = list(chosen)
        ways = [f"{target}/{compiler}" for _, target, compiler in together] if is_choice else []
        name = " ".join([f"images {kernel}", *ways])
        yield Job(name, partial(_build, context, kernel, together), kernel_sources)


def _booted(context: Context) -> Iterator[pairwise.Row]:
    """What boot tests build in the same run."""
    for test in boot.usual(context):
        yield test.kernel, test.target, test.compiler
        if test.beside:
            yield test.beside, test.target, test.compiler


def _build(context: Context, kernel: str, rows: Sequence[pairwise.Row]) -> Iterator[Result]:
    """Builds one kernel for targets with compilers."""
    for _, target, compiler in rows:
        name = f"images {kernel} ({target}, {compiler})"
        try:
            build_kernel(kernel, BuildOptions(target, _by_name[compiler], context.verbose))
            yield passed(name)
        except FlatError as error:
            again = f"flat build {kernel} -t {target} --compiler {compiler}"
            yield failed_with(name, error.diagnostics, again)
