# SPDX-License-Identifier: BSD-2-Clause
"""Refuses problems that make no sense or whose constraints contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from flatland.diagnostics import FlatError
from flatland.errors import failure
from flatland.reorder.layout import lines_of
from flatland.reorder.problem import Item, Problem

line_sizes = (32, 64, 128)


def check(problem: Problem) -> None:
    """Raises FlatError (F1101 to F1107) at the first thing that no layout can satisfy."""
    for find in (_lines, _items, _footprints, _pins, _groups, _sharing, _last):
        for refusal in find(problem):
            raise refusal


def _power(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0


def _lines(problem: Problem) -> Iterator[FlatError]:
    if problem.line_bytes not in line_sizes:
        yield failure(
            "F1101",
            f"a line of {problem.line_bytes} bytes is not supported",
            help="choose 32, 64 or 128",
        )
    base = problem.base
    align = max((item.align for item in problem.items), default=1)
    given = base.offset if base.anywhere is None else base.anywhere
    if (base.anywhere is not None and not _power(given)) or given < 0 or given % align:
        yield failure(
            "F1101",
            f"objects that begin at {given} do not align members to {align}",
            help=f"give a multiple of {align}"
            + (" that is a power of two" if base.anywhere is not None else ""),
        )
    if problem.dirty_weight < 0:
        yield failure("F1101", "the weight of dirtied lines is negative", help="give 0 or more")


def _items(problem: Problem) -> Iterator[FlatError]:
    if len(problem.by_name) < len(problem.items):
        names = [item.name for item in problem.items]
        twice = next(name for name in names if names.count(name) > 1)
        yield failure("F1102", f"the member `{twice}` is listed twice", help="name it once")
    for item in problem.items:
        if not _power(item.align) or item.align > problem.line_bytes:
            yield failure(
                "F1102",
                f"`{item.name}` is aligned to {item.align}",
                help=f"give a power of two up to the line of {problem.line_bytes} bytes",
            )
        elif item.size < 0 or item.size % item.align:
            yield failure(
                "F1102",
                f"the size of `{item.name}`, {item.size}, is no multiple of its alignment "
                f"{item.align}",
                help="give the size with its padding, or a smaller alignment",
            )


def _footprints(problem: Problem) -> Iterator[FlatError]:
    for footprint in problem.footprints:
        if footprint.weight < 0:
            yield failure("F1103", f"the footprint `{footprint.name}` has a negative weight")
        for name, ranges in (*footprint.touched.items(), *footprint.dirtied.items()):
            item = problem.by_name.get(name)
            if item is None:
                yield failure(
                    "F1103",
                    f"the footprint `{footprint.name}` touches `{name}`, which is no member",
                    help="translate the profile to this layout by the names of its members",
                )
            elif any(not 0 <= begin <= end <= item.size for begin, end in ranges):
                yield failure(
                    "F1103",
                    f"the footprint `{footprint.name}` touches bytes outside of `{name}`",
                    notes=[f"`{name}` has {item.size} bytes"],
                )


def _pins(problem: Problem) -> Iterator[FlatError]:
    pinned = sorted(
        (item for item in problem.items if item.pinned is not None and item.size),
        key=_pin,
    )
    for item in pinned:
        if _pin(item) < 0 or _pin(item) % item.align:
            yield failure(
                "F1104",
                f"`{item.name}` is pinned at {_pin(item)}, but aligned to {item.align}",
                help="pin it at a multiple of its alignment",
            )
    for before, item in pairwise(pinned):
        if _pin(before) + before.size > _pin(item):
            yield failure(
                "F1104",
                f"the pinned members `{before.name}` and `{item.name}` overlap",
                notes=[
                    f"`{before.name}` ends at {_pin(before) + before.size}, "
                    f"`{item.name}` begins at {_pin(item)}"
                ],
                help="pin them at places that do not overlap",
            )


def _pin(item: Item) -> int:
    return item.pinned or 0


def _unknown(problem: Problem, names: tuple[str, ...], rule: str) -> Iterator[FlatError]:
    for name in names:
        if name not in problem.by_name:
            yield failure("F1105", f"{rule} names `{name}`, which is no member")


def _groups(problem: Problem) -> Iterator[FlatError]:
    if problem.together and len(problem.places) > 1:
        yield failure(
            "F1105",
            "members are to share a line, but the place of the object in its line is unknown",
            help="align the object to a line, or drop the group",
        )
    for group in merged_groups(problem):
        yield from _unknown(problem, group, "a group to keep together")
        items = [problem.by_name[name] for name in group]
        size = sum(item.size for item in items)
        if size > problem.line_bytes:
            yield failure(
                "F1105",
                f"the group of {_names(group)} needs {size} bytes, a line has {problem.line_bytes}",
                help="drop a member of the group",
            )
        lines = {
            line
            for item in items
            if item.pinned is not None
            for line in lines_of(problem, item, item.pinned, problem.places[0])
        }
        if len(lines) > 1:
            yield failure(
                "F1105",
                f"the group of {_names(group)} is to share a line, but pins spread it",
                help="pin its members in one line, or drop the group",
            )


def merged_groups(problem: Problem) -> list[tuple[str, ...]]:
    """The groups to keep together; those with a common member are one."""
    groups: list[set[str]] = []
    for group in problem.together:
        names = set(group)
        for other in [other for other in groups if other & names]:
            names |= other
            groups.remove(other)
        groups.append(names)
    return [tuple(sorted(names)) for names in groups]


def _sharing(problem: Problem) -> Iterator[FlatError]:
    groups = merged_groups(problem)
    for rule in problem.apart:
        yield from _unknown(problem, rule.left + rule.right, "a rule to keep apart")
        for left in rule.left:
            for right in rule.right:
                yield from _pair(problem, groups, left, right)


def _pair(
    problem: Problem, groups: list[tuple[str, ...]], left: str, right: str
) -> Iterator[FlatError]:
    joined = next((group for group in groups if left in group and right in group), None)
    if left == right or joined:
        reason = f"together in the group of {_names(joined)}" if joined else "one member"
        yield failure(
            "F1106",
            f"`{left}` and `{right}` are to be kept apart, but are {reason}",
            help="drop one of the two rules",
        )
    one, other = problem.by_name[left], problem.by_name[right]
    if one.pinned is None or other.pinned is None:
        return
    for base in problem.places:
        if set(lines_of(problem, one, one.pinned, base)) & set(
            lines_of(problem, other, other.pinned, base)
        ):
            yield failure(
                "F1106",
                f"`{left}` and `{right}` are to be kept apart, but their pins share a line",
                help="move a pin, or drop the rule",
            )


def _last(problem: Problem) -> Iterator[FlatError]:
    last = [item for item in problem.items if item.last]
    if len(last) > 1:
        yield failure(
            "F1107",
            f"{_names(tuple(item.name for item in last))} are all to be last",
            help="only one member can be last",
        )
    for item in last:
        for other in problem.items:
            if None in (item.pinned, other.pinned) or other is item:
                continue
            if _pin(other) + other.size > _pin(item):
                yield failure(
                    "F1107",
                    f"`{item.name}` is to be last, but `{other.name}` is pinned after it",
                    help="move a pin",
                )


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
