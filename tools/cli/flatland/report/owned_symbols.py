# SPDX-License-Identifier: BSD-2-Clause
"""Whose the bytes of one translation unit are: by the names of its functions and tables.

In `flat` all C++ of an image is one object file, of which the linker's map says nothing more.
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

_generated = re.compile(
    r"^(?:non-virtual thunk to |virtual thunk to |construction vtable for |vtable for |VTT for )"
)
_package = re.compile(r"flat::([a-z]\w*)::")


def owned_symbols(
    image: Path, sections: Mapping[str, tuple[str, int]], planned: Mapping[str, Any]
) -> dict[str, dict[str, int]]:
    """Bytes by owner and kind: a component, the package of another class, or `core`.

    `sections` are the image's in memory, with their kinds. Symbols of C and assembly, which have no
    C++ name, are nobody's here.
    """
    classes = {each["class"]: each["component"] for each in planned["instances"]}
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    symbols = list(_symbols(image, sections))
    for name, (_, kind, size) in zip(_readable(each[0] for each in symbols), symbols, strict=True):
        owner = owner_of(_generated.sub("", name), classes)
        if owner:
            found[owner][kind] += size
    return {owner: dict(sizes) for owner, sizes in found.items()}


def _symbols(
    image: Path, sections: Mapping[str, tuple[str, int]]
) -> Iterator[tuple[str, str, int]]:
    """Name, kind of section and size of each function and object, those at one place once."""
    with open(image, "rb") as stream:
        elf = ELFFile(stream)
        names = [section.name for section in elf.iter_sections()]
        seen = set()
        for symbol in elf.get_section_by_name(".symtab").iter_symbols():
            index = symbol["st_shndx"]
            if not isinstance(index, int) or names[index] not in sections:
                continue
            place = symbol["st_value"]
            if symbol["st_size"] and place not in seen and symbol.name.startswith("_Z"):
                seen.add(place)
                yield symbol.name, sections[names[index]][0], symbol["st_size"]


def _readable(names: Iterable[str]) -> list[str]:
    done = subprocess.run(
        ["llvm-cxxfilt-19"], input="\n".join(names), capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def owner_of(name: str, classes: Mapping[str, str]) -> str | None:
    """The component whose class it belongs to, else the package or `core`."""
    for class_name, component in classes.items():
        if re.match(rf"(?:[^(]*\s)?{re.escape(class_name)}(?:::|\(|$)", name):
            return component
    before_arguments = name.partition("(")[0]
    package = _package.search(before_arguments)
    if package and package[1] != "detail":
        return package[1]
    return "core" if "flat::" in before_arguments else None
