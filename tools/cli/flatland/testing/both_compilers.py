# SPDX-License-Identifier: BSD-2-Clause
"""What was changed compiles with the other compiler, too, in every kernel that has it.

A usual run builds most kernels by one compiler, and a header that both accept alone may be refused
by one where a kernel's generated code uses it. So of kernels in which something was changed, the
files that include it are compiled as a build would, but neither linked nor started: of all these
kernels, or, where they are many, of some that have every component, binding kind and variant of
them between them, as far as that goes; all that is generated, and some of the other sources. A
quick run looks at few, by both compilers.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from flatland.builder import state
from flatland.builder.pipeline import BuildOptions, generate, state_file
from flatland.builder.toolchain import CompilerName
from flatland.diagnostics import FlatError
from flatland.files import locked
from flatland.ninja.execute import run_ninja
from flatland.testing.changed_kernels import affected, parts_of
from flatland.testing.changed_products import Product, products_of
from flatland.testing.compilations import remembering
from flatland.testing.job import Job
from flatland.testing.kernel_reads import kernel_inputs
from flatland.testing.quick_choice import changed_files
from flatland.testing.results import Context, Result, failed_with, passed
from flatland.testing.usual_part import compiler_of_run, varied

_compilers: tuple[CompilerName, ...] = ("clang", "g++")
_commits = 40
"""Of how many commits the changes are looked at where nothing has been done since: others may have
got a day's work at once."""
_quick_limit, _limit = 3, 16
"""How many kernels a run looks at, each for a target."""
_quick_sources_max, _sources_max = 2, 10
"""How many sources of one image are compiled, besides what is generated for it."""


@dataclass(frozen=True)
class _Way:
    """A kernel that has something that was changed, for a target and by a compiler."""

    kernel: str
    target: str
    compiler: CompilerName


def labels(context: Context) -> list[str]:
    """The one name."""
    return ["compilers"]


def jobs(context: Context) -> Iterator[Job]:
    """One for each kernel; none where everything is built in any case."""
    if context.exhaustive:
        return
    workspace = context.workspace
    wanted = list(affected(workspace, changed_files(workspace.folder, _commits)))
    if not context.selection.names:
        limit = _quick_limit if context.selection.is_quick_choice else _limit
        wanted = varied(wanted, partial(parts_of, workspace), limit)
    more = remembering(context) if wanted else {}
    for kernel, target, mine in wanted:
        ways = [_Way(kernel.name, target, each) for each in _of_run(context)]
        inputs = kernel_inputs(workspace, [(kernel.name, target)])
        names = ", ".join(way.compiler for way in ways)
        run = partial(_run, context, ways, mine, more)
        yield Job(f"compilers {kernel.name} {target} ({names})", run, inputs)


def _of_run(context: Context) -> tuple[CompilerName, ...]:
    """The compilers by which the run does not build most kernels anyway."""
    if context.selection.quick or context.selection.names:
        return _compilers
    return tuple(each for each in _compilers if each != compiler_of_run(context.part))


def _run(
    context: Context, ways: Iterable[_Way], changed: frozenset[Path], more: Mapping[str, str]
) -> Iterator[Result]:
    """Compiles what includes something that was changed; `more` is added to the environment."""
    os.environ.update(more)
    for way in ways:
        name = f"compilers {way.kernel} ({way.target}, {way.compiler})"
        options = BuildOptions(way.target, way.compiler, context.verbose)
        try:
            generate(way.kernel, options)
            _compile(context, way.kernel, options, changed)
            yield passed(name)
        except FlatError as error:
            again = f"flat build {way.kernel} -t {way.target} --compiler {way.compiler}"
            yield failed_with(name, error.diagnostics, again)


def _compile(
    context: Context, kernel: str, options: BuildOptions, changed: frozenset[Path]
) -> None:
    folder = context.workspace.folder
    known = state.last(state_file(kernel, options))
    assert known, "what is generated is remembered"
    for ninja_file in map(Path, known.ninja_files):
        products = _part(context, list(products_of(ninja_file, context.workspace, changed)))
        if products:
            with locked(Path(known.lock)):
                run_ninja(
                    ninja_file, *products, verbose=context.verbose, keep_going=True, folder=folder
                )


def _part(context: Context, products: Sequence[Product]) -> list[str]:
    """All that is generated; of others, which kernels share, some, by the part of the run."""
    generated = [output for output, is_generated in products if is_generated]
    others = [output for output, is_generated in products if not is_generated]
    if context.selection.names:
        return generated + others
    most = _quick_sources_max if context.selection.quick else _sources_max
    return generated + Random(context.part).sample(others, min(len(others), most))
