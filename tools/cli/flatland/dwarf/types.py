# SPDX-License-Identifier: BSD-2-Clause
"""Types in DWARF: what typedefs and qualifiers stand for, sizes, alignments, places of members."""

from __future__ import annotations

from flatland.dwarf.entries import Die, classes, number_of

_qualifiers = (
    *("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type"),
    *("DW_TAG_restrict_type", "DW_TAG_atomic_type"),
)
_largest_atomic = 16  # bytes: larger ones keep the alignment of their type


def type_of(die: Die) -> Die | None:
    """The type of a variable, a member or a base, or of an array's elements; None: `void`."""
    return die.get_DIE_from_attribute("DW_AT_type") if "DW_AT_type" in die.attributes else None


def without_aliases(die: Die) -> Die:
    """The type that typedefs and qualifiers stand for."""
    while die.tag in _qualifiers and "DW_AT_type" in die.attributes:
        die = die.get_DIE_from_attribute("DW_AT_type")
    return die


def size_of(die: Die) -> int:
    """Of an object of the type, in bytes; 0 for an array without a bound."""
    die = without_aliases(die)
    if "DW_AT_byte_size" in die.attributes:
        return number_of(die, "DW_AT_byte_size")
    if die.tag == "DW_TAG_array_type":
        return length_of(die) * size_of(die.get_DIE_from_attribute("DW_AT_type"))
    address = int(die.cu["address_size"])  # pointers and references of g++ state no size
    return 2 * address if _is_member_function_pointer(die) else address


def length_of(array: Die) -> int:
    """How many elements an array has, in all dimensions; 0: it has no bound."""
    count = 1
    for child in array.iter_children():
        if child.tag == "DW_TAG_subrange_type":
            bound = child.attributes.get("DW_AT_count")
            last = child.attributes.get("DW_AT_upper_bound")
            count *= int(bound.value) if bound else int(last.value) + 1 if last else 0
    return count


def stated_alignment(die: Die) -> int:
    """That of `alignas`, in bytes; 1 where there is none."""
    return number_of(die, "DW_AT_alignment") or 1


def alignment_of(die: Die) -> int:
    """Of a type, in bytes: DWARF states only what differs from the natural one."""
    natural = _natural_alignment(without_aliases(die))
    while die.tag in _qualifiers and "DW_AT_type" in die.attributes:
        natural = max(natural, stated_alignment(die))
        if die.tag == "DW_TAG_atomic_type":
            natural = max(natural, _atomic_alignment(size_of(die)))
        die = die.get_DIE_from_attribute("DW_AT_type")
    return natural


def member_alignment(member: Die) -> int:
    """Of a member or a base, with what is stated for it alone."""
    kind = type_of(member)
    return max(stated_alignment(member), alignment_of(kind) if kind is not None else 1)


def is_in_object(member: Die) -> bool:
    """Whether each object has the member: it is not static."""
    return not {"DW_AT_external", "DW_AT_declaration"} & set(member.attributes)


def offset_of(member: Die) -> int | None:
    """Where a member or base begins, in bytes; None: it is static, or a virtual base."""
    if not is_in_object(member):
        return None
    attribute = member.attributes.get("DW_AT_data_member_location")
    if attribute is not None:
        return attribute.value if isinstance(attribute.value, int) else None
    return number_of(member, "DW_AT_data_bit_offset") // 8


def bit_offset_of(member: Die) -> int:
    """Of a bit-field in its class, as DWARF 4 and later say it."""
    bits = member.attributes.get("DW_AT_data_bit_offset")
    return int(bits.value) if bits is not None else 8 * (offset_of(member) or 0)


def _is_member_function_pointer(die: Die) -> bool:
    """In the Itanium ABI it is an address and an adjustment of `this`."""
    kind = type_of(die) if die.tag == "DW_TAG_ptr_to_member_type" else None
    return kind is not None and without_aliases(kind).tag == "DW_TAG_subroutine_type"


def _atomic_alignment(size_bytes: int) -> int:
    """What `_Atomic` raises the alignment to: the size, if that is a power of two."""
    is_power = size_bytes & (size_bytes - 1) == 0
    return size_bytes if is_power and 0 < size_bytes <= _largest_atomic else 1


def _natural_alignment(die: Die) -> int:
    stated = stated_alignment(die)
    if die.tag == "DW_TAG_array_type":
        return max(stated, alignment_of(die.get_DIE_from_attribute("DW_AT_type")))
    if die.tag == "DW_TAG_ptr_to_member_type":
        return max(stated, int(die.cu["address_size"]))
    if die.tag not in classes:
        return max(stated, size_of(die))
    parts = [
        member_alignment(child)
        for child in die.iter_children()
        if child.tag in ("DW_TAG_member", "DW_TAG_inheritance") and is_in_object(child)
    ]
    has_table = "DW_AT_containing_type" in die.attributes
    return max([stated, *parts, int(die.cu["address_size"]) if has_table else 1])
