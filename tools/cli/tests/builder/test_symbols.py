# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels core dimensions
"""Tests of the table of functions for backtraces."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from flatland.builder.symbols import function_name, pack, read_functions, table, with_instances
from tests.builder.sample import flat, make_workspace


def test_our_namespace_and_anonymous_ones_are_left_out_of_names() -> None:
    assert function_name("flat::core::(anonymous namespace)::put") == "core::put"
    assert function_name("flat_main") == "flat_main"


def test_a_member_function_bears_the_instances_of_its_component() -> None:
    instances = {"thread::RoundRobin": ["sched", "other"]}
    name = with_instances("thread::RoundRobin::tick", instances)
    assert name == "thread::RoundRobin::tick [sched, other]"
    assert with_instances("thread::Robin::tick", instances) == "thread::Robin::tick"
    assert with_instances("thread::RoundRobin", instances) == "thread::RoundRobin"


def test_functions_are_read_by_address_and_global_names_win() -> None:
    listing = """\
0000000000000008 t before
0000000000001000 T flat_image_start
0000000000001010 t local
0000000000001010 T global
0000000000001020 W weak
0000000000001030 D data"""
    start, functions = read_functions(listing)
    assert start == 0x1000
    assert functions == [(0x1000, "flat_image_start"), (0x1010, "global"), (0x1020, "weak")]


def test_functions_are_told_by_their_distances() -> None:
    text = table(0x1000, [(0x1005, "flat::a"), (0x1131, "flat::b")], {}, "a")
    assert "flat_symbol_count:\n    .long 2" in text
    assert [line.strip() for line in text.splitlines() if "  // " in line] == [
        ".byte 5, 97, 0  // a",
        ".byte 172, 2, 98, 0  // b",
    ]


@pytest.mark.parametrize("count", [0, 1, 2, 400, 20_000])
def test_names_are_packed_and_can_be_told_again(count: int) -> None:
    names = [
        f"api::Spaces::take_{number * 7919 % 997} [spaces]".encode() for number in range(count)
    ]
    packed, phrases = pack(names)
    assert [_unpacked(name, phrases) for name in packed] == names
    assert len(phrases) <= 128
    if count >= 400:
        assert sum(map(len, packed)) * 3 < sum(map(len, names))


def _unpacked(data: bytes, phrases: list[bytes]) -> bytes:
    return b"".join(
        _unpacked(phrases[byte - 128], phrases) if byte >= 128 else bytes([byte]) for byte in data
    )


@pytest.mark.parametrize("target", ["hosted", "x86_64"])
@pytest.mark.parametrize("compiler", ["clang", "g++"])
def test_no_function_moves_between_the_two_links(
    tmp_path: Path, target: str, compiler: str
) -> None:
    folder = make_workspace(tmp_path)
    done = flat(folder, "build", "sample", "-t", target, "--compiler", compiler)
    assert done.returncode == 0, done.stderr
    image = folder / done.stdout.strip()
    first, last = (_functions(path) for path in (image.with_name("without-symbols.elf"), image))
    assert first == last
    assert len(first) > 10


def _functions(image: Path) -> list[tuple[int, str]]:
    command = ["llvm-nm-19", "--numeric-sort", "--defined-only", str(image)]
    return read_functions(subprocess.check_output(command, text=True))[1]
