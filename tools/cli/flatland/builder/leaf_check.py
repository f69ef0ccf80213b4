# SPDX-License-Identifier: BSD-2-Clause
"""Refuses leaf functions of an image that call, jump to others, or use the stack.

A program of its own (`python leaf_check.py STAMP IMAGE FUNCTION[=END,…]…`) that Ninja runs before
an image gets its table of functions; it uses only the standard library. It reads what llvm-objdump
writes of x86_64's instructions.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

_header = re.compile(r"^[0-9a-f]+ <(.+)>:$")
_instruction = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
_direct = re.compile(r"^0x([0-9a-f]+) <([^>+]+)(\+0x[0-9a-f]+)?>")
_stack = re.compile(r"%[er]?spl?\b|%sp\b")
_on_stack = re.compile(r"^(push|pop|enter|leave)[a-z]*$")


class Leaf(Protocol):
    """What a component declares of a leaf function."""

    @property
    def name(self) -> str:
        """The function, as the linker knows it."""

    @property
    def ends(self) -> tuple[str, ...]:
        """The functions with which it may go on."""


def leaf_word(leaf: Leaf) -> str:
    """How the command line of this program has a leaf function."""
    return f"{leaf.name}={','.join(leaf.ends)}"


def code_of(image: str, functions: Sequence[str]) -> dict[str, list[tuple[int, str, str]]]:
    """Address, name and operands of each instruction of some functions; those not there lack."""
    command = ["llvm-objdump-19", "--disassemble", "--no-show-raw-insn"]
    command += [f"--disassemble-symbols={','.join(functions)}", image]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, list[tuple[int, str, str]]] = {}
    code: list[tuple[int, str, str]] = []
    for line in done.stdout.splitlines():
        if header := _header.match(line):
            code = found.setdefault(header[1], [])
        elif each := _instruction.match(line):
            code.append((int(each[1], 16), each[2], each[3]))
    return found


def faults(code: Sequence[tuple[int, str, str]], ends: Sequence[str]) -> Iterator[str]:
    """What the instructions of a function do that a leaf's must not, in their order."""
    inside = {address for address, _, _ in code}
    for _, name, operands in code:
        goes_on = name.startswith(("call", "j"))
        target = _direct.match(operands) if goes_on else None
        if name.startswith("call"):
            yield f"calls {target[2]}" if target else f"calls through a pointer: {operands}"
        elif goes_on and not target:
            yield f"jumps through a pointer: {operands}"
        elif target and int(target[1], 16) not in inside:
            if target[3] or target[2] not in ends:
                yield f"jumps to {target[2]}"
        elif _on_stack.match(name) or _stack.search(operands):
            yield f"uses the stack: {name} {operands}".rstrip()


def main(arguments: Sequence[str]) -> int:
    """Writes STAMP when all functions are leaves; else prints a line for each fault."""
    stamp, image, *words = arguments
    leaves = {name: ends.split(",") for name, _, ends in (word.partition("=") for word in words)}
    code = code_of(image, list(leaves))
    lines = [f"{name} is not in the image" for name in leaves if name not in code]
    for name, ends in leaves.items():
        lines += dict.fromkeys(f"{name} {each}" for each in faults(code.get(name, ()), ends))
    if lines:
        text = "\n".join(lines)
        done = subprocess.run(
            ["llvm-cxxfilt-19"], input=text, capture_output=True, text=True, check=True
        )
        print(done.stdout, end="")
        return 1
    Path(stamp).write_text("", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
