# SPDX-License-Identifier: BSD-2-Clause
"""Entries of DWARF: their names, the entries that they go back to, and their addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Die = Any  # pyelftools has no types

classes = ("DW_TAG_class_type", "DW_TAG_structure_type", "DW_TAG_union_type")
_scopes = (*classes, "DW_TAG_namespace")


def qualified_name(die: Die) -> str:
    """`flat::api::Threads::slot`, without parameters."""
    parts = []
    each = die
    while each is not None:
        if each is die or each.tag in _scopes:
            parts.append(text_of(each, "DW_AT_name") or "(anonymous namespace)")
        each = each.get_parent()
    return "::".join(reversed(parts))


def nameless_class_of(die: Die) -> Die | None:
    """The class without a name of its own to which a typedef gives one, as C programs do."""
    if die.tag != "DW_TAG_typedef" or "DW_AT_type" not in die.attributes:
        return None
    target = die.get_DIE_from_attribute("DW_AT_type")
    return target if target.tag in classes and not text_of(target, "DW_AT_name") else None


def text_of(die: Die, name: str) -> str:
    """A text attribute; empty when there is none."""
    attribute = die.attributes.get(name)
    return attribute.value.decode() if attribute else ""


def number_of(die: Die, name: str) -> int:
    """A numeric attribute; 0 when there is none."""
    attribute = die.attributes.get(name)
    return int(attribute.value) if attribute else 0


def root_of(die: Die) -> Die:
    """The entry that an instance or a definition goes back to."""
    for _ in range(8):
        for attribute in ("DW_AT_abstract_origin", "DW_AT_specification"):
            if attribute in die.attributes:
                die = die.get_DIE_from_attribute(attribute)
                break
        else:
            return die
    return die


def enclosing_function(die: Die) -> Die | None:
    """The function in whose code an entry lies; None: it lies in no function."""
    return next((each for each in _parents(die) if each.tag == "DW_TAG_subprogram"), None)


def _parents(die: Die) -> Iterator[Die]:
    each = die.get_parent()
    while each is not None:
        yield each
        each = each.get_parent()


def low_address(die: Die) -> int | None:
    """Where code begins that lies in one piece; None: it has no such address."""
    attribute = die.attributes.get("DW_AT_low_pc") or die.attributes.get("DW_AT_entry_pc")
    if attribute is None:
        return None
    if attribute.form.startswith("DW_FORM_addrx"):
        return int(die.dwarfinfo.get_addr(die.cu, attribute.raw_value))
    return int(attribute.value)


def decode_uleb128(operand: Iterable[int]) -> tuple[int, int]:
    """An unsigned LEB128 number (DWARF 5, 7.6), and of how many bytes it was."""
    number = length = 0
    for byte in operand:
        number |= (byte & 0x7F) << (7 * length)
        length += 1
        if byte < 0x80:
            break
    return number, length
