# SPDX-License-Identifier: BSD-2-Clause
# Reads: bin core tools/memtrace tools/reorder tools/cli tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/memtrace tools/reorder
"""Traces real programs: each sequence is as the source says, whatever compiler made it."""

from __future__ import annotations

import pytest
from traced_programs import Compile, run, sequences

from flatland.memtrace.launch import Tools
from flatland.memtrace.trace import Request

c_compilers = [(one, level) for one in ("gcc", "clang-19") for level in ("-O0", "-O2")]
cpp_compilers = [(one, level) for one in ("g++", "clang++-19") for level in ("-O0", "-O2")]


calls = Request(
    (),
    ["item"],
    ["plain", "recursive", "jumps", "jumping", "called_by_a_jump", "two_roles", "wide",
     "exchange", "interrupted"],
    ["make_item"],
)  # fmt: skip


@pytest.mark.parametrize("place", ["-pie", "-no-pie"])
@pytest.mark.parametrize("compiler", c_compilers, ids=" ".join)
def test_calls_in_all_ways_of_c_are_invocations(
    tools: Tools, compile_program: Compile, compiler: tuple[str, str], place: str
) -> None:
    code = "-fPIE" if place == "-pie" else "-fno-pie"
    program = compile_program("calls.c", *compiler, "-g", code, place)
    traced = run(tools, program, calls)
    assert traced.ended.status == 7
    assert sequences(traced, "item") == {
        # Of an object that was allocated, two static ones, in a handler, and one that took the
        # place of memory that was something else; not of that.
        "plain": [(5, "0.0:8w")],
        "recursive": [
            (3, "0.8:4w 0.8:4w 0.12:2w 0.12:2w"),  # in three threads
            (1, "0.8:4w 0.8:4w 0.8:4w 0.12:2w 0.12:2w 0.12:2w"),
        ],
        "jumps": [(1, "0.14:1w")],
        "jumping": [(1, "0.0:8w 0.12:2w")],  # inner calls and tail calls belong to the outermost
        "two_roles": [(1, "0.0:8r 1.0:8w 0.8:4w")],
        "wide": [(1, "0.0:8w 0.8:8w")],  # QEMU makes two of 16 bytes
        "exchange": [(4, "0.8:4r 0.8:4w")],  # with one thread and with many
        "interrupted": [(1, "0.0:8w 0.0:8w 0.8:4w")],  # the handler's is one of them
    }
    assert (traced.profile["invocations"], traced.profile["unfinished"]) == (19, 0)


@pytest.mark.parametrize("compiler", cpp_compilers, ids=" ".join)
def test_exceptions_leave_and_objects_of_new_are_found(
    tools: Tools, compile_program: Compile, compiler: tuple[str, str]
) -> None:
    program = compile_program("exceptions.cpp", *compiler, "-g")
    names = ["sample::Server::handle", "sample::Server::fail", "_ZN6sample6Server4readERKNS_4PartE"]
    request = Request((), ["sample::Part", "sample::Server"], names, has_arrays=True)
    traced = run(tools, program, request)
    assert traced.ended.status == 0
    assert sequences(traced, "sample::Part") == {
        names[0]: [(3, "0.0:8w 0.8:4w")],  # by make_unique, in an array of arrays, as a base
        names[1]: [(1, "0.12:1w 0.12:1w 0.12:1w")],
        names[2]: [(2, "0.0:8r")],
    }
    assert sequences(traced, "sample::Server") == {}  # it lies on the stack
    assert traced.notes == ["no object of `sample::Server` was accessed in an invocation"]


def test_a_program_may_tell_of_its_objects_itself(tools: Tools, compile_program: Compile) -> None:
    request = Request((), ["slot"], ["use"], has_heap=False)
    for flags in (["gcc", "-O2"], ["clang-19", "-O0"], ["gcc", "-static"]):
        program = compile_program("announced.c", *flags, "-g")
        traced = run(tools, program, request)
        assert sequences(traced, "slot") == {"use": [(3, "0.0:8r 0.8:8w")]}
        assert traced.profile["invocations"] == 6


def test_a_signal_that_ends_the_program_loses_nothing(
    tools: Tools, compile_program: Compile
) -> None:
    program = compile_program("announced.c", "gcc", "-O2", "-g")
    traced = run(tools, program, Request((), ["slot"], ["use"], has_heap=False), "kill")
    assert (traced.ended.status, traced.ended.signal) == (128 + 15, "SIGTERM")
    assert sequences(traced, "slot") == {"use": [(3, "0.0:8r 0.8:8w")]}


def test_child_processes_are_not_traced(tools: Tools, compile_program: Compile) -> None:
    program = compile_program("announced.c", "gcc", "-O2", "-g")
    traced = run(tools, program, Request((), ["slot"], ["use"], has_heap=False), "fork")
    assert traced.profile["invocations"] == 6


def test_an_invocation_that_the_end_cuts_off_is_told_and_not_counted(
    tools: Tools, compile_program: Compile
) -> None:
    program = compile_program("announced.c", "gcc", "-O2", "-g")
    traced = run(tools, program, Request((), ["slot"], ["main"], has_heap=False), "kill")
    assert sequences(traced, "slot") == {}
    assert (traced.profile["invocations"], traced.profile["unfinished"]) == (1, 1)
    assert "1 invocations were cut off by the end and are not counted" in traced.notes


def test_members_and_their_uses_are_named(tools: Tools, compile_program: Compile) -> None:
    program = compile_program("calls.c", "gcc", "-O2", "-g")
    (item,) = run(tools, program, calls).profile["classes"]
    uses = {each["name"]: (each["reads"], each["writes"]) for each in item["members"]}
    assert uses["first"] == (1, 5 + 1 + 1 + 1 + 2)
    assert uses["next"] == (0, 0)
