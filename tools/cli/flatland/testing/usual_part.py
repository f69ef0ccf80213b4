# SPDX-License-Identifier: BSD-2-Clause
"""What a usual run looks at, of many that are alike: what was changed, and a part of the rest.

There are as many parts as runs that have everything between them. Which it is says a number, by
default of the commit that others have: runs between edits try the same, most of which has passed
before, and once others have the work, another part is tried. It says as well which compiler builds
most of a run's kernels: kernels of one compiler share nearly all of what they are linked from, so a
second one costs half as much again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from functools import cache
from pathlib import Path
from typing import TypeVar

from flatland.testing.quick_choice import changed_files
from flatland.testing.results import Context

Item = TypeVar("Item")
_compilers = ("clang", "g++")
_part_runs = 3
"""Runs with seeds one after the other that have all parts of most things, by one compiler."""


def is_usual(context: Context) -> bool:
    """Whether a run names nothing, wants neither everything nor to be quick: then parts will do."""
    return not (context.selection.names or context.selection.quick or context.exhaustive)


def random_seed(context: Context) -> int:
    """What random tests begin with: in a usual run the number of its part.

    So they need not run again until others have the work or what they read is changed.
    """
    return context.part if is_usual(context) else context.seed


def compiler_of_run(seed: int) -> str:
    """By which compiler a usual run builds kernels, where it has a choice."""
    return _compilers[seed // _part_runs % len(_compilers)]


def part_of(
    context: Context, items: Sequence[Item], own: Callable[[Item], Iterable[Path]], runs: int
) -> list[Item]:
    """The items to look at, in their order: all, in a usual run one of `runs` parts.

    An item of which one of its `own` files was changed, or one in a folder of them, is in each.
    """
    if not is_usual(context):
        return list(items)
    turn = context.part % runs
    return [
        item
        for index, item in enumerate(items)
        if index % runs == turn or is_changed(context, own(item))
    ]


def varied(
    items: Iterable[Item],
    parts: Callable[[Item], Set[str]],
    limit: int,
    seen: Iterable[str] = (),
) -> list[Item]:
    """Those that have most parts that were not `seen`, one after the other, at most `limit`."""
    chosen: list[Item] = []
    waiting = list(items)
    known = set(seen)
    while waiting and len(chosen) < limit:
        best = max(waiting, key=lambda each: len(parts(each) - known))
        waiting.remove(best)
        chosen.append(best)
        known |= parts(best)
    return chosen


def is_changed(context: Context, own: Iterable[Path]) -> bool:
    """Whether others have not seen one of these files as it is, or one below such a folder."""
    changed = changed_files(context.workspace.folder)
    if not changed:
        return False
    return not _with_folders(frozenset(changed)).isdisjoint(own)


@cache
def _with_folders(files: frozenset[Path]) -> frozenset[Path]:
    """The files, and all folders that they are in."""
    return frozenset((*files, *(folder for file in files for folder in file.parents)))


def part_name(context: Context, runs: int) -> str:
    """What a job of a part is called besides its name, as other parts may have passed before."""
    return f", part {context.part % runs + 1} of {runs}" if is_usual(context) else ""
