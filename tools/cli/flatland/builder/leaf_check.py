# SPDX-License-Identifier: BSD-2-Clause
"""Refuses leaf functions of an image that call, jump to others, use the stack, or are too long.

A program of its own (`python leaf_check.py STAMP IMAGE FUNCTION=[MOST]=[END,…]…`) that Ninja runs
before an image gets its table of functions; it uses only the standard library. It reads what
llvm-objdump writes of x86_64's instructions.
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
_memory = re.compile(r"(?:^|[ :])-?(?:0x[0-9a-f]+)?\(([^)]*)\)|(?:^|[ :])-?0x[0-9a-f]+(?=,|$)")
_destination = re.compile(r"(?:^|, )%([a-z0-9]+)$")
_register = re.compile(r"%([a-z0-9]+)")
_short_names = re.compile(r"^[er]?([abcd])[xlh]$|^[er]?([sd]i|[sb]p)l?$|^(r\d+)[dwb]?$")

Instruction = tuple[int, str, str]


class Leaf(Protocol):
    """What a component declares of a leaf function."""

    @property
    def name(self) -> str:
        """The function, as the linker knows it."""

    @property
    def ends(self) -> tuple[str, ...]:
        """The functions with which it may go on."""

    @property
    def most(self) -> int | None:
        """How many instructions its shortest way has at most."""


def leaf_word(leaf: Leaf) -> str:
    """How the command line of this program has a leaf function."""
    return f"{leaf.name}={'' if leaf.most is None else leaf.most}={','.join(leaf.ends)}"


def code_of(image: str, functions: Sequence[str]) -> dict[str, list[Instruction]]:
    """Address, name and operands of each instruction of some functions; those not there lack."""
    command = ["llvm-objdump-19", "--disassemble", "--no-show-raw-insn"]
    command += [f"--disassemble-symbols={','.join(functions)}", image]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, list[Instruction]] = {}
    code: list[Instruction] = []
    for line in done.stdout.splitlines():
        if header := _header.match(line):
            code = found.setdefault(header[1], [])
        elif each := _instruction.match(line):
            operands = each[3].partition(" #")[0].rstrip()  # not what a place is called
            code.append((int(each[1], 16), each[2], operands))
    return found


def faults(code: Sequence[Instruction], ends: Sequence[str]) -> Iterator[str]:
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


def _followers(code: Sequence[Instruction], at: int, end: str) -> Iterator[int | None]:
    """Where the processor may go on after an instruction; None: at the end, or the caller's."""
    places = {address: place for place, (address, _, _) in enumerate(code)}
    _, name, operands = code[at]
    target = _direct.match(operands) if name.startswith("j") else None
    if target and int(target[1], 16) in places:
        yield places[int(target[1], 16)]
    elif (target and end == target[2] and not target[3]) or (not end and name.startswith("ret")):
        yield None
    if not name.startswith(("jmp", "ret")) and at + 1 < len(code):
        yield at + 1


def shortest_way(code: Sequence[Instruction], end: str) -> list[Instruction]:
    """The fewest instructions to where `end` begins, or to a return; none: there is no way."""
    came_from: dict[int, int | None] = {0: None}
    queue = [0] if code else []
    for at in queue:
        for follower in _followers(code, at, end):
            if follower is None:
                way: list[Instruction] = []
                place: int | None = at
                while place is not None:
                    way.append(code[place])
                    place = came_from[place]
                return way[::-1]
            if follower not in came_from:
                came_from[follower] = at
                queue.append(follower)
    return []


def _whole(register: str) -> str:
    """The register of 64 bits that a name is part of."""
    part = _short_names.match(register)
    if not part:
        return register
    return part[3] or (f"r{part[2]}" if part[2] else f"r{part[1]}x")


def chains(way: Sequence[Instruction]) -> Iterator[str]:
    """Accesses whose address has been read where another one that was read has led.

    Arguments and what the link knows lead nowhere by themselves. So a table's element may be
    accessed, and what an argument points at, but no object through the pointer of another one.
    """
    hops: dict[str, int] = {}
    for _, name, operands in way:
        memory = None if name.startswith("lea") else _memory.search(operands)
        named = [_whole(each) for each in _register.findall((memory and memory[1]) or "")]
        base = max((hops.get(each, 0) for each in named), default=0)
        if memory and base > 1:
            yield f"reaches through two pointers: {name} {operands}"
        written = _destination.search(operands)
        if not written or name.startswith(("cmp", "test")):
            continue
        register = _whole(written[1])
        sources = [_whole(each) for each in _register.findall(operands[: written.start()])]
        value = base + 1 if memory else max((hops.get(each, 0) for each in sources), default=0)
        keeps = not name.startswith(("mov", "lea"))
        hops[register] = max(value, hops.get(register, 0)) if keeps else value


def bounds(code: Sequence[Instruction], ends: Sequence[str], most: int) -> Iterator[str]:
    """What keeps the shortest way to the first end from being short."""
    end = ends[0] if ends else ""
    way = shortest_way(code, end)
    if not way:
        yield f"never comes to {end or 'a return'}"
    if len(way) > most:
        yield f"takes {len(way)} instructions to {end or 'its return'}, {most} are allowed"
    yield from chains(way)


def main(arguments: Sequence[str]) -> int:
    """Writes STAMP when all functions are leaves; else prints a line for each fault."""
    stamp, image, *words = arguments
    leaves = [(name, most, ends.split(",")) for name, most, ends in (w.split("=") for w in words)]
    code = code_of(image, [name for name, _, _ in leaves])
    lines = [f"{name} is not in the image" for name, _, _ in leaves if name not in code]
    for name, most, ends in leaves:
        if name in code:
            found = [*faults(code[name], ends)]
            found += bounds(code[name], [each for each in ends if each], int(most)) if most else ()
            lines += dict.fromkeys(f"{name} {each}" for each in found)
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
