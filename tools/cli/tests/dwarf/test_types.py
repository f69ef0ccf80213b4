# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli core
"""Tests of the one reader of DWARF: places, sizes and alignments are those that compilers choose.

Each program prints where its members lie, so that its own compiler is what the reader is held to.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from flatland.profile.members import Member, read_layouts

of_both = """
typedef const int Constant;
typedef volatile Constant Both;
typedef Both *const Chain;
typedef struct { char tag; long value; } Named;
typedef Named Again;
typedef long Row[3];
struct Sample {
    char first;
    const volatile short narrow;
    char second;
    Both number;
    char third;
    Chain chain;
    char fourth;
    volatile Again again;
    char fifth;
    const Row rows[2];
    char sixth;
    int *RESTRICT apart;
    char *RESTRICT *RESTRICT aparts[2];
    OWN
    char last;
};
#define ONE(member) \\
    printf("%s %zu %zu %zu\\n", #member, offsetof(struct Sample, member), \\
           sizeof(((struct Sample *)0)->member), ALIGNMENT(((struct Sample *)0)->member));
int main() {
    static struct Sample sample = {0};
    (void)*(volatile char *)&sample.last;
    ONE(first) ONE(narrow) ONE(second) ONE(number) ONE(third) ONE(chain) ONE(fourth) ONE(again)
    ONE(fifth) ONE(rows) ONE(sixth) ONE(apart) ONE(aparts) OWN_ONES ONE(last)
}
"""

of_c = """
#include <stddef.h>
#include <stdio.h>
#define RESTRICT restrict
#define ALIGNMENT(value) _Alignof(__typeof__(value))
#define OWN _Atomic int atomic; int beside; char before; _Atomic(short) also; _Atomic char byte; \\
    const _Atomic long *volatile behind; _Atomic unsigned flags[3];
#define OWN_ONES ONE(atomic) ONE(beside) ONE(before) ONE(also) ONE(byte) ONE(behind) ONE(flags)
"""

of_cpp = """
#include <atomic>
#include <cstddef>
#include <cstdio>
struct Other { int value; int get(); };
typedef int (Other::*const Function)();
#define RESTRICT __restrict
#define ALIGNMENT(value) alignof(std::remove_reference_t<decltype(value)>)
#define OWN std::atomic<int> atomic; int beside; char before; int Other::*place; Function call; \\
    decltype(nullptr) null;
#define OWN_ONES ONE(atomic) ONE(beside) ONE(before) ONE(place) ONE(call) ONE(null)
"""

compilers = [
    pytest.param(["clang-19"], "c", id="clang, C"),
    pytest.param(["gcc"], "c", id="gcc, C"),
    pytest.param(["clang++-19", "-Wno-invalid-offsetof"], "cpp", id="clang, C++"),
    pytest.param(["g++", "-Wno-invalid-offsetof"], "cpp", id="gcc, C++"),
]


def build(command: Sequence[str], language: str, text: str, folder: Path) -> Path:
    """A program with debug information."""
    source = folder / f"sample.{language}"
    source.write_text(text, encoding="utf-8")
    subprocess.run([*command, "-g", source.name, "-o", "sample"], cwd=folder, check=True)
    return folder / "sample"


def printed(program: Path) -> list[Member]:
    """The members as the program itself knows them."""
    done = subprocess.run([str(program)], check=True, capture_output=True, text=True)
    rows = (line.split() for line in done.stdout.splitlines())
    return [Member(name, int(at), int(size), int(align)) for name, at, size, align in rows]


@pytest.mark.parametrize(("command", "language"), compilers)
def test_members_of_qualified_types_lie_where_the_compiler_puts_them(
    command: list[str], language: str, tmp_path: Path
) -> None:
    text = (of_c if language == "c" else of_cpp) + of_both
    program = build(command, language, text, tmp_path)
    assert read_layouts(program, {"Sample"})["Sample"].members == printed(program)


@pytest.mark.parametrize("compiler", ["clang-19", "gcc"])
def test_an_atomic_member_does_not_overlap_its_neighbour(compiler: str, tmp_path: Path) -> None:
    text = "struct Pair { _Atomic int n; int m; } pair;\nint main(void) { return pair.m; }\n"
    layout = read_layouts(build([compiler], "c", text, tmp_path), {"Pair"})["Pair"]
    assert layout.members == [Member("n", 0, 4, 4), Member("m", 4, 4, 4)]


def test_gcc_aligns_an_atomic_object_by_its_size(tmp_path: Path) -> None:
    text = """
struct Pair { int a, b; };
struct Odd { char text[3]; };
struct Sample { char c; _Atomic struct Pair pair; char d; _Atomic struct Odd odd; } sample;
int main(void) { return sample.c; }
"""
    layout = read_layouts(build(["gcc"], "c", text, tmp_path), {"Sample"})["Sample"]
    assert layout.members[1] == Member("pair", 8, 8, 8)
    assert layout.members[3] == Member("odd", 17, 3, 1)
