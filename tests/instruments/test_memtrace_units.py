# SPDX-License-Identifier: BSD-2-Clause
# Reads: core dimensions/arch tools/memtrace tools/cli
# One run in 3, unless changed: tools/memtrace
"""The parts of the plugin by themselves: under sanitizers, and against LLVM's disassembler."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from guests import kit, run_tool

memtrace = kit / "tools" / "memtrace"
sanitizers = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
unit_flags = ("-std=c11", "-O1", *sanitizers)
test_flags = ("-std=c++20", "-O0", *sanitizers)  # much text that runs once
ordinary, mark, control_write, load_idt, object_mark = range(5)
call, ret, locked, stack_switch, trap_return, jump = range(5, 11)
constant = bytes.fromhex("54414c46")
object_constant = bytes.fromhex("534a424f")


class Disassembler:
    """LLVM's for x86-64, through its C interface."""

    def __init__(self) -> None:
        self._llvm = ctypes.CDLL("libLLVM.so.19.1")
        for part in ("TargetInfo", "TargetMC", "Disassembler"):
            getattr(self._llvm, f"LLVMInitializeX86{part}")()
        self._llvm.LLVMCreateDisasm.restype = ctypes.c_void_p
        self._disassemble = self._llvm.LLVMDisasmInstruction
        size = ctypes.c_size_t
        word = ctypes.c_uint64
        self._disassemble.argtypes = (
            *(ctypes.c_void_p, ctypes.c_char_p, word, word),
            *(ctypes.c_char_p, size),
        )
        self._disassemble.restype = size
        self._context = self._llvm.LLVMCreateDisasm(b"x86_64-elf", None, 0, None, None)
        self._text = ctypes.create_string_buffer(256)

    def first(self, code: bytes) -> tuple[int, str]:
        """The size in bytes and the text of the first instruction; 0 if it is none."""
        size = self._disassemble(self._context, code, len(code), 0, self._text, 256)
        return size, self._text.value.decode().strip().removeprefix("addr32\t\t")


def _store_of(stored: bytes) -> re.Pattern[str]:
    return re.compile(rf"mov[lq]\t\${int.from_bytes(stored, 'little')}, (?!%\w+$)")


_mark = _store_of(constant)
_object_mark = _store_of(object_constant)
_control_write = re.compile(
    r"mov[lq]\t%\w+, %cr\d+$|(clts|xsetbv|wrmsr)$|(lmsw|lmsww|invlpg|invpcid)\t"
)


_stack_switch = re.compile(r"movq\t(?!\$|%(?:rbp|[c-gs]s|[cd]r\d+|mm\d)\b).*, %rsp$")
_prefix = re.compile(r"^((repne|rep|lock|notrack|xacquire|xrelease|data16|bnd)\s+)+")
_exchange = re.compile(r"xchg[bwlq]\t.*\(|xchg[bwlq]\t.*, (%[c-gs]s:)?-?\d+$")


def kind_by_text(text: str) -> int:
    """What an instruction is, by its name and operands."""
    if _mark.match(text):
        return mark
    if _object_mark.match(text):
        return object_mark
    if _control_write.match(text):
        return control_write
    if text.startswith("lidt"):
        return load_idt
    return control_flow_by_text(text)


def control_flow_by_text(text: str) -> int:
    """What an instruction does to the stack and to memory that is shared."""
    is_locked = re.match(r"(\S+\s+)*lock\s", text) is not None
    text = _prefix.sub("", text)
    if re.match(r"call[lqw]?\t", text):
        return call
    if re.match(r"ret[lqw]?\b", text):
        return ret
    if re.match(r"(iret|sysret)[lqw]?\b", text):
        return trap_return
    if re.match(r"jmp[lqw]?\t\*", text):
        return jump
    if _stack_switch.match(text):
        return stack_switch
    return locked if is_locked or _exchange.match(text) else ordinary


_prefixes = (
    b"",
    *(bytes([rex]) for rex in range(0x40, 0x50)),
    b"\x66",
    b"\x67",
    b"\x65",
    b"\x66\x48",
)
_few_prefixes = (b"", b"\x48", b"\x41", b"\x66", b"\x64")
_tails = tuple(
    filler + stored + bytes(8)
    for filler in (b"", b"\x25", b"\x10", bytes(4), bytes(5))
    for stored in (constant, object_constant)
)


def marks_and_neighbours() -> Iterator[bytes]:
    """C7 with all ModRM and SIB bytes, and the constant wherever it can be."""
    for prefix in _prefixes:
        for modrm in range(256):
            for tail in _tails:
                yield prefix + bytes([0xC7, modrm]) + tail
            if modrm >> 6 != 3 and modrm & 7 == 4:
                for sib in range(256):
                    for filler in (0, 1, 4):
                        yield (prefix + bytes([0xC7, modrm, sib]) + bytes(filler) + constant)


def all_opcodes() -> Iterator[bytes]:
    """Every opcode of the one-byte, 0F, 0F 38 and 0F 3A maps with every ModRM byte."""
    for escape in (b"", b"\x0f", b"\x0f\x38", b"\x0f\x3a"):
        for prefix in _few_prefixes:
            for opcode in range(256):
                start = prefix + escape + bytes([opcode])
                for modrm in range(256):
                    yield start + bytes([modrm]) + constant + constant


def test_instructions_are_of_the_kind_that_llvm_names(tmp_path: Path) -> None:
    library = tmp_path / "x86_64.so"
    run_tool(
        "gcc",
        "-std=c11",
        "-O2",
        "-shared",
        "-fPIC",
        memtrace / "x86_64.c",
        "-o",
        library,
    )
    classify = ctypes.CDLL(str(library)).x86_64_classify
    classify.argtypes = (ctypes.c_char_p, ctypes.c_size_t)
    disassembler = Disassembler()
    found = [0] * 11
    for code in chain(marks_and_neighbours(), all_opcodes()):
        size, text = disassembler.first(code)
        if size == 0:
            continue
        expected = kind_by_text(text)
        found[expected] += 1
        assert classify(code, size) == expected, f"{code[:size].hex()}: {text}"
    assert all(found), "the encodings miss a kind"


units = {
    "x86_64": ["x86_64"],
    "line_set": ["line_set"],
    "interrupt_entry": ["interrupt_entry"],
    "object_map": ["object_map", "object_pages"],
    "sequences": ["sequences"],
    "shadow_stack": ["shadow_stack"],
    "return_sites": ["return_sites"],
    "targets": ["targets"],
    "profile": "profile sequences object_map object_pages json".split(),
    "thread": "thread shadow_stack profile sequences object_map object_pages json".split(),
}


@pytest.mark.parametrize("name", units)
def test_units_pass_their_own_tests_under_sanitizers(name: str, tmp_path: Path) -> None:
    program = tmp_path / name
    warnings = ("-Wall", "-Wextra", "-Werror")
    objects = [tmp_path / f"{each}.o" for each in units[name]]
    for unit in objects:
        source = memtrace / f"{unit.stem}.c"
        run_tool("gcc", *unit_flags, *warnings, "-c", source, "-o", unit)
    test = memtrace / "unittests" / f"{name}_test.cpp"
    libraries = ("-lgtest", "-lgtest_main", "-lpthread")
    run_tool(
        "g++-12",
        *test_flags,
        *warnings,
        test,
        *objects,
        *libraries,
        "-o",
        program,
    )
    run_tool(program, "--gtest_brief=1")


def test_fuzzed_instructions_are_classified_in_bounds(tmp_path: Path) -> None:
    program = tmp_path / "fuzz"
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    for number, seed in enumerate(["c70054414c46", "0f22d8", "0f0138", "660f388201", "0f30"]):
        (seeds / str(number)).write_bytes(bytes.fromhex(seed))
    sources = (memtrace / "x86_64.c", memtrace / "unittests" / "x86_64_fuzz.c")
    run_tool(
        *("clang-19", "-std=c11", "-g", "-O1", "-fsanitize=fuzzer,address,undefined"),
        *(
            "-fno-sanitize-recover=all",
            "-Wall",
            "-Wextra",
            "-Werror",
            *sources,
            "-o",
            program,
        ),
    )
    run_tool(program, "-runs=500000", "-seed=1", "-max_len=16", "-verbosity=0", seeds)
