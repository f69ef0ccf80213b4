# SPDX-License-Identifier: BSD-2-Clause
"""A profile as it would be had it been taken with another layout: accesses follow their members."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flatland.errors import failure
from flatland.profile.file import ProfiledClass
from flatland.profile.members import Layout, Member
from flatland.profile.sequences import Access, ClassSequences, Sequence


def translate_class(profiled: ProfiledClass, layout: Layout, size_bytes: int) -> ProfiledClass:
    """The class under another layout; an error where a member that is accessed is not there.

    An access to several neighbours, which may not be neighbours there, becomes one to each.
    """
    if (layout.hash, size_bytes) == (profiled.layout.hash, profiled.sequences.size_bytes):
        return profiled
    places = {each.name: each for each in layout.members}
    sequences = [
        replace(each, accesses=tuple(_accesses(each, profiled, layout, places, size_bytes)))
        for each in profiled.sequences.sequences
    ]
    base = profiled.sequences.base
    found = ClassSequences(profiled.name, size_bytes, join_equal(sequences), base)
    return ProfiledClass(found, layout, profiled.entries)


def join_equal(sequences: list[Sequence]) -> tuple[Sequence, ...]:
    """Equal sequences as one whose count is their sum; the most frequent first."""
    times: dict[tuple[int, bool, tuple[Access, ...]], int] = {}
    for each in sequences:
        key = (each.entry, each.is_cut, each.accesses)
        times[key] = times.get(key, 0) + each.times
    joined = [
        Sequence(entry, count, is_cut, accesses)
        for (entry, is_cut, accesses), count in times.items()
    ]
    return tuple(sorted(joined, key=lambda each: -each.times))


def _accesses(
    sequence: Sequence,
    profiled: ProfiledClass,
    layout: Layout,
    places: dict[str, Member],
    size_bytes: int,
) -> Iterator[Access]:
    for access in sequence.accesses:
        members = profiled.layout.within(access.offset, access.size_bytes)
        if not members:
            yield _unnamed(access, profiled, layout, size_bytes)
            continue
        parts = [_part(access, each, places, profiled.name) for each in members]
        yield from dict.fromkeys(parts)  # members of a union share bytes there too


def _part(access: Access, member: Member, places: dict[str, Member], name: str) -> Access:
    new = places.get(member.name)
    if new is None or new.size_bytes != member.size_bytes:
        why = "is not there" if new is None else f"has {new.size_bytes} bytes there"
        raise failure(
            "F1010",
            f"the profile of `{name}` does not fit the other layout",
            notes=[f"`{member.name}` of {member.size_bytes} bytes {why}"],
            help="trace the program as it is now",
        )
    first = max(access.offset, member.offset)
    end = min(access.offset + access.size_bytes, member.offset + member.size_bytes)
    offset = new.offset + first - member.offset
    return replace(access, offset=offset, size_bytes=end - first)


def _unnamed(access: Access, profiled: ProfiledClass, layout: Layout, size_bytes: int) -> Access:
    """Bytes of no member stay where they are, as a pointer to a table at the beginning does."""
    is_there = access.offset + access.size_bytes <= size_bytes
    if is_there and not layout.within(access.offset, access.size_bytes):
        return access
    raise failure(
        "F1010",
        f"the profile of `{profiled.name}` does not fit the other layout",
        notes=[f"the {access.size_bytes} bytes at {access.offset}, of no member, have no place"],
        help="trace the program as it is now",
    )
