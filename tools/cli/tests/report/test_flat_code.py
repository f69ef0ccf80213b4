# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli kernels
# Builds: pingpong hello threads chain
"""What the code of flat kernels must look like: boundaries are gone, paths have no indirect call.

The same code in the variant `virtual` shows that what is looked for would be found.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from flatland import paths
from flatland.report.code import Call, Code, Instruction
from tests.builder.sample import flat

compilers = ("clang", "g++")

# What a kernel does last: these write to the console and never return.
failures = ("flat::assertion_failed", "flat::panic", "flat::detail::panic", "flat_fatal_trap")


def code_of(kernel: str, target: str, compiler: str, variant: str) -> Code:
    options = ("-t", target, "--compiler", compiler, "--variant", variant)
    done = flat(paths.kit, "build", kernel, *options)
    assert done.returncode == 0, done.stderr
    return Code(paths.kit / done.stdout.strip())


def body(code: Code, name: str) -> list[Instruction]:
    return [code.instructions[at] for at in code.by_name[name].instructions]


def reachable_calls(code: Code, name: str) -> list[Call]:
    """All calls of a function and of those that it calls, directly or not, failures left out."""
    by_caller: dict[str, list[Call]] = defaultdict(list)
    for call in code.calls():
        by_caller[call.caller].append(call)
    found: list[Call] = []
    known = {name}
    waiting = [name]
    while waiting:
        for call in by_caller[waiting.pop()]:
            if call.callee.startswith(failures):
                continue
            found.append(call)
            if call.callee and call.callee not in known:
                known.add(call.callee)
                waiting.append(call.callee)
    return found


@pytest.mark.parametrize("target", ["hosted", "x86_64"])
@pytest.mark.parametrize("compiler", compilers)
def test_a_chain_of_four_components_is_the_code_of_one_function(target: str, compiler: str) -> None:
    code = code_of("chain", target, compiler, "flat")
    through_chain = body(code, "flat::demo::chain::ChainStart::through_chain")
    leaving = [each for each in through_chain if each.leaves]
    assert [each.is_return for each in leaving] == [True]
    assert sum(each.name.startswith("imul") for each in through_chain) == 1  # demo.chain.ChainScale
    assert sum(each.name.startswith("add") for each in through_chain) >= 2  # ChainAdd, ChainSum


@pytest.mark.parametrize("compiler", compilers)
def test_the_same_chain_as_written_goes_through_a_table(compiler: str) -> None:
    code = code_of("chain", "x86_64", compiler, "virtual")
    kinds = [
        each.kind for each in reachable_calls(code, "flat::demo::chain::ChainStart::through_chain")
    ]
    assert kinds == ["indirect"]


@pytest.mark.parametrize("compiler", compilers)
def test_an_optional_port_that_nobody_binds_leaves_no_call(compiler: str) -> None:
    for variant, slots in (("virtual", {2, 5}), ("flat", set())):
        calls = code_of("threads", "x86_64", compiler, variant).calls()
        own = [each for each in calls if each.caller == "flat::thread::Threads::tick"]
        # The scheduler's `tick`, which is direct in `flat`, and `ticked` of `switching`.
        assert {each.slot for each in own if each.kind == "indirect"} == slots, variant


@pytest.mark.parametrize("compiler", compilers)
def test_there_is_no_indirect_call_on_the_path_of_ipc(compiler: str) -> None:
    code = code_of("pingpong", "x86_64", compiler, "flat")
    # How an interrupt's message has ended is told to whom `l4.Ipc.reportTo` has named: the one way
    # off the path that no port leads.
    ends_of_interrupts = {"flat::api::Ipc::transfer", "flat::api::Ipc::fail"}
    for path in ("flat_ipc", "flat_limited_ipc"):
        indirect = [each for each in reachable_calls(code, path) if each.kind == "indirect"]
        assert {each.caller for each in indirect} <= ends_of_interrupts
        assert len(indirect) <= len(ends_of_interrupts)


@pytest.mark.parametrize("compiler", compilers)
def test_the_short_path_of_ipc_is_one_function_that_saves_no_register(compiler: str) -> None:
    code = code_of("pingpong", "x86_64", compiler, "flat")
    names = [each.name for each in body(code, "flat_ipc")]
    assert "jmp" in names
    assert [each for each in names if each.startswith(("push", "call"))] == []
    # Time stamps and products take rdx and rax: what is there is kept meanwhile, as the message is
    # in all other registers that C++ does not preserve.
    limited = [each.name for each in body(code, "flat_limited_ipc")]
    assert "rdtsc" in limited
    assert [each for each in limited if each.startswith("call")] == []
    assert sum(each.startswith("push") for each in limited) <= 5


@pytest.mark.parametrize("compiler", compilers)
def test_as_written_the_path_of_ipc_has_indirect_calls(compiler: str) -> None:
    calls = reachable_calls(code_of("pingpong", "x86_64", compiler, "virtual"), "flat_ipc")
    assert sum(call.kind == "indirect" for call in calls) >= 1
