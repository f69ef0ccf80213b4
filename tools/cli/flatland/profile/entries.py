# SPDX-License-Identifier: BSD-2-Clause
"""Names of the places at which a kernel is entered."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

from elftools.elf.elffile import ELFFile


class Entries:
    """The symbols of an image's code, by address."""

    def __init__(self, image: Path) -> None:
        symbols: dict[int, str] = {}
        with image.open("rb") as stream:
            table = ELFFile(stream).get_section_by_name(".symtab")
            for symbol in table.iter_symbols() if table else ():
                is_code = symbol["st_info"]["type"] in ("STT_FUNC", "STT_NOTYPE")
                if symbol.name and is_code and symbol["st_shndx"] != "SHN_UNDEF":
                    symbols.setdefault(symbol["st_value"], symbol.name)
        self._addresses = sorted(symbols)
        self._names = [symbols[address] for address in self._addresses]

    def name(self, address: int) -> str:
        """`syscall_entry`, `interrupt_entries+0x10`; the address where no symbol stands before."""
        index = bisect_right(self._addresses, address) - 1
        if index < 0:
            return f"{address:#x}"
        offset = address - self._addresses[index]
        return self._names[index] + (f"+{offset:#x}" if offset else "")
