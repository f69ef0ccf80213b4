# SPDX-License-Identifier: BSD-2-Clause
# Reads: tests/bindings
"""Random programs are always the same, have what a kind needs, and differences are reported."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence

import pytest
from equivalence import Build, Shown, batches, compare, difference, everywhere
from kernels_text import (
    Chains,
    chosen,
    far,
    far_bells,
    hosted,
    near,
    near_bells,
    tasks,
    with_domains,
)
from program_text import files, ports
from random_program import Program, calls_each, random_program

programs = [random_program(1, number) for number in range(60)]


def test_a_program_is_the_same_every_time() -> None:
    again = [random_program(1, number) for number in range(60)]
    assert again == programs
    assert files(again) == files(programs)
    assert (hosted(again), with_domains(again)) == (hosted(programs), with_domains(programs))


@pytest.mark.parametrize("count", [*range(1, 12), 20, 40])
def test_each_program_is_tried_once_however_few_there_are(count: int) -> None:
    options = argparse.Namespace(all=False, count=count, seed=1, first=0)
    assert [each for numbers, _ in batches(options) for each in numbers] == list(range(count))
    assert all(numbers for numbers, _ in batches(options))


def test_all_that_crosses_occurs() -> None:
    methods = [method for each in programs for method in each.interface.all_methods]
    parameters = [each for method in methods for each in method.parameters]
    assert {each.direction for each in parameters} == {"", "In", "Out", "InOut"}
    assert {each.throws for each in methods} == {each.pure for each in methods} == {True, False}
    assert {bool(each.max_bytes) for each in parameters if each.direction} == {True, False}
    assert {each.interface.base is None for each in programs} == {True, False}
    assert {len(each.interface.methods) for each in programs} >= {1, 8}
    assert any(each.result and each.result.fields for each in methods)


def test_objects_pass_in_both_directions_and_some_calls_do_not_wait() -> None:
    passing = [each for each in programs if each.parts]
    assert len(passing) == len(programs) // 3
    assert all(each.can_fail for each in passing)
    texts = files(passing[:1])
    number = passing[0].number
    store = texts[f"interfaces/flat/equal/Store{number}.java"]
    for each in (f"lend(Part{number} part", f"@Held Whole{number} whole", "@OneWay void hear("):
        assert each in store
    assert "return beyond->keep(whole, a);" in texts["components/equal/relays.cpp"]
    client = texts["components/equal/clients.cpp"]
    assert f"case {len(passing[0].interface.all_methods)}: lend{number}(server" in client
    assert f"drop{number}(server, seen);" in client


def test_every_kind_binds_some_program() -> None:
    bound = [find(each) for each in programs for find in (near, far, tasks, near_bells, far_bells)]
    chains = {chain for each in bound for _, chain in each.values()}
    kinds = {kind.partition("(")[0] for chain in chains for kind in chain.split(", ")}
    wanted = {"Monitored", "Dynamic", "Guarded", "Caching", "Syscall", "Lrpc", "Event", "Remote"}
    assert kinds >= {*wanted, "Ipc", ""}
    assert "via Upcall" not in hosted(programs)
    assert ".store via Upcall;" in with_domains(programs)


@pytest.mark.parametrize("ways", [near, far, tasks])
@pytest.mark.parametrize(("count", "most"), [(4, 3), (12, 2)])
def test_few_ways_of_each_program_have_every_place_and_kind_and_soon_every_port(
    ways: Callable[[Program], Chains], count: int, most: int
) -> None:
    for first in range(0, 60, count):
        together = programs[first : first + count]
        few = [each for chains in chosen(together, ways, most).values() for each in chains.items()]
        every = [each for program in together for each in ways(program).items()]
        assert sum(bool(chain) for _, (_, chain) in few) <= most * count
        assert kinds_and_places(few) == kinds_and_places(every)
        assert count == 4 or bound_ports(few) == bound_ports(every)


def kinds_and_places(bound: Sequence[tuple[str, tuple[str, str]]]) -> set[str]:
    places = {place for _, (place, _) in bound}
    return places | {kind for _, (_, chain) in bound for kind in re.findall(r"\b[A-Z]\w+", chain)}


def bound_ports(bound: Sequence[tuple[str, tuple[str, str]]]) -> set[str]:
    """Those that are not bound statically."""
    return {port for port, (_, chain) in bound if chain}


def test_a_difference_is_told_with_its_kind_and_line() -> None:
    right = [f"call {number} method 0: 0x1" for number in range(calls_each)]
    heard = ("rx", "sx", "sy", "sz", "tx", "ty", "tz")
    expected: Shown = {(0, port): right for port in (*ports, *heard)}
    build = Build("hosted", "flat", "g++", "near")
    assert compare(programs[:1], expected, expected, build, None) is None
    wrong = {**expected, (0, "b"): [*right[:3], "call 3 method 0: 0x2", *right[4:]]}
    text = compare(programs[:1], expected, wrong, build, None)
    assert text is not None
    assert text.startswith("hosted, flat, g++: program 0, port b, via Monitored")
    assert "static:  call 3 method 0: 0x1\n  here:    call 3 method 0: 0x2" in text


def test_each_program_is_on_every_target_in_both_variants_and_compilers_take_turns() -> None:
    two = [everywhere(1, 0), everywhere(1, 20)]
    places = {("hosted", "near"), ("hosted", "far"), ("x86_64", "far"), ("x86_64", "tasks")}
    for builds in two:
        ways = [(each.target, each.kernel, each.variant) for each in builds]
        assert len(ways) == len(set(ways)) == 8
        assert {each.compiler for each in builds} == {"clang", "g++"}
        assert {(target, kernel) for target, kernel, _ in ways} == places
    assert len({build for builds in two for build in builds}) == 16


def test_lines_that_are_missing_or_too_many_are_differences() -> None:
    assert "here:    nothing" in difference(["a", "b"], ["a"])
    assert "1 lines more" in difference(["a"], ["a", "b"])
