# SPDX-License-Identifier: BSD-2-Clause
"""The data members of classes and where they lie, from an image's DWARF."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from elftools.elf.elffile import ELFFile

from flatland.dwarf.entries import Die, classes, nameless_class_of, qualified_name, text_of
from flatland.dwarf.types import (
    alignment_of,
    bit_offset_of,
    is_in_object,
    member_alignment,
    offset_of,
    size_of,
    without_aliases,
)


@dataclass(frozen=True)
class Member:
    """A data member; that of a base is named with it. Bit-fields share their bytes."""

    name: str
    offset: int
    size_bytes: int
    align_bytes: int


@dataclass(frozen=True)
class Part:
    """What can be moved only as a whole: a member, a run of bit-fields, an anonymous union.

    A fixed part stays where it is: bases and pointers to tables, by the rules of the language. The
    last one stays after all others: an array without a bound.
    """

    members: tuple[str, ...]
    offset: int
    size_bytes: int
    align_bytes: int
    is_fixed: bool = False
    is_last: bool = False
    needs: tuple[str, ...] = ()  # members that are declared before, as its type names them


class Layout:
    """The members of one class, by offset, and what of it can be moved, as declared."""

    def __init__(self, members: Sequence[Member], parts: Sequence[Part] = ()) -> None:
        self.parts = tuple(parts)
        self.members = sorted(members, key=lambda each: (each.offset, each.size_bytes, each.name))
        self._offsets = [each.offset for each in self.members]

    def within(self, offset: int, size_bytes: int) -> list[Member]:
        """The members of which these are bytes; compilers join accesses to neighbours.

        None: padding, a pointer to a table, a virtual base.
        """
        end = bisect_right(self._offsets, offset + size_bytes - 1)
        return [each for each in self.members[:end] if each.offset + each.size_bytes > offset]

    @property
    def hash(self) -> str:
        """Tells layouts apart: a profile is of one of them."""
        lines = [f"{each.name} {each.offset} {each.size_bytes}" for each in self.members]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def read_layouts(image: Path, names: Collection[str]) -> dict[str, Layout]:
    """The layouts of classes by qualified name; those that the DWARF does not have are missing."""
    found: dict[str, Layout] = {}
    with image.open("rb") as stream:
        for unit in ELFFile(stream).get_dwarf_info().iter_CUs():
            for die in unit.iter_DIEs():
                if len(found) == len(set(names)):
                    return found
                kind = nameless_class_of(die) or die
                if kind.tag not in classes or "DW_AT_byte_size" not in kind.attributes:
                    continue
                name = qualified_name(die)
                if name in names and name not in found:
                    members = _members(kind, 0, "")
                    found[name] = Layout(members, _with_needs(_parts(kind), kind, name, members))
    return found


def _parts(die: Die) -> list[Part]:
    """Of a class without virtual bases; else it is one fixed part."""
    own: list[Part] = []
    fixed: list[Die] = []
    run: list[Die] = []  # of bit-fields
    for child in die.iter_children():
        if child.tag not in ("DW_TAG_member", "DW_TAG_inheritance") or not is_in_object(child):
            continue
        if child.tag == "DW_TAG_inheritance" or _is_table(child):
            fixed.append(child)
        elif "DW_AT_bit_size" in child.attributes:
            run.append(child)
            continue
        else:
            own += _bit_fields(run)
            own.append(_part(child))
        run = []
    own += _bit_fields(run)
    if die.tag == "DW_TAG_union_type" or any(offset_of(each) is None for each in fixed):
        names = tuple(each.name for each in _members(die, 0, ""))
        return [Part(names, 0, size_of(die), alignment_of(die), is_fixed=True)]
    return [*_fixed_part(fixed, die, own), *own]


def _with_needs(parts: list[Part], die: Die, name: str, members: Sequence[Member]) -> list[Part]:
    """A type like `List<T, &T::link>` names another member, which has to be declared before."""
    types = {
        text_of(child, "DW_AT_name"): text_of(
            without_aliases(child.get_DIE_from_attribute("DW_AT_type")), "DW_AT_name"
        )
        for child in die.iter_children()
        if child.tag == "DW_TAG_member" and "DW_AT_type" in child.attributes
    }
    known = {each.name for each in members}
    return [
        replace(
            part,
            needs=tuple(
                needed
                for member in part.members
                for needed in re.findall(rf"&{re.escape(name)}::(\w+)", types.get(member, ""))
                if needed in known and needed not in part.members
            ),
        )
        for part in parts
    ]


def _fixed_part(fixed: list[Die], die: Die, own: list[Part]) -> list[Part]:
    if not fixed:
        return []
    inherited = [each for each in _members(die, 0, "") if "::" in each.name]
    end = min([each.offset for each in own], default=size_of(die))
    return [Part(tuple(each.name for each in inherited), 0, end, 1, is_fixed=True)]


def _bit_fields(run: list[Die]) -> list[Part]:
    """One part of neighbours: how they share storage depends on what stands before."""
    if not run:
        return []
    first = min(bit_offset_of(each) for each in run)
    end = max(bit_offset_of(each) + int(each.attributes["DW_AT_bit_size"].value) for each in run)
    align = max(alignment_of(each.get_DIE_from_attribute("DW_AT_type")) for each in run)
    names = tuple(text_of(each, "DW_AT_name") for each in run)
    return [Part(names, first // 8, (end + 7) // 8 - first // 8, align)]


def _part(die: Die) -> Part:
    name, offset = text_of(die, "DW_AT_name"), offset_of(die)
    kind = without_aliases(die.get_DIE_from_attribute("DW_AT_type"))
    names = (name,) if name else tuple(each.name for each in _members(kind, 0, ""))
    size, align = size_of(kind), member_alignment(die)
    is_last = kind.tag == "DW_TAG_array_type" and size == 0
    return Part(names, offset or 0, size, align, is_last=is_last)


def _is_table(die: Die) -> bool:
    return text_of(die, "DW_AT_name").startswith("_vptr")


def _members(die: Die, start: int, prefix: str) -> list[Member]:
    found = []
    for child in die.iter_children():
        if child.tag not in ("DW_TAG_member", "DW_TAG_inheritance"):
            continue
        name, offset = text_of(child, "DW_AT_name"), offset_of(child)
        if offset is None:
            continue  # static, or a virtual base, whose place only the table tells
        kind = without_aliases(child.get_DIE_from_attribute("DW_AT_type"))
        if child.tag == "DW_TAG_inheritance":
            base = text_of(kind, "DW_AT_name")
            found += _members(kind, start + offset, f"{prefix}{base}::")
        elif not name:  # an anonymous union or structure
            found += _members(kind, start + offset, prefix)
        elif not _is_table(child):
            place = (start + offset, size_of(kind), member_alignment(child))
            found.append(Member(prefix + name, *place))
    return found
