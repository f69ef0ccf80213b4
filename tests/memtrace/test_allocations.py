# SPDX-License-Identifier: BSD-2-Clause
# Reads: bin core tools/memtrace tools/reorder tools/cli tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/memtrace tools/reorder
"""What a program allocates becomes objects by its size, and by its allocating function."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from traced_programs import Compile, programs, run, sequences

from flatland.memtrace.launch import Tools
from flatland.memtrace.trace import Request

flags = ("-std=c++17", "-g", "-O1")
names = ["Item", "Aligned", "Flexible"]


@pytest.mark.parametrize("compiler", ["g++", "clang++-19"])
def test_each_way_to_allocate_is_seen(
    tools: Tools, compile_program: Compile, compiler: str
) -> None:
    program = compile_program("allocations.cpp", compiler, *flags)
    traced = run(tools, program, Request((), names, ["use"]))
    assert traced.ended.status == 0
    # By eight functions, two operators, and in an array by calloc.
    assert sequences(traced, "Item") == {"use": [(8 + 2 + 1, "0.0:8w")]}
    assert sequences(traced, "Aligned") == {"use": [(1, "0.0:8w")]}
    assert traced.profile["invocations"] == 8 + 2 + 1 + 3 + 1 + 1 + 1


def test_objects_begin_where_the_allocator_promises_not_where_it_happened(
    tools: Tools, compile_program: Compile
) -> None:
    program = compile_program("allocations.cpp", "g++", *flags)
    traced = run(tools, program, Request((), names, ["use"]))
    bases = {each["name"]: each["base"] for each in traced.profile["classes"]}
    assert bases["Aligned"] == {"offset": 0, "align_bytes": 128}  # the only object
    assert bases["Flexible"]["align_bytes"] == 16
    assert bases["Item"]["align_bytes"] <= 16


def test_arrays_by_malloc_and_new_are_counted_if_wanted(
    tools: Tools, compile_program: Compile
) -> None:
    program = compile_program("allocations.cpp", "g++", *flags)
    traced = run(tools, program, Request((), ["Item"], ["use"], has_arrays=True))
    assert sequences(traced, "Item") == {"use": [(8 + 2 + 1 + 1, "0.0:8w")]}


def test_only_what_a_named_function_allocates_may_count(
    tools: Tools, compile_program: Compile
) -> None:
    program = compile_program("allocations.cpp", "g++", "-std=c++17", "-g", "-O0")
    request = Request((), ["Item", "Flexible"], ["use"], ["Item=with_new"])
    traced = run(tools, program, request)
    assert sequences(traced, "Item") == {"use": [(2, "0.0:8w")]}


def test_objects_of_a_shared_library_are_traced_if_it_is_named(
    tools: Tools, compile_program: Compile, tmp_path: Path
) -> None:
    library = tmp_path / "libparts.so"
    command = ["g++", "-g", "-O1", "-fPIC", "-shared", "-Dmain=part", "-std=c++17"]
    subprocess.run([*command, programs / "allocations.cpp", "-o", library], check=True)
    (tmp_path / "main.c").write_text("int _Z4partv(void); int main(void) { return _Z4partv(); }\n")
    words = ["gcc", "-g", "main.c", "-o", "main", "-L.", "-lparts", "-Wl,-rpath,$ORIGIN"]
    subprocess.run(words, cwd=tmp_path, check=True)
    request = Request((), names, ["use"], libraries=[library])
    traced = run(tools, tmp_path / "main", request)
    assert sequences(traced, "Item") == {"use": [(8 + 2 + 1, "0.0:8w")]}


@pytest.mark.parametrize("compiler", ["g++", "clang++-19"])
def test_threads_allocate_and_record_at_the_same_time(
    tools: Tools, compile_program: Compile, compiler: str
) -> None:
    program = compile_program("threads.cpp", compiler, *flags)
    traced = run(tools, program, Request((), ["Node"], ["visit"]))
    assert sequences(traced, "Node") == {
        "visit": [
            (40000, "0.8:4w 0.64:8r 1.0:8w"),
            (40000, "0.8:4w 0.64:8r"),
        ]
    }
    assert traced.profile["invocations"] == 80000
