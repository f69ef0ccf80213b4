# SPDX-License-Identifier: BSD-2-Clause
# One run in 3, unless changed: tools/cli/flatland/builder tools/cli/flatland/ninja tools/collapse
"""Tests of leaf functions: what an image's code must not do, and builds that are refused."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from flatland.builder.leaf_check import bounds, code_of, faults
from tests.builder.sample import flat, hello_flat, hello_kernel, make_workspace

cases = {
    "movq 8(%rdi), %rax; ret": [],
    "testq %rdi, %rdi; je 1f; incq %rax; 1: ret": [],
    "jmp end": [],
    "jne end; ret": [],
    "callq other": ["calls other"],
    "callq *8(%rax); ret": ["calls through a pointer: *0x8(%rax)"],
    "jmp *%rax": ["jumps through a pointer: *%rax"],
    "jne other; ret": ["jumps to other"],
    "jmp end+1": ["jumps to end"],
    "pushq %rbx; popq %rbx; ret": ["uses the stack: pushq %rbx", "uses the stack: popq %rbx"],
    "pushfq; ret": ["uses the stack: pushfq"],
    "movq %rax, -8(%rsp); ret": ["uses the stack: movq %rax, -0x8(%rsp)"],
    "movl %esp, %eax; ret": ["uses the stack: movl %esp, %eax"],
    "movb %spl, %al; ret": ["uses the stack: movb %spl, %al"],
    "leave; ret": ["uses the stack: leave"],
}


# What is said of the shortest way to `end`, of which two instructions are allowed.
ways = {
    "jmp end": [],
    "incq %rax; jmp end": [],
    "incq %rax; incq %rax; jmp end": ["takes 3 instructions to end, 2 are allowed"],
    "testq %rdi, %rdi; je end; incq %rax; incq %rax; jmp end": [],
    "1: incq %rax; jne 1b; incq %rax; jmp end": ["takes 4 instructions to end, 2 are allowed"],
    "ret": ["never comes to end"],
    "1: jmp 1b": ["never comes to end"],
}

# Which accesses on the way are through a pointer that was read by one that was read.
pointers = {
    "movq 8(%rdi), %rax; movq 8(%rax), %rcx": [],
    "movq end(%rip), %rax; movq 8(%rax), %rcx": [],
    "movq end(%rip), %rax; movq 8(%rax), %rax; cmpl $0, 16(%rax)": ["cmpl $0x0, 0x10(%rax)"],
    "movq 8(%rdi), %rax; movq (%rax), %rax; movq end(%rip), %rax; incl (%rax)": [],
    "movq 8(%rdi), %rax; movq 8(%rax), %rax; cmpl $0, 16(%rax)": ["cmpl $0x0, 0x10(%rax)"],
    "movq 8(%rdi), %rax; movq (%rax), %rcx; movq %rcx, %rsi; incl (%rsi)": ["incl (%rsi)"],
    "movq 8(%rdi), %rax; movq (%rax), %rcx; leaq 8(%rcx), %r8; movb (%r8), %al": [
        "movb (%r8), %al"
    ],
    "movq 8(%rdi), %rax; addq (%rax), %rdi; movl (%rdi), %eax": ["movl (%rdi), %eax"],
    "movq 8(%rdi), %rax; movq (%rax), %rcx; xorl %eax, %eax; movq %rdi, %rcx; incl (%rcx)": [],
    "movq 8(%rdi), %rax; movl (%rax), %eax; movb %al, (%rsi)": [],
    "movq 0x1000, %rax; addq 0x2000, %rax; movq 8(%rax), %rcx": [],
    "movq 0x1000, %rax; movq 8(%rax), %rcx; movq (%rdi,%rcx,8), %rdx": ["movq (%rdi,%rcx,8), %rdx"],
}


def assembled(folder: Path, text: str) -> list[tuple[int, str, str]]:
    source = folder / "code.S"
    lines = [".globl leaf, end, other", "leaf:", *text.split("; "), "end: nop", "nop", "other: nop"]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    image = folder / "image"
    words = ["clang-19", "-nostdlib", "-static", "-fuse-ld=lld", "-Wl,-e,leaf"]
    subprocess.run([*words, str(source), "-o", str(image)], check=True)
    code = code_of(str(image), ["leaf", "lost"])
    assert set(code) == {"leaf"}
    return code["leaf"]


@pytest.mark.parametrize("text", cases)
def test_what_a_leaf_must_not_do_is_found(tmp_path: Path, text: str) -> None:
    assert list(faults(assembled(tmp_path, text), ["end"])) == cases[text]


@pytest.mark.parametrize("text", ways)
def test_the_shortest_way_to_the_first_end_is_bounded(tmp_path: Path, text: str) -> None:
    assert list(bounds(assembled(tmp_path, text), ["end", "other"], 2)) == ways[text]


@pytest.mark.parametrize("text", pointers)
def test_a_pointer_through_a_pointer_is_found(tmp_path: Path, text: str) -> None:
    found = bounds(assembled(tmp_path, f"{text}; ret"), [], 9)
    assert list(found) == [f"reaches through two pointers: {each}" for each in pointers[text]]


declared = hello_flat.replace(
    "    source", '    leaf "sample_leaf" to "sample_end";\n    source', 1
)

hello_cpp = """#include <core/text.hpp>
#include <sample/hello.hpp>

namespace flat::sample {
namespace {
HELPER u64 twice(u64 value) { return value << value; }
}
extern "C" [[gnu::noinline]] u64 sample_end(u64 value) { return value + 3; }
extern "C" [[gnu::noinline]] u64 sample_leaf(u64 value) { return sample_end(twice(value) ^ value); }
void Hello::run() {
    if (sample_leaf(1) == 6) console->write(Text("sample\\n").bytes());
}
} // namespace flat::sample
"""


def workspace(folder: Path, helper: str, declaration: str = declared) -> Path:
    files = {
        "components/sample/hello.cpp": hello_cpp.replace("HELPER", helper),
        "components/sample/hello.flat": declaration,
    }
    return make_workspace(folder, files)


@pytest.mark.parametrize("compiler", ["clang", "g++"])
def test_a_helper_that_is_not_inlined_is_refused_by_name(tmp_path: Path, compiler: str) -> None:
    folder = workspace(tmp_path, "[[gnu::noinline]]")
    words = ("build", "sample", "--variant", "flat", "--compiler", compiler)
    for _ in range(2):
        done = flat(folder, *words)
        assert done.returncode == 1, done.stdout + done.stderr
        assert (
            "error[F0727]: sample.Hello: a leaf function calls, uses the stack, or is too long"
            in done.stderr
        )
        assert "= sample_leaf calls flat::sample::(anonymous namespace)::twice(" in done.stderr
        assert not list(folder.glob("build/kernels/sample/hosted*/flat/sample.elf"))
    source = folder / "components/sample/hello.cpp"
    source.write_text(hello_cpp.replace("HELPER", "[[gnu::always_inline]] inline"))
    done = flat(folder, *words)
    assert "twice" not in done.stderr
    # clang gives each function a frame here: `-momit-leaf-frame-pointer` is of `api v4` alone
    assert (done.returncode == 0) == (compiler == "g++"), done.stderr
    assert ("sample_leaf uses the stack: pushq %rbp" in done.stderr) == (compiler == "clang")


def test_where_calls_are_not_in_sight_nobody_looks(tmp_path: Path) -> None:
    done = flat(workspace(tmp_path, "[[gnu::noinline]]"), "build", "sample")
    assert done.returncode == 0, done.stderr


def test_an_assembly_can_do_without_the_check(tmp_path: Path) -> None:
    folder = workspace(tmp_path, "[[gnu::noinline]]")
    kernel = hello_kernel.replace("    target", "    leaf unchecked;\n    target", 1)
    (folder / "kernels/sample/sample.flat").write_text(kernel, encoding="utf-8")
    done = flat(folder, "build", "sample", "--variant", "flat")
    assert done.returncode == 0, done.stderr


def test_a_leaf_that_is_not_in_the_image_is_refused(tmp_path: Path) -> None:
    folder = workspace(tmp_path, "inline", declared.replace("sample_leaf", "sample_lost"))
    done = flat(folder, "build", "sample", "--variant", "flat")
    assert done.returncode == 1, done.stdout
    assert "= sample_lost is not in the image" in done.stderr


def test_a_leaf_that_ends_elsewhere_is_refused(tmp_path: Path) -> None:
    folder = workspace(tmp_path, "inline", declared.replace(' to "sample_end"', " in 9"))
    done = flat(folder, "build", "sample", "--variant", "flat")
    assert done.returncode == 1, done.stdout
    assert "= sample_leaf jumps to sample_end" in done.stderr
    assert "= sample_leaf never comes to a return" in done.stderr
