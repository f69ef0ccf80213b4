# SPDX-License-Identifier: BSD-2-Clause
"""What an image's DWARF tells: classes, where calls were inlined, from which line code comes."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from flatland.dwarf import Die, qualified_name, text_of

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
                files = _Files(dwarf.line_program_for_CU(unit))
                self._read_rows(files)
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

    def _read_rows(self, files: _Files) -> None:
        """The line table, in which code that the linker dropped stands at addresses of none."""
        dropped = False
        starts = True
        for entry in files.program.get_entries() if files.program else ():
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

    def _read(self, unit: Unit, files: _Files) -> None:
        for die in unit.iter_DIEs():
            if die.tag in _classes and "DW_AT_byte_size" in die.attributes:
                self._read_class(die)
            elif die.tag == "DW_TAG_inlined_subroutine" and self._has_code(die):
                callee = _subprogram_name(die)
                place = Place(
                    files.name(_value(die, "DW_AT_call_file")),
                    _value(die, "DW_AT_call_line"),
                    _value(die, "DW_AT_call_column"),
                )
                self.inlined.append(InlinedCall(callee, _caller(die), place))

    def _has_code(self, die: Die) -> bool:
        """Whether it is a copy in the image; one of dropped code has an address of none."""
        if "DW_AT_ranges" in die.attributes:
            owner = _enclosing_function(die)
            begin = _low_address(owner) if owner is not None else None
            return begin is None or self._is_code(begin)
        begin = _low_address(die)
        return begin is not None and self._is_code(begin)

    def _read_class(self, die: Die) -> None:
        name = qualified_name(die)
        facts = self.classes.get(name)
        if facts is None:
            facts = self.classes[name] = ClassFacts(_value(die, "DW_AT_byte_size"))
        for child in die.iter_children():
            if child.tag == "DW_TAG_inheritance":
                base = child.get_DIE_from_attribute("DW_AT_type")
                offset = child.attributes.get("DW_AT_data_member_location")
                known = offset.value if offset and isinstance(offset.value, int) else None
                facts.bases[qualified_name(base)] = known
            elif child.tag == "DW_TAG_subprogram":
                slot = _slot(child)
                if slot is not None:
                    facts.slots[text_of(child, "DW_AT_name")] = slot


class _Files:
    """The names of a unit's files by number."""

    def __init__(self, program: Any) -> None:
        self.program = program
        self._names: list[str] = []
        if program is None:
            return
        header = program.header
        self._first = 0 if header["version"] >= 5 else 1
        folders = [each.decode() for each in header["include_directory"]]
        if header["version"] < 5:
            folders.insert(0, ".")
        for entry in header["file_entry"]:
            path = posixpath.join(folders[entry["dir_index"]], entry["name"].decode())
            self._names.append(posixpath.normpath(path))

    def name(self, number: int) -> str:
        """The path of a file; empty when there is no such number."""
        index = number - self._first if self._names else -1
        return self._names[index] if 0 <= index < len(self._names) else ""


def _code_ranges(file: Any) -> list[range]:
    return [
        range(section["sh_addr"], section["sh_addr"] + section["sh_size"])
        for section in file.iter_sections()
        if section["sh_flags"] & SH_FLAGS.SHF_EXECINSTR
    ]


def _subprogram_name(die: Die) -> str:
    """The name of the function that an instance, a definition or a declaration is of."""
    each = die
    for _ in range(4):
        for attribute in ("DW_AT_abstract_origin", "DW_AT_specification"):
            if attribute in each.attributes:
                each = each.get_DIE_from_attribute(attribute)
                break
        else:
            break
    return qualified_name(each)


def _parents(die: Die) -> Iterator[Die]:
    each = die.get_parent()
    while each is not None:
        yield each
        each = each.get_parent()


def _enclosing_function(die: Die) -> Die | None:
    return next((each for each in _parents(die) if each.tag == "DW_TAG_subprogram"), None)


def _caller(die: Die) -> str:
    owner = _enclosing_function(die)
    return _subprogram_name(owner) if owner is not None else ""


def _low_address(die: Die) -> int | None:
    attribute = die.attributes.get("DW_AT_low_pc") or die.attributes.get("DW_AT_entry_pc")
    if attribute is None:
        return None
    if attribute.form.startswith("DW_FORM_addrx"):
        address: int = die.dwarfinfo.get_addr(die.cu, attribute.raw_value)
        return address
    value: int = attribute.value
    return value


def _slot(die: Die) -> int | None:
    """The place of a virtual function in its class's table (DW_OP_constu N)."""
    attribute = die.attributes.get("DW_AT_vtable_elem_location")
    if attribute is None or "DW_AT_name" not in die.attributes:
        return None
    value = attribute.value
    if isinstance(value, int):
        return value
    number = 0
    for shift, byte in enumerate(value[1:]):
        number |= (byte & 0x7F) << (7 * shift)
    return number


def _value(die: Die, name: str) -> int:
    attribute = die.attributes.get(name)
    return int(attribute.value) if attribute else 0
