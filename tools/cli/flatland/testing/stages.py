# SPDX-License-Identifier: BSD-2-Clause
"""The stages of `flat test`, in the order in which they run: what is quick to fail comes first."""

from __future__ import annotations

from collections.abc import Iterable

from flatland.errors import UsageError
from flatland.testing import (
    boot,
    format,
    headers,
    images,
    layers,
    lint,
    native,
    pytests,
    types,
    unit,
)
from flatland.testing.results import Context, Stage


def _no_labels(context: Context) -> Iterable[str]:
    """For stages whose tests have no names of their own."""
    return ()


stages = (
    Stage("format", "the formatters would change nothing", True, format.run, _no_labels),
    Stage("layers", "includes point down; licence lines; no #if", True, layers.run, _no_labels),
    Stage("types", "mypy --strict", True, types.run, _no_labels),
    Stage("lint", "ruff, clang-tidy", True, lint.run, _no_labels),
    Stage("headers", "each header compiles alone", True, headers.run, _no_labels),
    Stage("unit", "unit tests on the host, with sanitizers", True, unit.run, unit.labels),
    Stage("tools", "the C++ tools and programs that they change", False, native.run, native.labels),
    Stage("images", "every kernel builds", False, images.run, images.labels),
    Stage("boot", "kernels run and say what they should", False, boot.run, boot.labels),
    Stage("pytest", "tests in Python", False, pytests.run, pytests.labels),
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
        if unknown and stage.name not in chosen:
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
    import difflib

    near = difflib.get_close_matches(name, every, n=1, cutoff=0.5)
    hint = f"did you mean `{near[0]}`?" if near else "`flat test --help` lists the stages"
    return UsageError("F0907", f"there is no test `{name}`", help=hint)
