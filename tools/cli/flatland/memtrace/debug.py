# SPDX-License-Identifier: BSD-2-Clause
"""What of a module's DWARF tracing needs: functions, where they were inlined, classes, variables.

One pass over all units collects it, for programs have millions of entries.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from elftools.common.exceptions import DWARFError, ELFError
from elftools.elf.elffile import ELFFile

from flatland.dwarf.entries import (
    Die,
    classes,
    decode_uleb128,
    enclosing_function,
    low_address,
    nameless_class_of,
    qualified_name,
    root_of,
    text_of,
)
from flatland.dwarf.files import SourceFiles
from flatland.dwarf.types import type_of
from flatland.errors import failure, shown
from flatland.memtrace.program import Module

_op_addr, _op_addrx, _op_gnu_addr_index = 0x03, 0xA1, 0xFB


@dataclass
class FunctionFacts:
    """A function: where its copies begin, and in which functions others stand in a call's place."""

    name: str  # qualified, without parameters
    linkage_names: set[str] = field(default_factory=set)
    addresses: set[int] = field(default_factory=set)
    inlined_in: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class ClassFacts:
    """A complete class, structure or union."""

    name: str
    size_bytes: int
    is_of_system: bool  # declared in a header of the compiler or of the system
    die: Die = field(repr=False, compare=False)


@dataclass(frozen=True)
class Variable:
    """A variable that has one address."""

    address: int
    type: Die = field(repr=False)


class Debug:
    """The facts of one module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.functions: dict[int, FunctionFacts] = {}  # by the place of their first entry
        self.classes: dict[str, list[ClassFacts]] = {}
        self.typedefs: dict[int, str] = {}  # the only names of classes, by the places of these
        self.variables: list[Variable] = []
        self._system_files: frozenset[int] = frozenset()  # of the unit at hand
        self._stream = module.path.open("rb")  # stays open: entries are read as they are needed
        try:
            self._read()
        except (ELFError, DWARFError, NotImplementedError) as problem:
            self.close()
            raise failure(
                "F1002",
                f"the debug information of {shown(module.path)} cannot be read",
                notes=[str(problem)],
                help="compile it with -g, without -gsplit-dwarf, and do not compress it by dwz",
            ) from problem

    def _read(self) -> None:
        dwarf = ELFFile(self._stream).get_dwarf_info()
        for unit in dwarf.iter_CUs():
            self._system_files = SourceFiles(dwarf.line_program_for_CU(unit)).of_system()
            for die in unit.iter_DIEs():
                self._take(die)

    def close(self) -> None:
        """Ends the use of all entries."""
        self._stream.close()

    def _take(self, die: Die) -> None:
        nameless = nameless_class_of(die)
        if nameless is not None:
            self.typedefs[nameless.offset] = qualified_name(die)
            self._take_class(nameless, qualified_name(die))
        elif die.tag in classes and text_of(die, "DW_AT_name"):
            self._take_class(die, qualified_name(die))
        elif die.tag == "DW_TAG_subprogram":
            self._take_function(die)
        elif die.tag == "DW_TAG_inlined_subroutine":
            self._take_inlined(die)
        elif die.tag == "DW_TAG_variable" and "DW_AT_location" in die.attributes:
            address = _static_address(die)
            kind = type_of(die) or type_of(root_of(die))
            if address is not None and kind is not None:
                self.variables.append(Variable(address, kind))

    def name_of(self, die: Die) -> str:
        """The qualified name of a class, if need be that of its typedef."""
        return self.typedefs.get(die.offset) or qualified_name(die)

    def _take_class(self, die: Die, name: str) -> None:
        if "DW_AT_byte_size" not in die.attributes or "DW_AT_declaration" in die.attributes:
            return
        file = die.attributes.get("DW_AT_decl_file")
        is_of_system = file is not None and file.value in self._system_files
        size = int(die.attributes["DW_AT_byte_size"].value)
        facts = ClassFacts(name, size, is_of_system, die)
        known = self.classes.setdefault(facts.name, [])
        if facts not in known:
            known.append(facts)

    def _function(self, die: Die) -> FunctionFacts:
        root = root_of(die)
        if root.offset not in self.functions:
            self.functions[root.offset] = FunctionFacts(qualified_name(root))
        return self.functions[root.offset]

    def _take_function(self, die: Die) -> None:
        facts = self._function(die)
        linkage = text_of(die, "DW_AT_linkage_name")
        if linkage:
            facts.linkage_names.add(linkage)
        address = _begin(die)
        if address:  # 0: the linker has dropped it
            facts.addresses.add(address)

    def _take_inlined(self, die: Die) -> None:
        owner = enclosing_function(die)
        if owner is not None and _has_code(owner):
            self._function(die).inlined_in.add(qualified_name(root_of(owner)))


def _begin(die: Die) -> int | None:
    """Where a function's code begins, in one piece or in several."""
    if "DW_AT_ranges" in die.attributes and low_address(die) is None:
        return _first_of_ranges(die)
    return low_address(die)


def _first_of_ranges(die: Die) -> int | None:
    """Where a function begins that the compiler has split into hot and cold parts."""
    lists = die.dwarfinfo.range_lists()
    offset = die.attributes["DW_AT_ranges"].value
    top = die.cu.get_top_DIE()
    base = _begin(top) or 0 if die is not top else 0
    for each in lists.get_range_list_at_offset(offset, cu=die.cu):
        if hasattr(each, "base_address"):
            base = each.base_address
            continue
        is_absolute = getattr(each, "is_absolute", False)
        return int(each.begin_offset) + (0 if is_absolute else base)
    return None


def _has_code(function: Die) -> bool:
    return bool(_begin(function))


def _static_address(die: Die) -> int | None:
    """Of a variable whose place is one address; None for those of threads and on stacks."""
    expression = die.attributes["DW_AT_location"].value
    if not isinstance(expression, list) or not expression:
        return None
    operation, operand = expression[0], expression[1:]
    if operation == _op_addr and len(operand) == die.cu["address_size"]:
        return int.from_bytes(bytes(operand), "little")
    if operation in (_op_addrx, _op_gnu_addr_index):
        index, length = decode_uleb128(operand)
        if length == len(operand):
            return int(die.dwarfinfo.get_addr(die.cu, index))
    return None
