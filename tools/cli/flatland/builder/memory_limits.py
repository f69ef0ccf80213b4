# SPDX-License-Identifier: BSD-2-Clause
"""Refuses limits of memory below what an image needs, which is known when it is linked (F0728)."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from flatland.diagnostics import Diagnostic, FlatError, Span, error, replacement, source_lines
from flatland.model.resolved import ResolvedAssembly

_limits = {"api.MemoryLimit": "domain", "api.MakingGrant": "makes"}
"""The components that limit a domain's `pages`, and what of them names the domain."""
_page = 4096
_setting = re.compile(r"\bpages\s*=\s*(\d+)")
_header = struct.Struct("<32xQ14xHH")
_segment = struct.Struct("<IIQQQQQQ")
_load, _writable = 1, 2


@dataclass(frozen=True)
class MemoryLimit:
    """So many pages are the most of each domain of an image; the instance that says so."""

    domain: str
    pages: int
    instance: str
    file: str
    line: int
    column: int


def limits_of(assembly: ResolvedAssembly) -> Iterator[MemoryLimit]:
    """Those that an assembly states."""
    for each in assembly.instances:
        named_by = _limits.get(each.component.full_name)
        if named_by:
            values = dict(each.attributes)
            domain, pages = str(values[named_by]), int(str(values["pages"]))
            file, line, column = each.origin.file, each.origin.line, each.origin.column
            yield MemoryLimit(domain, pages, each.name, str(file), line, column)


def check_limits(limits: Iterable[MemoryLimit], arch: str, images: Mapping[str, Path]) -> None:
    """Raises F0728 for those below what the images, by domain, need; some may not be there."""
    found = []
    for limit in limits:
        image = images.get(limit.domain)
        if image and image.is_file():
            needed = needed_pages(image, arch)
            if limit.pages < needed:
                found.append(_too_low(limit, needed, arch))
    if found:
        raise FlatError(found)


def needed_pages(image: Path, arch: str) -> int:
    """How many pages a domain cannot do without, as its limit counts them.

    Of a process of the host: all that can be written. Else what comes from its file, and one page
    of its stack.
    """
    segments = [each for each in _segments(image.read_bytes()) if each[0] == _load]
    if arch == "hosted":
        return sum(_pages(each[3], each[6]) for each in segments if each[1] & _writable)
    return 1 + sum(_pages(each[3], each[5]) for each in segments)


def _segments(data: bytes) -> Iterator[tuple[int, ...]]:
    """Type, flags, offset, address, physical address, bytes of the file, bytes (System V gABI)."""
    begin, size, count = _header.unpack_from(data)
    for place in range(count):
        yield _segment.unpack_from(data, begin + place * size)


def _pages(address: int, size: int) -> int:
    return -(-(address + size) // _page) - address // _page if size else 0


def _too_low(limit: MemoryLimit, needed: int, arch: str) -> Diagnostic:
    number = _number(limit)
    end = limit.column + len(limit.instance)
    notes = ["the host's own libraries take some more"] if arch == "hosted" else []
    return error(
        "F0728",
        f"`{limit.instance}` leaves domain `{limit.domain}` {limit.pages} pages, and it needs "
        f"{needed}",
        number or Span(Path(limit.file), limit.line, limit.column, end),
        "fewer than its image has",
        notes=notes,
        help=f"state `pages = {needed}` or more",
        edit=replacement(number, str(needed)) if number else None,
    )


def _number(limit: MemoryLimit) -> Span | None:
    """The number in the instance's declaration; None where it comes from elsewhere."""
    file = Path(limit.file)
    lines = source_lines(file)
    for number, line in enumerate(lines[limit.line - 1 :], limit.line):
        setting = _setting.search(line, limit.column - 1 if number == limit.line else 0)
        if setting and int(setting[1]) == limit.pages:
            return Span(file, number, setting.start(1) + 1, setting.end(1) + 1)
        if "}" in line:
            break
    return None
