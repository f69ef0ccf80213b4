# SPDX-License-Identifier: BSD-2-Clause
"""What a quick run compiles: what was changed, what reads that, and by chance some of the rest.

Changed is what differs from the commit that others have: the last one in common with the branch
that this one follows, or, where nothing has been done since, the commit before.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeVar

from flatland.testing.results import Context

Item = TypeVar("Item")


def narrowed(
    context: Context,
    items: Sequence[Item],
    own: Callable[[Item], Iterable[Path]],
    reads: Callable[[Item], Iterable[Path]],
    limit: int,
) -> list[Item]:
    """The items that the run looks at, in their order: all of them, unless it is a quick one.

    A quick one takes each item of which one of its `own` files was changed, and up to `limit` in
    all: first those that read what was changed, then any.
    """
    if not context.selection.is_quick_choice:
        return list(items)
    changed = changed_files(context.workspace.folder)

    def rank(item: Item) -> int:
        if not changed.isdisjoint(own(item)):
            return 0
        return 1 if not changed.isdisjoint(reads(item)) else 2

    ranks = [rank(item) for item in items]
    shuffled = Random(context.seed).sample(range(len(items)), len(items))
    by_rank = sorted(shuffled, key=ranks.__getitem__)
    chosen = set(by_rank[: max(limit, ranks.count(0))])
    return [item for index, item in enumerate(items) if index in chosen]


@cache
def changed_files(folder: Path, commits: int = 1) -> frozenset[Path]:
    """The changed files, with the header of each component whose declaration was; none without git.

    A deleted file is named, too. Where nothing has been done since, they are those of so many
    commits, as far as these are known.
    """
    head = _git(folder, "rev-parse", "HEAD")
    base = commit_of_others(folder)
    if base == head and not _git(folder, "status", "--porcelain"):
        base = _git(folder, "rev-list", "--first-parent", f"--max-count={commits + 1}", "HEAD")[-1:]
    names = _git(folder, "diff", "--name-only", "--relative", *base) if base else []
    names += _git(folder, "ls-files", "--others", "--exclude-standard")
    files = [folder / name for name in names]
    headers = (file.with_suffix(".hpp") for file in files if file.suffix == ".flat")
    return frozenset((*files, *headers))


def commit_of_others(folder: Path) -> list[str]:
    """The last commit that others have, as far as is known; empty without git."""
    head = _git(folder, "rev-parse", "HEAD")
    return _git(folder, "merge-base", "HEAD", "@{upstream}") or head


def _git(folder: Path, *words: str) -> list[str]:
    """The lines of what git prints; none where it fails or is not installed."""
    try:
        done = subprocess.run(
            ["git", *words], cwd=folder, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []
