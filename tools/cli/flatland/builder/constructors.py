# SPDX-License-Identifier: BSD-2-Clause
"""Refuses object files with static constructors: boot order is computed, never left to the linker.

A program of its own (`python constructors.py STAMP RESPONSE_FILE`) that Ninja runs before the
link; it uses only the standard library.
"""

from __future__ import annotations

import shlex
import struct
import sys
from collections.abc import Sequence
from pathlib import Path

_sections = (".init_array", ".ctors", ".preinit_array")
_elf64_little = b"\x7fELF\x02\x01"


def section_names(image: bytes) -> list[str]:
    """The names of the sections of a 64-bit little-endian ELF file (ELF-64 1.5, section 4)."""
    if not image.startswith(_elf64_little):
        return []
    (offset,) = struct.unpack_from("<Q", image, 0x28)
    size, count, names_index = struct.unpack_from("<HHH", image, 0x3A)
    if count == 0:  # more than 65279 sections: the count stands in the first header
        (count,) = struct.unpack_from("<Q", image, offset + 0x20)
    if names_index == 0xFFFF:
        (names_index,) = struct.unpack_from("<I", image, offset + 0x28)
    (names,) = struct.unpack_from("<Q", image, offset + size * names_index + 0x18)
    found = []
    for index in range(count):
        (name,) = struct.unpack_from("<I", image, offset + size * index)
        begin = names + name
        found.append(image[begin : image.index(b"\0", begin)].decode(errors="replace"))
    return found


def has_constructors(image: bytes) -> bool:
    """Whether an object file asks for code to run before main."""
    return any(name.startswith(_sections) for name in section_names(image))


def main(arguments: Sequence[str]) -> int:
    """Writes STAMP when no object file named in RESPONSE_FILE has constructors."""
    stamp, response = arguments
    objects = [Path(name) for name in shlex.split(Path(response).read_text(encoding="utf-8"))]
    guilty = [file for file in objects if has_constructors(file.read_bytes())]
    for file in guilty:
        print(f"static-constructor: {file}")
    if guilty:
        return 1
    Path(stamp).write_text("", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
