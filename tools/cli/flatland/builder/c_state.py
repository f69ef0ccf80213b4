# SPDX-License-Identifier: BSD-2-Clause
"""Tells C++ how large the state of a component in C is, without the headers that declare it.

A program of its own (`python c_state.py OBJECT OUTPUT NAMESPACE STEM NM`) that Ninja runs between
the two compilers; it uses only the standard library. OBJECT has two arrays, whose sizes are those
that OUTPUT, a header, names.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

size, alignment = "flat_state_size", "flat_state_alignment"
"""The arrays; the second is as long as the state is aligned."""


def measures(type_name: str) -> list[str]:
    """The arrays in C."""
    return [f"char {size}[sizeof({type_name})];", f"char {alignment}[_Alignof({type_name})];"]


def names(stem: str) -> tuple[str, str]:
    """What C++ calls both numbers."""
    return f"{stem}_state_bytes", f"{stem}_state_alignment"


def header(scope: str, stem: str, sizes: Mapping[str, int]) -> str:
    """The header with the numbers."""
    bytes_name, alignment_name = names(stem)
    return "\n".join(
        [
            "// SPDX-License-Identifier: BSD-2-Clause",
            "// What the compiler of C says of a component's state: generated.",
            "#pragma once",
            "",
            "#include <core/types.hpp>",
            "",
            f"namespace {scope} {{",
            "",
            f"constexpr usize {bytes_name} = {sizes[size]};",
            f"constexpr usize {alignment_name} = {sizes[alignment]};",
            "",
            f"}} // namespace {scope}",
            "",
        ]
    )


def sizes_of(nm: str, file: str) -> dict[str, int]:
    """The sizes of what an object file defines."""
    command = [nm, "--print-size", "--defined-only", "--format=posix", "--radix=d", file]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = (line.split() for line in done.stdout.splitlines())
    return {row[0]: int(row[3]) for row in rows if len(row) == 4}


def main(arguments: Sequence[str]) -> int:
    """Writes the header."""
    file, output, scope, stem, nm = arguments
    Path(output).write_text(header(scope, stem, sizes_of(nm, file)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
