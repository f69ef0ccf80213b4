# SPDX-License-Identifier: BSD-2-Clause
"""Finds the functions that a user names, and refuses those whose calls could not be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from flatland.errors import failure
from flatland.memtrace.debug import Debug, FunctionFacts


@dataclass(frozen=True)
class Function:
    """A function of a module, and where its copies begin: addresses as the file has them."""

    name: str  # as the user has named it
    module: int
    addresses: tuple[int, ...]


def find_function(modules: Sequence[Debug], name: str) -> Function:
    """The function of that qualified name or symbol; an error if it is not one, or inlined."""
    for number, debug in enumerate(modules):
        facts = _matching(debug, name)
        if facts:
            _check(name, facts)
            addresses = {each for one in facts for each in one.addresses}
            return Function(name, number, tuple(sorted(addresses)))
        if name in debug.module.symbols:  # of an object file without debug information
            return Function(name, number, tuple(sorted(debug.module.symbols[name])))
    raise _unknown(modules, name)


def _matching(debug: Debug, name: str) -> list[FunctionFacts]:
    found = [
        each
        for each in debug.functions.values()
        if name in each.linkage_names or (name == each.name and not _is_of_elsewhere(each))
    ]
    by_symbol = [each for each in found if name in each.linkage_names]
    return by_symbol or found


def _is_of_elsewhere(facts: FunctionFacts) -> bool:
    """Whether it is only declared here: neither a copy nor an inlined one."""
    return not facts.addresses and not facts.inlined_in


def _check(name: str, facts: Sequence[FunctionFacts]) -> None:
    inlined_in = sorted({each for one in facts for each in one.inlined_in})
    if inlined_in:
        raise failure(
            "F1004",
            f"calls of `{name}` cannot be seen: it was inlined",
            notes=[f"in `{each}`" for each in inlined_in[:8]],
            help="mark it `__attribute__((noinline))`, or name a function that calls it",
        )
    if not any(one.addresses for one in facts):
        raise failure("F1003", f"the program has no code of a function `{name}`")
    kinds = {(tuple(sorted(one.linkage_names)), tuple(sorted(one.addresses))) for one in facts}
    kinds = {(links, where) for links, where in kinds if where}
    addresses = {where for _, where in kinds}
    if len(addresses) > 1:
        symbols = sorted({link for links, _ in kinds for link in links})
        raise failure(
            "F1005",
            f"there are {len(addresses)} functions `{name}`",
            notes=[f"symbol {each}" for each in symbols[:8]],
            help="name one by its symbol" if symbols else "give the one that is meant another name",
        )


def _unknown(modules: Sequence[Debug], name: str) -> Exception:
    known = {one.name for debug in modules for one in debug.functions.values() if one.addresses}
    near = get_close_matches(name, sorted(known), n=3, cutoff=0.6)
    return failure(
        "F1003",
        f"the program has no function `{name}`",
        notes=[f"it has `{each}`" for each in near],
        help="name it as C++ does, `space::Class::function`, or by its symbol; "
        "one of a shared library needs `--library FILE`",
    )
