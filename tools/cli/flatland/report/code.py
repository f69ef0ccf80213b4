# SPDX-License-Identifier: BSD-2-Clause
"""The code of an image: its functions, their instructions, and the calls among them."""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from elftools.elf.elffile import ELFFile

_instruction = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*([^#]*?)\s*(?:#.*)?$")
_address = re.compile(r"^(?:0x)?([0-9a-f]+)(?: <.*>)?$")
_through_memory = re.compile(r"^\*(-?0x[0-9a-f]+|-?\d+)?\(%(\w+)\)$")
_through_register = re.compile(r"^\*%(\w+)$")
_load = re.compile(r"^(-?0x[0-9a-f]+)?\(%(\w+)\), %(\w+)$")
_clone = re.compile(r" ?(?:\[clone.*|\(\..*\))$")
_thunk = re.compile(r"^__llvm_retpoline_(\w+)$")
_reads_only = ("cmp", "test", "push", "call", "jmp")
_pointer_bytes = 8
_look_back = 24


@dataclass(frozen=True)
class Instruction:
    """One machine instruction, as llvm-objdump writes it."""

    address: int
    name: str
    operands: str

    @property
    def is_call(self) -> bool:
        """Whether it is a call."""
        return self.name in ("call", "callq")

    @property
    def is_jump(self) -> bool:
        """Whether it jumps without a condition."""
        return self.name in ("jmp", "jmpq")

    @property
    def is_return(self) -> bool:
        """Whether it returns from a function."""
        return self.name in ("ret", "retq")

    @property
    def leaves(self) -> bool:
        """Whether another instruction than the next one may follow."""
        return self.is_call or self.is_return or self.name.startswith("j")

    @property
    def target(self) -> int | None:
        """Where it calls or jumps to, if it says so itself."""
        if not (self.is_call or self.is_jump):
            return None
        match = _address.match(self.operands)
        return int(match[1], 16) if match else None


@dataclass(frozen=True)
class Function:
    """A function of the image: where it begins and which instructions (by index) are its own."""

    name: str  # qualified, without parameters
    begin: int
    instructions: range


@dataclass(frozen=True)
class Call:
    """A call, or a jump in place of a call and a return."""

    kind: Literal["direct", "indirect"]
    address: int
    caller: str
    callee: str  # of an indirect call: empty
    slot: int | None  # of an indirect call: which function of a table, if it comes from one
    is_jump: bool
    instructions: int  # the call, and the loads of the table and of the function


class Code:
    """Disassembles an image."""

    def __init__(self, image: Path) -> None:
        self.instructions = _disassemble(image)
        self._index = {each.address: at for at, each in enumerate(self.instructions)}
        self._addresses = [each.address for each in self.instructions]
        self.functions = self._functions(image)
        self._by_begin = {each.begin: each for each in self.functions}
        self.by_name: dict[str, Function] = {}
        for function in self.functions:
            self.by_name.setdefault(function.name, function)

    def calls(self) -> Iterator[Call]:
        """Every call of every function, those through tables and pointers included."""
        for function in self.functions:
            for at in function.instructions:
                call = self._call(function, at)
                if call:
                    yield call

    def frame_instructions(self, function: Function) -> int:
        """What a function spends on being one: its frame made and removed, and its return.

        Counted are instructions of that kind before the first branch or call, and those between the
        first return and the branch or call before it, the return included.
        """
        body = [self.instructions[at] for at in function.instructions]
        count = 0
        for each in body:
            if each.leaves:
                break
            count += _makes_frame(each)
        end = next((at for at, each in enumerate(body) if each.is_return), None)
        if end is None:
            return count
        count += 1
        for each in reversed(body[:end]):
            if each.leaves:
                break
            count += _removes_frame(each)
        return count

    def _functions(self, image: Path) -> list[Function]:
        with image.open("rb") as stream:
            table = ELFFile(stream).get_section_by_name(".symtab")
            symbols = {
                symbol["st_value"]: (symbol.name, symbol["st_size"])
                for symbol in (table.iter_symbols() if table else ())
                if symbol["st_info"]["type"] in ("STT_FUNC", "STT_NOTYPE")
                and symbol["st_value"] in self._index
                and (symbol["st_size"] or symbol["st_info"]["bind"] == "STB_GLOBAL")
            }
        names = demangle([name for name, _ in symbols.values()])
        found = []
        begins = sorted(symbols)
        for place, begin in enumerate(begins):
            end = begin + symbols[begin][1]
            if end == begin:  # assembly gives no sizes
                end = begins[place + 1] if place + 1 < len(begins) else self._addresses[-1] + 1
            first = self._index[begin]
            last = bisect_right(self._addresses, end - 1)
            name = _clone.sub("", names[symbols[begin][0]])
            found.append(Function(name, begin, range(first, last)))
        return found

    def _call(self, function: Function, at: int) -> Call | None:
        each = self.instructions[at]
        if not (each.is_call or each.is_jump):
            return None
        target = each.target
        if target is None:
            return self._through_pointer(function, at, each)
        register, extra = self._retpoline(target)
        if register:
            return self._indirect(function, at, register, 1 + extra)
        callee = self._by_begin.get(target)
        if callee is None or (each.is_jump and callee is function):
            return None
        return Call("direct", each.address, function.name, callee.name, None, each.is_jump, 1)

    def _through_pointer(self, function: Function, at: int, each: Instruction) -> Call | None:
        """A call whose operand is a register or memory; a jump through an index is a switch."""
        register = _through_register.match(each.operands)
        if register:
            return self._indirect(function, at, register[1], 1)
        memory = _through_memory.match(each.operands)
        if memory is None or memory[2] == "rip":
            return None
        slot = int(memory[1] or "0", 16) // _pointer_bytes
        loads = 1 if self._load_of(function, at, memory[2]) is not None else 0
        jump = each.is_jump
        return Call("indirect", each.address, function.name, "", slot, jump, 1 + loads)

    def _indirect(self, function: Function, at: int, register: str, own: int) -> Call | None:
        """A call of what a register points to: the table is looked up some instructions before."""
        each = self.instructions[at]
        load = self._load_of(function, at, register)
        if load is None:
            if each.is_jump:  # the end of a switch, not a call
                return None
            return Call("indirect", each.address, function.name, "", None, False, own)
        match = _load.match(self.instructions[load].operands)
        assert match
        slot = int(match[1] or "0", 16) // _pointer_bytes
        loads = 1 if self._load_of(function, load, match[2]) is None else 2
        return Call("indirect", each.address, function.name, "", slot, each.is_jump, own + loads)

    def _load_of(self, function: Function, at: int, register: str) -> int | None:
        """The instruction before `at` that loads a register from memory through another."""
        for index in range(at - 1, max(function.instructions.start, at - _look_back) - 1, -1):
            each = self.instructions[index]
            if each.name.startswith(_reads_only) or not each.operands.endswith(f"%{register}"):
                continue
            match = _load.match(each.operands)
            return index if match and each.name in ("mov", "movq") else None
        return None

    def _retpoline(self, target: int) -> tuple[str, int]:
        """The register that a thunk against branch prediction jumps to, and its instructions.

        Clang's thunk is a function; g++ writes `call` of a `call` with `pause` after it.
        """
        thunk = self._by_begin.get(target)
        match = _thunk.match(thunk.name) if thunk else None
        if match:
            return match[1], 3
        at = self._index.get(target)
        if at is None or at + 1 >= len(self.instructions):
            return "", 0
        inner = self.instructions[at].target
        if self.instructions[at + 1].name != "pause" or inner not in self._index:
            return "", 0
        moved = re.match(r"%(\w+), \(%rsp\)", self.instructions[self._index[inner]].operands)
        return (moved[1], 4) if moved else ("", 0)


def _makes_frame(each: Instruction) -> bool:
    if each.name in ("push", "pushq", "endbr64"):
        return True
    if each.name in ("mov", "movq"):
        return each.operands == "%rsp, %rbp"
    return each.name in ("sub", "subq") and each.operands.endswith(", %rsp")


def _removes_frame(each: Instruction) -> bool:
    if each.name in ("pop", "popq", "leave", "leaveq"):
        return True
    return each.name in ("add", "addq", "lea", "leaq") and each.operands.endswith(", %rsp")


def _disassemble(image: Path) -> list[Instruction]:
    command = ["llvm-objdump-19", "--disassemble", "--no-show-raw-insn", str(image)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    matches = (_instruction.match(line) for line in done.stdout.splitlines())
    return [Instruction(int(each[1], 16), each[2], each[3]) for each in matches if each]


def demangle(names: list[str]) -> dict[str, str]:
    """C++ names without parameters, by mangled ones."""
    text = "".join(f"{name}\n" for name in names)
    command = ["llvm-cxxfilt-19", "--no-params"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return dict(zip(names, done.stdout.splitlines(), strict=True))
