# SPDX-License-Identifier: BSD-2-Clause
"""What an image's DWARF tells: classes, where calls were inlined, from which line code comes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from flatland.dwarf.entries import (
    Die,
    decode_uleb128,
    enclosing_function,
    low_address,
    number_of,
    qualified_name,
    root_of,
    text_of,
)
from flatland.dwarf.files import SourceFiles
from flatland.dwarf.types import offset_of

Unit = Any

_classes = ("DW_TAG_class_type", "DW_TAG_structure_type")


@dataclass(frozen=True)
class Place:
    """A place in a source file, whose path begins at the kit's or the user's folder."""

    file: str
    line: int
    column: int


@dataclass(frozen=True)
class InlinedCall:
    """A call in whose place the callee's code stands."""

    callee: str  # qualified, without parameters
    caller: str  # the function in whose code it lies at last
    place: Place  # of the call


@dataclass
class ClassFacts:
    """A class: its size, its bases with their offsets, and its virtual functions' slots."""

    size_bytes: int
    bases: dict[str, int | None] = field(default_factory=dict)  # None: the table tells the offset
    slots: dict[str, int] = field(default_factory=dict)


class DebugInformation:
    """The parts of an image's DWARF that reports are made from."""

    def __init__(self, image: Path) -> None:
        self.classes: dict[str, ClassFacts] = {}
        self.inlined: list[InlinedCall] = []
        self._rows: list[tuple[int, Place | None]] = []
        with image.open("rb") as stream:
            file = ELFFile(stream)
            self._code = _code_ranges(file)
            dwarf = file.get_dwarf_info()
            for unit in dwarf.iter_CUs():
                program = dwarf.line_program_for_CU(unit)
                files = SourceFiles(program)
                self._read_rows(program, files)
                self._read(unit, files)
        # An end may have the address at which another sequence begins: it stands before it.
        self._rows.sort(key=lambda row: (row[0], row[1] is not None))
        self._addresses = [address for address, _ in self._rows]

    def place_of(self, address: int) -> Place | None:
        """Where the code at an address comes from."""
        index = bisect_right(self._addresses, address) - 1
        return self._rows[index][1] if index >= 0 else None

    def lines(self) -> set[tuple[str, int]]:
        """Every line of which there is code."""
        return {(place.file, place.line) for _, place in self._rows if place}

    def virtual_functions(self, name: str) -> Mapping[str, tuple[str, int]]:
        """The virtual functions of a class by name: the class that declares each, and its slot."""
        found: dict[str, tuple[str, int]] = {}
        facts = self.classes.get(name)
        for base in facts.bases if facts else ():
            found |= self.virtual_functions(base)
        if facts:
            found |= {method: (name, slot) for method, slot in facts.slots.items()}
        return found

    def _is_code(self, address: int) -> bool:
        return any(address in place for place in self._code)

    def _read_rows(self, program: Any, files: SourceFiles) -> None:
        """The line table, in which code that the linker dropped stands at addresses of none."""
        dropped = False
        starts = True
        for entry in program.get_entries() if program else ():
            state = entry.state
            if state is None:
                continue
            if starts:
                dropped = not self._is_code(state.address)
            starts = state.end_sequence
            if dropped:
                continue
            place = None if starts else Place(files.name(state.file), state.line, state.column)
            self._rows.append((state.address, place))

    def _read(self, unit: Unit, files: SourceFiles) -> None:
        for die in unit.iter_DIEs():
            if die.tag in _classes and "DW_AT_byte_size" in die.attributes:
                self._read_class(die)
            elif die.tag == "DW_TAG_inlined_subroutine" and self._has_code(die):
                callee = qualified_name(root_of(die))
                place = Place(
                    files.name(number_of(die, "DW_AT_call_file")),
                    number_of(die, "DW_AT_call_line"),
                    number_of(die, "DW_AT_call_column"),
                )
                self.inlined.append(InlinedCall(callee, _caller(die), place))

    def _has_code(self, die: Die) -> bool:
        """Whether it is a copy in the image; one of dropped code has an address of none."""
        if "DW_AT_ranges" in die.attributes:
            owner = enclosing_function(die)
            begin = low_address(owner) if owner is not None else None
            return begin is None or self._is_code(begin)
        begin = low_address(die)
        return begin is not None and self._is_code(begin)

    def _read_class(self, die: Die) -> None:
        name = qualified_name(die)
        facts = self.classes.get(name)
        if facts is None:
            facts = self.classes[name] = ClassFacts(number_of(die, "DW_AT_byte_size"))
        for child in die.iter_children():
            if child.tag == "DW_TAG_inheritance":
                base = child.get_DIE_from_attribute("DW_AT_type")
                facts.bases[qualified_name(base)] = offset_of(child)
            elif child.tag == "DW_TAG_subprogram":
                slot = _slot(child)
                if slot is not None:
                    facts.slots[text_of(child, "DW_AT_name")] = slot


def _code_ranges(file: Any) -> list[range]:
    return [
        range(section["sh_addr"], section["sh_addr"] + section["sh_size"])
        for section in file.iter_sections()
        if section["sh_flags"] & SH_FLAGS.SHF_EXECINSTR
    ]


def _caller(die: Die) -> str:
    owner = enclosing_function(die)
    return qualified_name(root_of(owner)) if owner is not None else ""


def _slot(die: Die) -> int | None:
    """The place of a virtual function in its class's table (DW_OP_constu N)."""
    attribute = die.attributes.get("DW_AT_vtable_elem_location")
    if attribute is None or "DW_AT_name" not in die.attributes:
        return None
    value = attribute.value
    if isinstance(value, int):
        return value
    return decode_uleb128(value[1:])[0]
