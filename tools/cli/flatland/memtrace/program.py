# SPDX-License-Identifier: BSD-2-Clause
"""The files with code of a traced program: itself, and the libraries that its user names."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from flatland.errors import failure, shown

_page = 4096


@dataclass(frozen=True)
class Module:
    """An ELF file that runs on x86-64, and what its loader needs."""

    path: Path  # absolute, without symbolic links
    file_offset: int  # of the first segment, rounded down to a page
    address: int  # of that one, as the file has it
    size_bytes: int  # of all segments together
    is_static: bool
    symbols: dict[str, frozenset[int]] = field(repr=False)  # of functions, by name

    def defines(self, function: str) -> bool:
        """Whether it has a function of its own of that name."""
        return function in self.symbols


def read_module(path: Path) -> Module:
    """Reads a program or library; an error if it cannot be traced."""
    try:
        with path.open("rb") as stream:
            file = ELFFile(stream)
            if file["e_machine"] != "EM_X86_64" or file["e_type"] not in ("ET_EXEC", "ET_DYN"):
                raise _not_traceable(path, f"it is for {file['e_machine']}, {file['e_type']}")
            if file.get_section_by_name(".debug_info") is None:
                raise failure(
                    "F1002",
                    f"{shown(path)} has no debug information",
                    help="compile it with -g, at the optimisation that it runs with",
                )
            loaded = [each.header for each in file.iter_segments("PT_LOAD")]
            address = loaded[0]["p_vaddr"] // _page * _page
            is_static = file["e_type"] == "ET_EXEC" or path.suffix != ".so"
            is_static = is_static and not any(file.iter_segments("PT_INTERP"))
            return Module(
                path.resolve(),
                loaded[0]["p_offset"] // _page * _page,
                address,
                max(each["p_vaddr"] + each["p_memsz"] for each in loaded) - address,
                is_static,
                _functions(file),
            )
    except (OSError, ELFError, IndexError) as problem:
        raise _not_traceable(path, str(problem) or type(problem).__name__) from problem


def find_program(word: str) -> Path:
    """The file that a command's first word names, as a shell finds it."""
    found = shutil.which(word)
    if found is None:
        raise _not_traceable(Path(word), "there is no such program")
    return Path(found)


def _not_traceable(path: Path, why: str) -> Exception:
    return failure(
        "F1001",
        f"{shown(path)} cannot be traced",
        notes=[why],
        help="name an ELF program for Linux on x86-64; a script names one in its first line",
    )


def _functions(file: ELFFile) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for section in (".symtab", ".dynsym"):
        table = file.get_section_by_name(section)
        for symbol in table.iter_symbols() if table else ():
            is_function = symbol["st_info"]["type"] in ("STT_FUNC", "STT_NOTYPE")
            if symbol.name and is_function and symbol["st_shndx"] != "SHN_UNDEF":
                found.setdefault(symbol.name, set()).add(symbol["st_value"])
    return {name: frozenset(addresses) for name, addresses in found.items()}
