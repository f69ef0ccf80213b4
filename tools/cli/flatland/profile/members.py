# SPDX-License-Identifier: BSD-2-Clause
"""The data members of classes and where they lie, from an image's DWARF."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

from flatland.dwarf import classes, nameless_class_of, qualified_name, text_of

_aliases = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type")


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
    last one stays behind all others: an array without a bound.
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


def _parts(die: Any) -> list[Part]:
    """Of a class without virtual bases; else it is one fixed part."""
    own: list[Part] = []
    fixed: list[Any] = []
    run: list[Any] = []  # of bit-fields
    for child in die.iter_children():
        if child.tag not in ("DW_TAG_member", "DW_TAG_inheritance") or not _is_in_object(child):
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
    if die.tag == "DW_TAG_union_type" or any(_offset(each) is None for each in fixed):
        names = tuple(each.name for each in _members(die, 0, ""))
        return [Part(names, 0, _size(die), _alignment(die), is_fixed=True)]
    return [*_fixed_part(fixed, die, own), *own]


def _with_needs(parts: list[Part], die: Any, name: str, members: Sequence[Member]) -> list[Part]:
    """A type like `List<T, &T::link>` names another member, which has to be declared before."""
    types = {
        text_of(child, "DW_AT_name"): text_of(
            _without_aliases(child.get_DIE_from_attribute("DW_AT_type")), "DW_AT_name"
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


def _fixed_part(fixed: list[Any], die: Any, own: list[Part]) -> list[Part]:
    if not fixed:
        return []
    inherited = [each for each in _members(die, 0, "") if "::" in each.name]
    end = min([each.offset for each in own], default=_size(die))
    return [Part(tuple(each.name for each in inherited), 0, end, 1, is_fixed=True)]


def _bit_fields(run: list[Any]) -> list[Part]:
    """One part of neighbours: how they share storage depends on what stands before."""
    if not run:
        return []
    first = min(_bit_offset(each) for each in run)
    end = max(_bit_offset(each) + int(each.attributes["DW_AT_bit_size"].value) for each in run)
    align = max(_alignment(each.get_DIE_from_attribute("DW_AT_type")) for each in run)
    names = tuple(text_of(each, "DW_AT_name") for each in run)
    return [Part(names, first // 8, (end + 7) // 8 - first // 8, align)]


def _part(die: Any) -> Part:
    name, offset = text_of(die, "DW_AT_name"), _offset(die)
    kind = _without_aliases(die.get_DIE_from_attribute("DW_AT_type"))
    names = (name,) if name else tuple(each.name for each in _members(kind, 0, ""))
    size, align = _size(kind), max(_alignment(kind), _stated_alignment(die))
    is_last = kind.tag == "DW_TAG_array_type" and size == 0
    return Part(names, offset or 0, size, align, is_last=is_last)


def _is_table(die: Any) -> bool:
    return text_of(die, "DW_AT_name").startswith("_vptr")


def _bit_offset(die: Any) -> int:
    """Of a bit-field in its class, as DWARF 4 and later say it."""
    bits = die.attributes.get("DW_AT_data_bit_offset")
    return int(bits.value) if bits is not None else 8 * (_offset(die) or 0)


def _members(die: Any, start: int, prefix: str) -> list[Member]:
    found = []
    for child in die.iter_children():
        if child.tag not in ("DW_TAG_member", "DW_TAG_inheritance"):
            continue
        name, offset = text_of(child, "DW_AT_name"), _offset(child)
        if offset is None:
            continue  # static, or a virtual base, whose place only the table tells
        kind = _without_aliases(child.get_DIE_from_attribute("DW_AT_type"))
        if child.tag == "DW_TAG_inheritance":
            base = text_of(kind, "DW_AT_name")
            found += _members(kind, start + offset, f"{prefix}{base}::")
        elif not name:  # an anonymous union or structure
            found += _members(kind, start + offset, prefix)
        elif not _is_table(child):
            place = (start + offset, _size(kind), max(_alignment(kind), _stated_alignment(child)))
            found.append(Member(prefix + name, *place))
    return found


def _offset(die: Any) -> int | None:
    """In bytes; None where it is not fixed."""
    if not _is_in_object(die):
        return None
    attribute = die.attributes.get("DW_AT_data_member_location")
    if attribute is not None:
        return attribute.value if isinstance(attribute.value, int) else None
    bits = die.attributes.get("DW_AT_data_bit_offset")
    if bits is not None:
        return int(bits.value) // 8
    return 0


def _without_aliases(die: Any) -> Any:
    while die.tag in _aliases and "DW_AT_type" in die.attributes:
        die = die.get_DIE_from_attribute("DW_AT_type")
    return die


def _size(die: Any) -> int:
    die = _without_aliases(die)
    if "DW_AT_byte_size" in die.attributes:
        return int(die.attributes["DW_AT_byte_size"].value)
    if die.tag != "DW_TAG_array_type":
        return int(die.cu["address_size"])  # pointers and references of g++ have no size
    count = 1
    for child in die.iter_children():
        if child.tag == "DW_TAG_subrange_type":
            bound = child.attributes.get("DW_AT_count")
            last = child.attributes.get("DW_AT_upper_bound")
            count *= int(bound.value) if bound else int(last.value) + 1 if last else 0
    return count * _size(die.get_DIE_from_attribute("DW_AT_type"))


def _stated_alignment(die: Any) -> int:
    """That of `alignas`; 1 where there is none."""
    attribute = die.attributes.get("DW_AT_alignment")
    return int(attribute.value) if attribute else 1


def _alignment(die: Any) -> int:
    """Of a type by itself: DWARF states only what differs from the natural one."""
    die = _without_aliases(die)
    stated = _stated_alignment(die)
    if die.tag == "DW_TAG_array_type":
        return max(stated, _alignment(die.get_DIE_from_attribute("DW_AT_type")))
    if die.tag not in classes:
        return max(stated, _size(die))
    parts = [
        max(_alignment(child.get_DIE_from_attribute("DW_AT_type")), _stated_alignment(child))
        for child in die.iter_children()
        if child.tag in ("DW_TAG_member", "DW_TAG_inheritance") and _is_in_object(child)
    ]
    has_table = "DW_AT_containing_type" in die.attributes
    return max([stated, *parts, int(die.cu["address_size"]) if has_table else 1])


def _is_in_object(die: Any) -> bool:
    return "DW_AT_external" not in die.attributes and "DW_AT_declaration" not in die.attributes
