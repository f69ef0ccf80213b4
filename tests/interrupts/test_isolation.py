# SPDX-License-Identifier: BSD-2-Clause
# Builds: kernels/l4test/isolated.flat l4test
# One run in 3, unless changed: dimensions/arch/x86_64 dimensions/platform/pc
"""With page-table isolation, user mode's page tables have the trampolines and nothing else of the
kernel: a machine is stopped again and again, and the tables of the processor are walked from
outside."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from test_anywhere import Monitor, build, kernel_base, machine, patience_s

_page = 4096
_address = 0x000F_FFFF_FFFF_F000
_present, _writable, _user, _is_large, _no_execute = 1, 2, 4, 1 << 7, 1 << 63
_levels = 4
_spaces = 3


class Entry:
    """A page that a tree has in the upper half: where, and with which rights."""

    def __init__(self, address: int, bits: int, user: bool) -> None:
        self.address, self.bits, self.user = address, bits, user

    @property
    def rights(self) -> str:
        """As `rwxu`."""
        write = "w" if self.bits & _writable else "-"
        execute = "-" if self.bits & _no_execute else "x"
        return "r" + write + execute + ("u" if self.user else "-")


def table(monitor: Monitor, physical: int) -> list[int]:
    """The 512 entries of a page table."""
    text = monitor.human(f"xp /512gx {physical:#x}")
    return [int(word, 16) for line in text.splitlines() for word in line.split(":")[1].split()]


def pages(
    monitor: Monitor,
    physical: int,
    indices: range,
    level: int = _levels,
    base: int = 0,
    user: bool = True,
) -> Iterator[Entry]:
    """All that these entries of a table translate."""
    entries = table(monitor, physical)
    for index in indices:
        bits = entries[index]
        if not bits & _present:
            continue
        address = base | index << (12 + 9 * (level - 1))
        seen = user and bool(bits & _user)
        if level == 1 or bits & _is_large:
            yield Entry(address, bits, seen)
        else:
            yield from pages(monitor, bits & _address, range(512), level - 1, address, seen)


def upper_half(monitor: Monitor, root: int) -> list[Entry]:
    """What a tree translates above user memory; addresses are signed like the processor's."""
    return [
        Entry(each.address | 0xFFFF << 48, each.bits, each.user)
        for each in pages(monitor, root, range(256, 512))
    ]


def register(text: str, name: str) -> int:
    """A register of `info registers`."""
    found = re.search(rf"\b{name}\s*=\s*([0-9a-f]+)", text)
    assert found, text
    return int(found[1], 16)


def symbols(image: Path) -> dict[str, int]:
    """The image's symbols."""
    done = subprocess.run(["nm", str(image)], capture_output=True, text=True, check=True)
    lines = (line.split() for line in done.stdout.splitlines())
    return {line[2]: int(line[0], 16) for line in lines if len(line) == 3}


def user_stops(monitor: Monitor) -> Iterator[str]:
    """The registers at moments when user mode runs."""
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        monitor.execute("stop")
        registers = monitor.human("info registers")
        if re.search(r"\bCPL=3\b", registers):
            yield registers
        monitor.execute("cont")
        time.sleep(0.001)
    pytest.fail("too few spaces run in user mode")


def pages_of_task_state(registers: str) -> range:
    """Where the processor finds stacks and the bitmap of ports."""
    found = re.search(r"^TR\s*=\s*[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+)", registers, re.MULTILINE)
    assert found, registers
    base = int(found[1], 16)
    return range(base, base + int(found[2], 16) + 1, _page)


def base_of_table(registers: str, name: str) -> int:
    """Where the processor finds its segments or gates."""
    found = re.search(rf"^{name}=\s*([0-9a-f]+)", registers, re.MULTILINE)
    assert found, registers
    return int(found[1], 16)


def allowed_rights(page: Entry, code: range, data: range, task_state: range) -> tuple[str, ...]:
    """What user mode's tables may say of a page in the upper half."""
    if page.user:
        return ("r--u", "r-xu")
    if page.address in code:
        return ("r-x-",)
    if page.address in data:
        return ("rw--",)
    return ("r---",) if page.address in task_state else ()


def build_isolated(variant: str) -> Path:
    """The image of the same kernel with isolation."""
    return build(variant, "kernels/l4test/isolated.flat")


@pytest.mark.parametrize("variant", ["virtual", "flat"])
def test_user_mode_has_nothing_of_the_kernel_but_trampolines(variant: str, tmp_path: Path) -> None:
    image = build_isolated(variant)
    names = symbols(image)
    code = range(names["flat_trampolines"], names["flat_trampolines_end"], _page)
    data = range(names["flat_trampoline_data"], names["flat_trampoline_data_end"], _page)
    roots: set[int] = set()
    with machine(image, tmp_path) as (console, monitor, _):
        console.await_line("^ok 1 ")
        stops = user_stops(monitor)
        while len(roots) < _spaces:
            registers = next(stops)
            root = register(registers, "CR3") & _address
            if root in roots:
                continue
            roots.add(root)
            assert root & _page, "the second top table"
            assert not register(registers, "CR4") & 1 << 7, "no global pages"
            assert base_of_table(registers, "GDT") in range(data.start, data.stop)
            assert base_of_table(registers, "IDT") in range(data.start, data.stop)
            task_state = pages_of_task_state(registers)
            for each in upper_half(monitor, root):
                allowed = allowed_rights(each, code, data, task_state)
                assert each.rights in allowed, hex(each.address)


def test_without_it_user_mode_has_the_whole_kernel(tmp_path: Path) -> None:
    """What the test above would say of a kernel that is not isolated."""
    with machine(build("flat"), tmp_path) as (console, monitor, _):
        console.await_line("^ok 1 ")
        registers = next(user_stops(monitor))
        found = upper_half(monitor, register(registers, "CR3") & _address)
        assert any(each.address >= kernel_base and not each.user for each in found)
        assert len(found) > 100
