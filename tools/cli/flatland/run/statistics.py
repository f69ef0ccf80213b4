# SPDX-License-Identifier: BSD-2-Clause
"""What the components of a kernel have counted, read from its memory while it runs and at its end.

A machine's memory is a file. A process is asked by FLAT_HELD to wait at its end until it was read
(dimensions/platform/linux/last_resort.cpp); one that was killed has told nothing. Domains beside
the kernel's are read where the kernel has their memory, as long as it has them.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from flatland.builder.pipeline import BuiltImage

if TYPE_CHECKING:
    from flatland.dwarf.counters import CounterPlace
    from flatland.dwarf.domain_list import DomainList
    from flatland.run.domain_memory import DomainMemory

held_variable = "FLAT_HELD"
_counter_bytes = 8
_page_bytes = 4096


@dataclass(frozen=True)
class Count:
    """What a counter of an instance was when it was read."""

    instance: str
    component: str
    name: str
    value: int


class Statistics:
    """The counters of one run (an `Observer` of its process)."""

    def __init__(
        self,
        image: Path,
        structure: str,
        ram_file: Path | None,
        domains: Sequence[BuiltImage] = (),
    ) -> None:
        """`ram_file`: a machine's memory; None: the image is a process."""
        self._image = image
        self._structure = structure
        self._domains = domains
        self._domain_list: DomainList | None = None
        self._domain_places: dict[int, list[CounterPlace]] = {}
        self._ram_file = ram_file
        self._places: list[CounterPlace] | None = None
        self._pid = 0
        self._previous = signal.getsignal(signal.SIGUSR1)
        self._was_held = False
        self.holder, self._held = socket.socketpair()
        self.passed: tuple[int, ...] = (self._held.fileno(),)
        held = {held_variable: str(self._held.fileno())}
        self.environment: dict[str, str] = {} if ram_file else held
        self.counts: list[Count] | None = None  # None: nothing could be read

    def start(self, pid: int) -> None:
        """The kernel has begun; from now on SIGUSR1 has its counters printed."""
        self._pid = pid
        self._held.close()
        signal.signal(signal.SIGUSR1, self._asked)

    def release(self) -> None:
        """Reads a process that waits at its end, and lets it go on."""
        self._read()
        self._was_held = True
        self.holder.close()

    def end(self) -> None:
        """Reads what there is for the last time."""
        signal.signal(signal.SIGUSR1, self._previous)
        if not self._was_held:
            self._read()
            self.holder.close()

    def _asked(self, number: int, frame: FrameType | None) -> None:
        self._read()
        text = f"{text_of(self.counts)}\n".encode()
        os.write(sys.stderr.fileno(), text)  # buffers of Python's are not for who interrupts them

    def _read(self) -> None:
        try:
            self.counts = self._counts()
        except OSError:  # the process is gone, or has not begun
            return

    def _counts(self) -> list[Count]:
        from flatland.dwarf.counters import counters_of

        if self._places is None:
            self._places = counters_of(self._image, self._structure)
        if self._ram_file:
            memory, place = self._ram_file, _physical(self._image)
        else:
            memory = Path(f"/proc/{self._pid}/mem")
            place = _moved(_process_start(self._pid, self._image))
        counts = _counts_at(self._places, memory, place, "")
        prefixes: list[str] = []
        for each in self._living(place):
            name = self._domains[each.image].domain
            prefixes.append(name)
            known = prefixes.count(name)
            prefix = f"{name}." if known == 1 else f"{name}.{known}."
            try:
                counts += _counts_at(self._places_of(each.image), each.file, each.place, prefix)
            except OSError:  # it is being made, or ends just now
                continue
        return counts

    def _living(self, place: Callable[[int], int]) -> list[DomainMemory]:
        """The domains of the assembly's that there are now."""
        from flatland.dwarf.domain_list import domain_list_of
        from flatland.run import domain_memory

        if not self._domains:
            return []
        self._domain_list = self._domain_list or domain_list_of(self._image, self._structure)
        if self._domain_list is None:
            return []
        found = (
            domain_memory.domains_of_machine(self._domain_list, self._ram_file, place)
            if self._ram_file
            else domain_memory.domains_of_process(self._domain_list, self._pid, place)
        )
        return [each for each in found if each.image < len(self._domains)]

    def _places_of(self, number: int) -> list[CounterPlace]:
        from flatland.dwarf.counters import counters_of

        if number not in self._domain_places:
            self._domain_places[number] = counters_of(self._domains[number].file, "Image")
        return self._domain_places[number]


def _counts_at(
    places: Sequence[CounterPlace], memory: Path, place: Callable[[int], int], prefix: str
) -> list[Count]:
    """What counters are in a memory."""
    with memory.open("rb", buffering=0) as stream:
        return [
            Count(
                prefix + each.instance,
                each.component,
                each.name,
                _number_at(stream.fileno(), place(each.address)),
            )
            for each in places
        ]


def _number_at(descriptor: int, offset: int) -> int:
    return int.from_bytes(os.pread(descriptor, _counter_bytes, offset), "little")


def _moved(distance: int) -> Callable[[int], int]:
    return lambda address: address + distance


def _physical(image: Path) -> Callable[[int], int]:
    """Where the loader puts what an image has at an address."""
    segments = _segments(image)

    def place(address: int) -> int:
        for each in segments:
            if each.p_vaddr <= address < each.p_vaddr + each.p_memsz:
                return int(address - each.p_vaddr + each.p_paddr)
        raise AssertionError(f"{address:#x} is in no segment of {image}")

    return place


def _process_start(pid: int, image: Path) -> int:
    """By how much a process has its image moved (proc(5): maps)."""
    first = min(int(each.p_vaddr) for each in _segments(image))
    for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
        if line.endswith(str(image.resolve())):
            return int(line.partition("-")[0], 16) - first // _page_bytes * _page_bytes
    raise FileNotFoundError(f"process {pid} does not run {image}")


def _segments(image: Path) -> list[Any]:
    """The headers of what the loader puts into memory."""
    from elftools.elf.elffile import ELFFile

    with image.open("rb") as stream:
        return [each.header for each in ELFFile(stream).iter_segments("PT_LOAD")]


def as_data(counts: Sequence[Count] | None) -> dict[str, Any] | None:
    """For `--format json`: counters by instance."""
    if counts is None:
        return None
    data: dict[str, Any] = {}
    for each in counts:
        entry = data.setdefault(each.instance, {"component": each.component, "counts": {}})
        entry["counts"][each.name] = each.value
    return data


def text_of(counts: Sequence[Count] | None) -> str:
    """For people: what is not 0."""
    if counts is None:
        return "no statistics: the kernel was gone before its counters could be read"
    if not counts:
        return "no statistics: no component of this kernel counts anything"
    shown = [each for each in counts if each.value]
    lines = []
    for each in shown:
        head = f"{each.instance} ({each.component})"
        if head not in lines:
            lines.append(head)
        lines.append(f"    {each.name:<24} {each.value:>12,}".replace(",", " "))
    lines.append(f"{len(counts) - len(shown)} of {len(counts)} counters are 0")
    return "\n".join(lines)
