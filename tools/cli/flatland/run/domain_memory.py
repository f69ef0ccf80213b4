# SPDX-License-Identifier: BSD-2-Clause
"""The memory of a kernel's domains, as its own has it: by page tables, or of processes.

A domain that has been given back has no memory any more, and one that was made anew has another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from flatland.dwarf.domain_list import DomainList

_word_bytes = 8
_domains_max = 256  # what a list that is being changed may seem to have is not followed further
_direct_map_base = 0xFFFF_8000_0000_0000  # dimensions/arch/x86_64/include/x86_64/address_space.hpp
_levels = (39, 30, 21, 12)  # Intel SDM volume 3A, 4.5
_present, _is_page, _frame_mask = 1, 1 << 7, 0x000F_FFFF_FFFF_F000

Place = Callable[[int], int]
"""Where in a file a kernel has what lies at an address."""


@dataclass(frozen=True)
class DomainMemory:
    """The memory of a domain that was made from the image of this number."""

    image: int
    file: Path
    place: Place


def domains_of_machine(listed: DomainList, ram_file: Path, image: Place) -> list[DomainMemory]:
    """Those of a machine whose memory is a file; `image` places what the kernel's image has."""
    with ram_file.open("rb", buffering=0) as stream:
        descriptor = stream.fileno()
        return [
            DomainMemory(
                _half_word(descriptor, at + listed.image), ram_file, _by_tables(root, ram_file)
            )
            for at in _programs(descriptor, listed, image, lambda each: each - _direct_map_base)
            if (root := _word(descriptor, at + (listed.page_root or 0)))
        ]


def domains_of_process(listed: DomainList, pid: int, image: Place) -> list[DomainMemory]:
    """Those of a process, which are others."""
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as stream:
        descriptor = stream.fileno()
        found = []
        for at in _programs(descriptor, listed, image, lambda each: each):
            process = _word(descriptor, at + (listed.process or 0))
            own = _half_word(descriptor, process + listed.process_id) if process else 0
            if own:
                number = _half_word(descriptor, at + listed.image)
                found.append(DomainMemory(number, Path(f"/proc/{own}/mem"), _moved(own)))
        return found


def _programs(descriptor: int, listed: DomainList, image: Place, place: Place) -> Iterator[int]:
    """Where in the file the programs are, the first of which one of the image's words names."""
    first = _word(descriptor, image(listed.first))
    each = first
    for _ in range(_domains_max):
        if each == 0:
            return
        yield place(each)
        each = _word(descriptor, place(each) + listed.next)
        if each == first:
            return


def _by_tables(root: int, ram_file: Path) -> Place:
    def place(address: int) -> int:
        with ram_file.open("rb", buffering=0) as stream:
            table = root & _frame_mask
            for shift in _levels:
                entry = _word(stream.fileno(), table + (address >> shift & 511) * _word_bytes)
                if not entry & _present:
                    raise OSError(f"nothing is at {address:#x}")
                table = entry & _frame_mask
                if shift == _levels[-1] or entry & _is_page:
                    inside = (1 << shift) - 1
                    return table & ~inside | address & inside
        raise AssertionError("page tables have four levels")

    return place


def _moved(pid: int) -> Place:
    """Programs are position independent, and begin where their file is mapped first."""
    for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
        if "/memfd:domain" in line:
            start = int(line.partition("-")[0], 16)
            return lambda address: address + start
    raise OSError(f"process {pid} is no domain")


def _word(descriptor: int, offset: int) -> int:
    return int.from_bytes(os.pread(descriptor, _word_bytes, offset), "little")


def _half_word(descriptor: int, offset: int) -> int:
    return int.from_bytes(os.pread(descriptor, _word_bytes // 2, offset), "little")
