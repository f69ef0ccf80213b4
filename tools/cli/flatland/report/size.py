# SPDX-License-Identifier: BSD-2-Clause
"""How large an image is, by component and kind of section: from its ELF file and the linker's map.

The ELF file says which output sections are in memory and of which kind; lld's map says which bytes
of them come from which object file; the binding plan says whose object file that is.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from flatland.builder.pipeline import BuildResult, BuiltImage
from flatland.report.owned_symbols import owned_symbols

kinds = ("code", "constants", "data", "zero")
"""Executable, read-only, writable, and writable without bytes in the file."""

one_unit = "the rest of C++, one unit"
boot_modules = "boot modules"

_line = re.compile(
    r"^\s*[0-9a-f]+\s+[0-9a-f]+\s+(?P<size>[0-9a-f]+)\s+\d+ (?P<indent> *)(?P<name>\S.*)$"
)
_input_indent = 8
_generated = {
    "wiring.cpp": "wiring",
    "modules.S": boot_modules,
    "symbols.S": "symbol table",
    "kernel.cpp": one_unit,
    "kernel.lto": one_unit,
}


@dataclass(frozen=True)
class Part:
    """Bytes of one part of an image, by kind."""

    name: str
    bytes: Mapping[str, int]

    @property
    def total(self) -> int:
        """Bytes of all kinds."""
        return sum(self.bytes.values())


@dataclass(frozen=True)
class SizeReport:
    """The parts of an image, the largest first."""

    image: str
    file_bytes: int
    parts: tuple[Part, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of bytes, in the order of columns."""
        return kinds

    @property
    def totals(self) -> dict[str, int]:
        """Bytes of the whole image by kind."""
        return {kind: sum(part.bytes.get(kind, 0) for part in self.parts) for kind in kinds}

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "image": self.image,
            "file_bytes": self.file_bytes,
            "parts": [{"name": part.name, **part.bytes, "all": part.total} for part in self.parts],
            "total": {**self.totals, "all": sum(self.totals.values())},
        }


def measure(built: BuildResult) -> list[SizeReport]:
    """Measures the images of a kernel that was just built."""
    plan = json.loads(built.plan.read_text(encoding="utf-8"))
    return [
        _measure(built, image, planned)
        for image, planned in zip(built.images, plan["images"], strict=True)
    ]


def _measure(built: BuildResult, image: BuiltImage, planned: Mapping[str, Any]) -> SizeReport:
    owners = Owners(planned)
    sections = output_sections(image.file)
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    rest = {name: size for name, (_, size) in sections.items()}
    text = image.link_map.read_text(encoding="utf-8", errors="replace")
    for output, file, size in input_sections(text):
        if output in sections and size:
            found[owners.of(file)][sections[output][0]] += size
            rest[output] -= size
    for name, size in rest.items():
        if size > 0:
            found["padding"][sections[name][0]] += size
    if one_unit in found:
        _divide(found, owned_symbols(image.file, sections, planned))
    parts = [Part(name, dict(sizes)) for name, sizes in found.items()]
    parts.sort(key=lambda part: (-part.total, part.name))
    name = built.workspace.display(image.file)
    return SizeReport(name, image.file.stat().st_size, tuple(parts))


def _divide(found: dict[str, dict[str, int]], owned: Mapping[str, Mapping[str, int]]) -> None:
    """Gives what is known of the one unit to its owners; the rest of it stays together."""
    rest = found[one_unit]
    for owner, sizes in owned.items():
        for kind, size in sizes.items():
            taken = min(size, rest[kind])
            found[owner][kind] += taken
            rest[kind] -= taken


def output_sections(image: Path) -> dict[str, tuple[str, int]]:
    """The sections of an ELF file that are in memory: kind and size by name."""
    found = {}
    with open(image, "rb") as stream:
        for section in ELFFile(stream).iter_sections():
            flags = section["sh_flags"]
            if not flags & SH_FLAGS.SHF_ALLOC or not section["sh_size"]:
                continue
            kind = "constants"
            if flags & SH_FLAGS.SHF_EXECINSTR:
                kind = "code"
            elif section["sh_type"] == "SHT_NOBITS":
                kind = "zero"
            elif flags & SH_FLAGS.SHF_WRITE:
                kind = "data"
            found[section.name] = (kind, section["sh_size"])
    return found


def input_sections(link_map: str) -> Iterator[tuple[str, str, int]]:
    """Output section, object file and size of each input section, from a map that lld wrote."""
    output = ""
    for line in link_map.splitlines():
        match = _line.match(line)
        if not match:
            continue
        if not match["indent"]:
            output = match["name"]
        elif len(match["indent"]) == _input_indent and ":(" in match["name"]:
            yield output, match["name"].partition(":(")[0], int(match["size"], 16)


def _source_part(path: str) -> str:
    """The source's name in an object file's, which lies among all objects or with its kernel."""
    before, _, below = path.partition("/objects/")
    return below if "/build/kernels/" in before else below.partition("/objects/")[2]


class Owners:
    """Whose object file it is: a component's, a variant's, the framework's, the build's own."""

    def __init__(self, planned: Mapping[str, Any]) -> None:
        self._by_source = {
            source: instance["component"]
            for instance in planned["instances"]
            for source in instance["sources"]
        }

    def of(self, file: str) -> str:
        """The name of the part that an object file belongs to."""
        path = file.removesuffix(".o")
        source = _source_part(path).removeprefix("kit/")
        if source in self._by_source:
            return str(self._by_source[source])
        parts = source.split("/")
        if parts[0] == "dimensions" and len(parts) > 3:
            return f"{parts[1]} {parts[2]}"
        if parts[0] == "core":
            return "core"
        if path.endswith(".c.cpp"):
            return "calls from C"
        if file == "<internal>":
            return "strings, tables"
        if "/build/foreign/" in path:
            return path.partition("/build/foreign/")[2].partition("/")[0]
        return _generated.get(Path(path).name, "host libraries")
