# SPDX-License-Identifier: BSD-2-Clause
"""The stages of `flat test`: the parts in which tests are named, chosen, counted and budgeted."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flatland.errors import UsageError
from flatland.testing import (
    boot,
    both_compilers,
    equivalence,
    format,
    headers,
    images,
    layers,
    lint,
    native,
    pytests,
    reach,
    tidy,
    types,
    unit,
)
from flatland.testing.inputs import everything
from flatland.testing.job import Job
from flatland.testing.results import Context, Result
from flatland.testing.usual_part import part_name


@dataclass(frozen=True)
class Stage:
    """A part of the tests. `quick` stages are those of `flat test --quick`."""

    name: str
    summary: str
    quick: bool
    jobs: Callable[[Context], Iterable[Job]]
    labels: Callable[[Context], Iterable[str]]  # names of its tests, for NAME arguments


def _no_labels(context: Context) -> Iterable[str]:
    """For stages whose tests have no names of their own."""
    return ()


def _one(
    name: str, run: Callable[[Context], Iterable[Result]], alone: bool = False, runs: int = 1
) -> Callable[[Context], list[Job]]:
    """A stage that is one job; whatever belongs to the kit can change its outcome.

    `runs` usual ones have everything between them.
    """

    def jobs(context: Context) -> list[Job]:
        part = part_name(context, runs) if runs > 1 else ""
        job = f"{name} in quick" if context.selection.is_quick_choice else f"{name}{part}"
        return [Job(job, lambda: run(context), everything, alone=alone)]

    return jobs


stages = (
    Stage(
        "format",
        "the formatters would change nothing",
        True,
        _one("format", format.run),
        _no_labels,
    ),
    Stage(
        "layers",
        "includes and imports point down; licence lines; no #if",
        True,
        _one("layers", layers.run),
        _no_labels,
    ),
    Stage(
        "reach", "every test file is run by something", True, _one("reach", reach.run), _no_labels
    ),
    Stage("types", "mypy --strict", True, _one("types", types.run), _no_labels),
    Stage(
        "lint",
        "ruff, clang-tidy",
        True,
        _one("lint", lint.run, alone=True, runs=tidy.runs),
        _no_labels,
    ),
    Stage(
        "headers",
        "each header compiles alone",
        True,
        _one("headers", headers.run, alone=True, runs=headers.runs),
        _no_labels,
    ),
    Stage(
        "unit",
        "unit tests on the host, with sanitizers",
        True,
        _one("unit", unit.run, alone=True, runs=unit.runs),
        unit.labels,
    ),
    Stage(
        "compilers",
        "what was changed compiles by both compilers in each kernel",
        True,
        both_compilers.jobs,
        both_compilers.labels,
    ),
    Stage(
        "tools", "the C++ tools and programs that they change", False, native.jobs, native.labels
    ),
    Stage("images", "every kernel builds", False, images.jobs, images.labels),
    Stage("boot", "kernels run and say what they should", False, boot.jobs, boot.labels),
    Stage(
        "bindings",
        "random interfaces answer alike by every kind of binding",
        False,
        equivalence.jobs,
        equivalence.labels,
    ),
    Stage("pytest", "tests in Python", False, pytests.jobs, pytests.labels),
)


def find_stages(context: Context) -> list[Stage]:
    """The stages that are wanted; a UsageError for a name that nothing answers to."""
    names = context.selection.names
    if not names:
        return [stage for stage in stages if stage.quick or not context.selection.quick]
    chosen = {stage.name: stage for stage in stages if stage.name in names}
    unknown = set(names) - set(chosen)
    every: list[str] = [stage.name for stage in stages]
    for stage in stages:
        if unknown:
            labels = list(stage.labels(context))
            every += labels
            if any(_selects(name, label) for name in unknown for label in labels):
                chosen[stage.name] = stage
    for name in sorted(unknown):
        if not any(_selects(name, label) for label in every):
            raise _unknown(name, every)
    return [stage for stage in stages if stage.name in chosen]


def _selects(name: str, label: str) -> bool:
    return label == name or label.startswith((f"{name}.", f"{name}/", f"{name}::"))


def _unknown(name: str, every: list[str]) -> UsageError:
    near = difflib.get_close_matches(name, every, n=1, cutoff=0.5)
    hint = f"did you mean `{near[0]}`?" if near else "`flat test --help` lists the stages"
    return UsageError("F0907", f"there is no test `{name}`", help=hint)
