# SPDX-License-Identifier: BSD-2-Clause
"""A profile: sequences of accesses with the names of members and entries; docs/profiles.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flatland.profile.members import Layout
from flatland.profile.sequences import Access, ClassSequences, Sequence

profile_version = 1
line_bytes = 64


@dataclass(frozen=True)
class Footprint:
    """The cache lines of one object that a sequence touches, and those that it makes dirty."""

    touched: frozenset[int]
    dirtied: frozenset[int]


def footprints(sequence: Sequence) -> list[Footprint]:
    """Of each object that a sequence meets, in the order of meeting. Objects begin a line."""
    found: list[Footprint] = []
    for number in range(1 + max((each.object for each in sequence.accesses), default=-1)):
        own = [each for each in sequence.accesses if each.object == number]
        touched = frozenset(line for each in own for line in _lines(each))
        dirtied = frozenset(line for each in own if each.is_write for line in _lines(each))
        found.append(Footprint(touched, dirtied))
    return found


def _lines(access: Access) -> range:
    return range(
        access.offset // line_bytes, (access.offset + access.size_bytes - 1) // line_bytes + 1
    )


@dataclass(frozen=True)
class MemberUse:
    """How often a member is accessed, over all invocations."""

    reads: int
    writes: int
    widths: tuple[int, ...]  # of the accesses, in bytes


def member_uses(found: ClassSequences, layout: Layout) -> dict[str, MemberUse]:
    """By the member's name; those that are never accessed are missing."""
    reads: Counter[str] = Counter()
    writes: Counter[str] = Counter()
    widths: dict[str, set[int]] = {}
    for sequence in found.sequences:
        for access in sequence.accesses:
            for member in layout.within(access.offset, access.size_bytes):
                (writes if access.is_write else reads)[member.name] += sequence.times
                widths.setdefault(member.name, set()).add(access.size_bytes)
    return {
        name: MemberUse(reads[name], writes[name], tuple(sorted(sizes)))
        for name, sizes in widths.items()
    }


def class_values(
    found: ClassSequences, layout: Layout, name_of_entry: Callable[[int], str]
) -> dict[str, Any]:
    """A class of a profile, as it stands in the file."""
    total = sum(each.times for each in found.sequences)
    uses = member_uses(found, layout)
    nothing = MemberUse(0, 0, ())
    return {
        "name": found.name,
        "size_bytes": found.size_bytes,
        "base": vars(found.base) if found.base else None,
        "layout": layout.hash,
        "members": [
            {
                "name": member.name,
                "offset": member.offset,
                "size_bytes": member.size_bytes,
                "align_bytes": member.align_bytes,
                "reads": use.reads,
                "writes": use.writes,
                "widths": list(use.widths),
            }
            for member in layout.members
            for use in [uses.get(member.name, nothing)]
        ],
        "parts": [
            {
                "members": list(part.members),
                "offset": part.offset,
                "size_bytes": part.size_bytes,
                "align_bytes": part.align_bytes,
                "fixed": part.is_fixed,
                "last": part.is_last,
                "needs": list(part.needs),
            }
            for part in layout.parts
        ],
        "sequences": [
            {
                "entry": name_of_entry(each.entry),
                "times": each.times,
                "weight": round(each.times / total, 6),
                "cut": each.is_cut,
                "objects": [
                    {"lines": len(one.touched), "dirty_lines": len(one.dirtied)}
                    for one in footprints(each)
                ],
                "accesses": [_access_values(access, layout) for access in each.accesses],
            }
            for each in found.sequences
        ],
    }


def _access_values(access: Access, layout: Layout) -> dict[str, Any]:
    members = layout.within(access.offset, access.size_bytes)
    return {
        "object": access.object,
        "offset": access.offset,
        "size_bytes": access.size_bytes,
        "members": [member.name for member in members],
        "mode": "write" if access.is_write else "read",
    }


def profile_values(classes: list[dict[str, Any]], facts: Mapping[str, Any]) -> dict[str, Any]:
    """The whole file."""
    return {
        "format": "flatland-profile",
        "version": profile_version,
        "line_bytes": line_bytes,
        **facts,
        "classes": classes,
    }
