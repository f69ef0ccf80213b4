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
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

_learned_bytes = 30_000
"""Of how many bytes of names phrases are learned: large kernels have ten times that."""


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
    places = [
        (address, with_instances(function_name(name), instances)) for address, name in functions
    ]
    packed, phrases = pack([name.encode("ascii", "replace") for _, name in places])
    records: list[tuple[bytes, str]] = []
    before = start
    for (address, name), data in zip(places, packed, strict=True):
        records.append((_distance(address - before) + data + b"\0", name))
        before = address
    return "\n".join(
        [
            "// SPDX-License-Identifier: BSD-2-Clause",
            "// The functions of this image by address, for backtraces (core/image/symbols.hpp).",
            f'    .section .flat_symbols, "{section_flags}"',
            "    .balign 4",
            *_label("flat_symbol_count"),
            f"    .long {len(records)}",
            *_label("flat_symbol_functions"),
            *(f"    .byte {_bytes(data)}  // {name}" for data, name in records),
            *_label("flat_symbol_phrases"),
            *(f"    .byte {_bytes(pair)}" for pair in phrases),
            '    .section .note.GNU-stack, "", %progbits',
            "",
        ]
    )


def pack(names: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Names in which bytes from 128 on are phrases, and the phrases, pairs of such bytes.

    The most frequent pair becomes a phrase, again and again (Gage 1994, "A new algorithm for data
    compression"); of more names than `_learned_bytes`, a part that is spread evenly is counted.
    """
    whole = b"\0".join(names)
    step = max(1, len(whole) // _learned_bytes)
    learned = b"\0".join(names[::step])
    phrases: list[bytes] = []
    for code in range(128, 256):
        counted = Counter(pairwise(learned))
        frequent = [
            (-count, pair) for pair, count in counted.items() if 0 not in pair and count > 2
        ]
        if not frequent:
            break
        pair = bytes(min(frequent)[1])
        phrases.append(pair)
        learned = learned.replace(pair, bytes([code]))
        whole = whole.replace(pair, bytes([code]))
    return (whole.split(b"\0") if names else []), phrases


def _distance(value: int) -> bytes:
    """Groups of seven bits, the lowest first; all but the last have bit 7."""
    data = b""
    while value >= 128:
        data += bytes([value % 128 + 128])
        value //= 128
    return data + bytes([value])


def _label(symbol: str) -> list[str]:
    return [f"    .globl {symbol}", f"{symbol}:"]


def _bytes(data: bytes) -> str:
    return ", ".join(str(each) for each in data)


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
