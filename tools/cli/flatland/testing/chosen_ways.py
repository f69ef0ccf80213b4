# SPDX-License-Identifier: BSD-2-Clause
"""A plugin of pytest: of the ways in which tests are tried, a usual run has one.

A way is a compiler, a target, a variant. Where tests of a file are parametrized by some, or use a
fixture that is, FLAT_SEED chooses one for all of that file, so that what they share is made once;
of compilers it is that of the run. Another seed chooses another. Without FLAT_SEED, as where tests
are named, there are all.
"""

from __future__ import annotations

import os
from collections import defaultdict
from random import Random
from typing import Any

import pytest

from flatland.testing.usual_part import compiler_of_run

_kinds = (
    frozenset(("clang", "g++")),
    frozenset(("clang++-19", "g++", "g++-12")),
    frozenset(("hosted", "x86_64")),
    frozenset(("virtual", "lto", "flat", "laid-out", "special")),
)

_Place = tuple[str, str]
"""A file, and the parameter by which its tests are parametrized."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the ways that are not chosen."""
    seed = os.environ.get("FLAT_SEED")
    if seed is None:
        return
    found: dict[_Place, set[str]] = defaultdict(set)
    for item in items:
        for place, way in _ways(item).items():
            found[place].add(way)
    chosen = {place: _choice(seed, place, ways) for place, ways in found.items()}
    left_out = [
        item for item in items if any(chosen[place] != way for place, way in _ways(item).items())
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def _choice(seed: str, place: _Place, ways: set[str]) -> str:
    """One of the ways."""
    compiler = compiler_of_run(int(seed))
    by_it = [way for way in sorted(ways) if way.startswith(compiler)]
    return by_it[0] if by_it else Random(f"{seed} {place}").choice(sorted(ways))


def _ways(item: pytest.Item) -> dict[_Place, str]:
    """The ways in which a test is tried, by what has it tried so."""
    callspec: Any = getattr(item, "callspec", None)
    if callspec is None:
        return {}
    file = item.nodeid.partition("::")[0]
    return {
        (file, name): value
        for name, value in callspec.params.items()
        if any(value in kind for kind in _kinds if isinstance(value, str))
    }
