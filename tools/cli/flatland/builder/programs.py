# SPDX-License-Identifier: BSD-2-Clause
"""User programs: reads their program.toml and generates the boot modules that embed them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flatland.builder.shapes import Shape
from flatland.builder.workspace import Workspace
from flatland.errors import failure, shown

user_library = "l4"
"""The folder below user/ of the library of programs that name no other."""

_page = 4096


@dataclass(frozen=True)
class Library:
    """A library that user programs are linked with, such as user/l4."""

    folder: Path
    sources: tuple[Path, ...]
    link_script: Path
    file: Path


@dataclass(frozen=True)
class Program:
    """One user program as its program.toml describes it."""

    name: str
    folder: Path
    summary: str
    sources: tuple[Path, ...]
    base: int
    library: str
    file: Path


def read_program(folder: Path) -> Program:
    """The program in a folder; a missing or malformed program.toml is a user error."""
    file = folder / "program.toml"
    values = _section(file, "program", {"summary", "sources", "base", "library"})
    sources = _sources(file, values)
    base = values.get("base")
    if not isinstance(base, int) or base % _page:
        raise failure(
            "F0705", f"`base` in {shown(file)} must be a page-aligned address, as in 0x400000"
        )
    summary = str(values.get("summary", ""))
    library = str(values.get("library", user_library))
    return Program(folder.name, folder, summary, sources, base, library, file)


def read_library(workspace: Workspace, name: str = user_library) -> Library:
    """A user library, the workspace's own where it has one of that name."""
    for root in workspace.roots:
        folder = root / "user" / name
        if (folder / "library.toml").is_file():
            file = folder / "library.toml"
            values = _section(file, "library", {"summary", "sources"})
            return Library(folder, _sources(file, values), folder / "program.lds", file)
    raise failure("F0705", f"there is no user library: no folder has user/{name}/library.toml")


def _section(file: Path, name: str, keys: set[str]) -> dict[str, Any]:
    """The one table of a file, with none but the given keys."""
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as problem:
        raise failure(
            "F0705", f"{shown(file.parent)} is no user program: it lacks {file.name}"
        ) from problem
    except tomllib.TOMLDecodeError as problem:
        raise failure("F0702", f"{shown(file)} is not valid TOML: {problem}") from problem
    values = document.get(name)
    if not isinstance(values, dict) or set(document) != {name}:
        raise failure("F0705", f"{shown(file)} must have one table, [{name}]")
    for key in sorted(set(values) - keys):
        raise failure("F0705", f"`{key}` in {shown(file)} is not one of {', '.join(sorted(keys))}")
    return values


def _sources(file: Path, values: dict[str, Any]) -> tuple[Path, ...]:
    names = values.get("sources")
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise failure("F0705", f"`sources` in {shown(file)} must be a list of file names")
    sources = tuple((file.parent / name).resolve() for name in names)
    for source in sources:
        if not source.is_file():
            raise failure(
                "F0705", f"{shown(file)} names a source that does not exist: {source.name}"
            )
    return sources


_no_domain_calls = ["    .globl flat_domain_calls", "flat_domain_calls:"]
"""The tables of calls of no domains, where the wiring has none (core/calls/domain_calls.hpp)."""


@dataclass(frozen=True)
class InUnit:
    """A module that is a variable of the image's own C++."""

    symbol: str
    size_bytes: int


def module_tables(
    modules: Sequence[tuple[str, Path | InUnit]], domains: Sequence[tuple[str, Path]] = ()
) -> str:
    """The assembly that embeds programs: `flat_modules` and `flat_domains`.

    Each program begins on a page of its own, but for what lies in the unit. The layout is that of
    core/image/boot_module.hpp.
    """
    lines = [
        "// SPDX-License-Identifier: BSD-2-Clause",
        "// The programs that this kernel carries (core/image/boot_module.hpp).",
        *_module_table("module", modules),
        *_module_table("domain", domains),
        *(() if domains else _no_domain_calls),
    ]
    return "\n".join([*lines, '    .section .note.GNU-stack, "", %progbits', ""])


def interface_table(interfaces: Sequence[Shape], kit: int, is_privileged: bool) -> str:
    """The assembly of what component objects are compared with (core/image/loadable.hpp)."""
    lines = [
        '    .section .data.rel.ro.flat_interfaces, "aw"',
        "    .balign 8",
        "    .globl flat_kit_digest, flat_interface_count, flat_interfaces, flat_is_privileged",
        f"flat_kit_digest: .quad {kit:#x}",
        f"flat_interface_count: .quad {len(interfaces)}",
        "flat_interfaces:",
        *(
            f"    .quad .Linterface_{index}, {digest:#x}"
            for index, (_, digest) in enumerate(interfaces)
        ),
        *(
            f'.Linterface_{index}: .asciz "{type_name}"'
            for index, (type_name, _) in enumerate(interfaces)
        ),
        f"flat_is_privileged: .byte {int(is_privileged)}",
    ]
    return "\n".join([*lines, ""])


def _module_table(what: str, programs: Sequence[tuple[str, Path | InUnit]]) -> list[str]:
    lines = [
        f'    .section .data.rel.ro.flat_{what}s, "aw"',
        "    .balign 8",
        f"    .globl flat_{what}_count",
        f"flat_{what}_count:",
        f"    .long {len(programs)}",
        "    .balign 8",
        f"    .globl flat_{what}s",
        f"flat_{what}s:",
    ]
    for index, (_, image) in enumerate(programs):
        begin, end = f".L{what}_{index}", f".L{what}_{index}_end"
        place = f"{begin}, {end} - {begin}"
        if isinstance(image, InUnit):
            place = f"{image.symbol}, {image.size_bytes}"
        lines.append(f"    .quad .L{what}_{index}_name, {place}")
    for index, (name, _) in enumerate(programs):
        lines += [f".L{what}_{index}_name:", f'    .asciz "{name}"']
    for index, (_, image) in enumerate(programs):
        if isinstance(image, InUnit):
            continue
        lines += [
            '    .section .modules, "a"',
            f"    .balign {_page}",
            f".L{what}_{index}:",
            f'    .incbin "{image}"',
            f".L{what}_{index}_end:",
            f"    .balign {_page}",
        ]
    return lines
