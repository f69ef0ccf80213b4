# SPDX-License-Identifier: BSD-2-Clause
"""Every kernel is right for each of its targets, and builds for each with each compiler.

Where nothing is named, all are checked as `flat check` does, and every third is built for one of
its targets by the compiler of the run, in a way that may be one that no boot test has. So is each
that no boot test builds and in which something was changed. A kernel whose own file was changed is
built in all of its ways, as all are by `--exhaustive`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from pathlib import Path

from flatland.builder.bridge_check import refusals
from flatland.builder.pipeline import BuildOptions
from flatland.builder.resolution import load_library
from flatland.builder.toolchain import CompilerName
from flatland.builder.workspace import Workspace
from flatland.diagnostics import Diagnostics, FlatError
from flatland.guided.build import build_kernel
from flatland.model.audit import audit
from flatland.model.inherit import whole_assembly
from flatland.testing import boot, pairwise
from flatland.testing.built_from import not_stated
from flatland.testing.compilations import remembering
from flatland.testing.inputs import kernel_sources
from flatland.testing.job import Job
from flatland.testing.kernel_reads import kernel_inputs, kernel_reads
from flatland.testing.results import Context, Result, failed_with, passed
from flatland.testing.usual_part import compiler_of_run, is_changed, is_usual

_compilers: tuple[CompilerName, ...] = ("clang", "g++")
_runs = 3
"""One usual run in so many builds a kernel in which nothing was changed."""
_by_name: dict[str, CompilerName] = {each: each for each in _compilers}


@dataclass(frozen=True)
class Kernel:
    """An assembly: what a user calls it (its path when it has no name), its file, its targets."""

    name: str
    file: Path
    targets: tuple[str, ...]

    @property
    def ways(self) -> list[pairwise.Row]:
        """All that it is built for and with."""
        return [(self.name, target, each) for target in self.targets for each in _compilers]


def labels(context: Context) -> list[str]:
    """The kernels' names."""
    return [kernel.name for kernel in kernels(context.workspace)]


@cache
def kernels(workspace: Workspace) -> tuple[Kernel, ...]:
    """Every kernel of the workspace, found once in a run; bases of others have no targets."""
    library = load_library(workspace)
    named = set(workspace.kernels())
    found = []
    for assembly in library.assemblies:
        file = assembly.source.path
        if file.is_relative_to(workspace.folder):
            targets = whole_assembly(library, assembly, Diagnostics()).targets
            name = file.stem if file in named else workspace.display(file)
            found.append(Kernel(name, file, tuple(target.text for target in targets)))
    return tuple(sorted(found, key=lambda kernel: kernel.file))


def jobs(context: Context) -> Iterator[Job]:
    """A job that checks all, and one for each kernel to build, called by its ways if those are few.

    Others of the same kernel may have passed in another run.
    """
    wants = context.selection.wants
    every = [each for each in kernels(context.workspace) if wants("images", each.name)]
    if is_usual(context):
        yield Job("images check", partial(_check, context, every), kernel_sources)
        rows = usual(context, every)
    else:
        rows = [way for kernel in every for way in kernel.ways]
    more = remembering(context) if rows else {}
    for name, chosen in groupby(rows, lambda row: row[0]):
        together = list(chosen)
        ways = [f"{target}/{compiler}" for _, target, compiler in together]
        words = [f"images {name}", *(ways if is_usual(context) else [])]
        made = dict.fromkeys((name, target) for _, target, _ in together)
        inputs = kernel_inputs(context.workspace, made)
        run = partial(_build, context, name, together, more, inputs)
        yield Job(" ".join(words), run, inputs)


def usual(context: Context, every: Sequence[Kernel]) -> list[pairwise.Row]:
    """What a usual run builds besides what boot tests build in it."""
    booted = set(boot.built(boot.usual(context)))
    bootable = {kernel for kernel, _, _ in boot.built(boot.every(context))}
    compiler = compiler_of_run(context.part)
    chosen: list[pairwise.Row] = []
    for index, kernel in enumerate(every):
        if is_changed(context, (kernel.file,)):
            chosen += [way for way in kernel.ways if way not in booted]
        elif (index + context.part) % _runs == 0 or (
            kernel.name not in bootable and is_changed(context, _reads(context, kernel))
        ):
            ways = [way for way in kernel.ways if way[2] == compiler]
            number = context.part // (_runs * len(_compilers)) + index
            chosen += [way for way in ways[number % max(len(ways), 1) :][:1] if way not in booted]
    return chosen


def _reads(context: Context, kernel: Kernel) -> Iterator[Path]:
    """What a kernel is made of, for any of its targets."""
    for target in kernel.targets:
        yield from kernel_reads(context.workspace, kernel.name, target)


def _check(context: Context, every: Sequence[Kernel]) -> Iterator[Result]:
    """Checks every declaration and all kernels for all their targets, without compiling."""
    files = [kernel.file for kernel in every if kernel.targets]
    resolutions, found = audit(load_library(context.workspace), files)
    assemblies = [each.assembly for each in resolutions if each.assembly]
    bridged = [each for each in assemblies if any(kind.generator for kind in each.kinds)]
    refused = [why for _, each in refusals(bridged, context.workspace) for why in each]
    wrong = [each for each in (*found, *refused) if each.severity == "error"]
    if wrong:
        yield failed_with("images check", wrong, "flat check")
    yield passed("images check", len(assemblies))


def _build(
    context: Context,
    kernel: str,
    rows: Sequence[pairwise.Row],
    more: Mapping[str, str],
    inputs: Sequence[str],
) -> Iterator[Result]:
    """Builds one kernel for targets with compilers; `more` is added to the environment.

    The job's `inputs` are compared with what the kernel was built from.
    """
    os.environ.update(more)
    for _, target, compiler in rows:
        name = f"images {kernel} ({target}, {compiler})"
        try:
            options = BuildOptions(target, _by_name[compiler], context.verbose)
            build_kernel(kernel, options)
            yield passed(name)
            yield from not_stated(context.workspace, name, inputs, kernel, options)
        except FlatError as error:
            again = f"flat build {kernel} -t {target} --compiler {compiler}"
            yield failed_with(name, error.diagnostics, again)
