# SPDX-License-Identifier: BSD-2-Clause
"""Makes the table of functions that a kernel carries for its backtraces, from a linked image.

A program of its own (`python symbols.py IMAGE INSTANCES OUTPUT FLAGS NM FILTER`) because Ninja runs
it between two links: the first has an empty table, the second the real one, which stands after the
code so that no function moves. It uses only the standard library: it must start quickly.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path


def function_name(demangled: str) -> str:
    """A function's name without our namespace: `thread::RoundRobin::tick`."""
    return demangled.replace("(anonymous namespace)::", "").removeprefix("flat::")


def with_instances(name: str, instances: Mapping[str, Sequence[str]]) -> str:
    """Appends the instances of the component whose member the function is."""
    parts = name.split("::")
    for length in range(len(parts) - 1, 0, -1):
        owners = instances.get("::".join(parts[:length]))
        if owners:
            return f"{name} [{', '.join(owners)}]"
    return name


def read_functions(nm_output: str) -> tuple[int, list[tuple[int, str]]]:
    """The image's start and its functions (address, mangled name) by address, from nm's listing.

    Where several names share an address, the global one is taken.
    """
    start = 0
    found: dict[int, str] = {}
    for line in nm_output.splitlines():
        address_text, kind, name = line.split(" ", 2)
        address = int(address_text, 16)
        if name in ("flat_image_start", "__executable_start"):
            start = address
        if kind in "TtWw" and (address not in found or kind == "T"):
            found[address] = name
    return start, [(address, name) for address, name in sorted(found.items()) if address >= start]


def demangle(names: Sequence[str], program: str) -> list[str]:
    """C++ names of mangled ones, without parameters and return types."""
    text = "".join(f"{name}\n" for name in names)
    done = subprocess.run(
        [program, "--no-params"], input=text, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def table(
    start: int,
    functions: Iterable[tuple[int, str]],
    instances: Mapping[str, Sequence[str]],
    section_flags: str,
) -> str:
    """The table as assembly; the same text always for the same functions.

    `section_flags` decides where a linker without a script puts it: `aw` is after the code.
    """
    offsets, name_offsets, names = [], [], []
    places: dict[str, int] = {}
    used = 0
    for address, demangled in functions:
        name = with_instances(function_name(demangled), instances)
        if name not in places:
            places[name] = used
            names.append(name)
            used += len(name.encode()) + 1
        offsets.append(address - start)
        name_offsets.append(places[name])
    return "\n".join(
        [
            "// SPDX-License-Identifier: BSD-2-Clause",
            "// The functions of this image by address, for backtraces (core/symbols.cpp).",
            f'    .section .flat_symbols, "{section_flags}"',
            *_numbers("flat_symbol_count", [len(offsets)]),
            *_numbers("flat_symbol_offsets", offsets),
            *_numbers("flat_symbol_name_offsets", name_offsets),
            "    .globl flat_symbol_names",
            "flat_symbol_names:",
            *(f'    .asciz "{_escaped(name)}"' for name in names),
            '    .section .note.GNU-stack, "", %progbits',
            "",
        ]
    )


def _numbers(symbol: str, values: Sequence[int]) -> list[str]:
    return [
        "    .balign 4",
        f"    .globl {symbol}",
        f"{symbol}:",
        *(f"    .long {value}" for value in values),
    ]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def main(arguments: Sequence[str]) -> int:
    """Writes OUTPUT: the table of the functions of IMAGE."""
    image, instances_file, output, section_flags, nm, name_filter = arguments
    command = [nm, "--numeric-sort", "--defined-only", image]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    start, mangled = read_functions(listing)
    names = demangle([name for _, name in mangled], name_filter)
    functions = [(address, name) for (address, _), name in zip(mangled, names, strict=True)]
    instances = json.loads(Path(instances_file).read_text(encoding="utf-8"))
    text = table(start, functions, instances, section_flags)
    Path(output).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
