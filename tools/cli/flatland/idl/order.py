# SPDX-License-Identifier: BSD-2-Clause
"""In which order C++ must see definitions: what is held or extended before who holds or extends.

Referring to an interface or kernel object needs its declaration only, unless it is nested: C++
cannot declare a nested class from outside the class around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from flatland.idl.model import Declaration, Interface, TypeRef, uses, with_nested

Item = TypeVar("Item")

_held = ("enum", "record", "failure")


def is_held(reference: TypeRef) -> bool:
    """Whether the value itself is passed or stored, not a reference to it."""
    return reference.kind in _held


def prerequisites(declaration: Declaration) -> set[str]:
    """Full names of the types that must be defined before this one, nested ones considered."""
    found: set[str] = set()
    for inner in with_nested(declaration):
        if isinstance(inner, Interface):
            found |= {each.full_name for each in inner.supers}
        for reference in uses(inner):
            if is_held(reference):
                found.add(reference.full_name)
            elif reference.kind == "interface" and "." in reference.name:
                found.add(reference.full_name.rpartition(".")[0])
    return found


def within(name: str, outer: str) -> bool:
    """Whether a full name is `outer` or that of a type inside it."""
    return name == outer or name.startswith(outer + ".")


def siblings(members: Sequence[Declaration]) -> tuple[list[Declaration], list[Declaration]]:
    """The types of one scope, each after those that it needs, and a cycle if there is one."""

    def needs(member: Declaration) -> list[Declaration]:
        names = prerequisites(member)
        return [
            each
            for each in members
            if each is not member and any(within(name, each.full_name) for name in names)
        ]

    return arrange(members, needs)


def arrange(
    items: Iterable[Item], needs: Callable[[Item], Iterable[Item]]
) -> tuple[list[Item], list[Item]]:
    """The items, each after what it needs, otherwise in their order; and a cycle or nothing."""
    done: dict[int, Item] = {}
    path: list[Item] = []

    def visit(item: Item) -> list[Item]:
        if id(item) in done:
            return []
        if any(each is item for each in path):
            return path[next(place for place, each in enumerate(path) if each is item) :]
        path.append(item)
        for need in needs(item):
            if cycle := visit(need):
                return cycle
        path.pop()
        done[id(item)] = item
        return []

    for item in items:
        if cycle := visit(item):
            return list(done.values()), cycle
    return list(done.values()), []
