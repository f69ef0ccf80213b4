# SPDX-License-Identifier: BSD-2-Clause
"""What object files tell about the classes that they were made from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from compilers import TestFailed, run

_llvm = Path("/usr/lib/llvm-19/bin")
_entry = re.compile(r"^0x[0-9a-f]+:( +)(DW_TAG_\w+|NULL)")
_name = re.compile(r'^ +DW_AT_name\s+\("([^"]*)"\)')
_class_tags = ("DW_TAG_class_type", "DW_TAG_structure_type")


@dataclass
class _Class:
    """A class as far as the debug information has been read."""

    depth: int
    name: str | None = None
    bases: int = 0


def tables_of(object_file: Path, class_name: str) -> list[str]:
    """Symbols of tables (virtual functions, virtual bases, type information) of the class."""
    simple_name = re.escape(class_name.split("::")[-1])
    table = re.compile(rf"(vtable|VTT|typeinfo) for (.*::)?{simple_name}$")
    done = run([str(_llvm / "llvm-nm"), "--demangle", "--format=just-symbols", str(object_file)])
    if done.status != 0:
        raise TestFailed(done.told())
    return [symbol for symbol in done.output.splitlines() if table.match(symbol)]


def base_count(object_file: Path, class_name: str) -> int | None:
    """How many bases the debug information gives the class; None: it does not know it."""
    simple_name = class_name.split("::")[-1]
    counts = [each.bases for each in _classes(object_file) if each.name == simple_name]
    return max(counts) if counts else None


def _classes(object_file: Path) -> Iterator[_Class]:
    """Each class that the debug information describes or declares."""
    open_classes: list[_Class] = []
    for line in _debug_information(object_file):
        name = _name.match(line)
        if name and open_classes and open_classes[-1].name is None:
            open_classes[-1].name = name.group(1)
        entry = _entry.match(line)
        if entry is None:
            continue
        depth, tag = len(entry.group(1)), entry.group(2)
        while open_classes and open_classes[-1].depth >= depth:
            yield open_classes.pop()
        if open_classes and open_classes[-1].name is None:
            open_classes[-1].name = ""  # its members follow: it has none
        if tag == "DW_TAG_inheritance" and open_classes:
            open_classes[-1].bases += 1
        if tag in _class_tags:
            open_classes.append(_Class(depth))
    yield from open_classes


def _debug_information(object_file: Path) -> list[str]:
    done = run([str(_llvm / "llvm-dwarfdump"), "--debug-info", str(object_file)])
    if done.status != 0:
        raise TestFailed(done.told())
    return done.output.splitlines()
