# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli
"""Tests of what is read from sources and images about calls."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from flatland.report.call_places import find_uses
from flatland.report.code import Call, Code
from flatland.report.debug import DebugInformation

compilers = {"clang": "clang++-19", "g++": "g++"}

program = """\
#include <new>
struct Store {
    virtual int first(int) = 0;
    virtual int second(int) = 0;
};
struct Shelf final : Store {
    int first(int) override;
    int second(int x) override { return x * count + 7; }
    [[gnu::noinline]] int third(int x) { return x + count; }
    int count = 3;
};
int Shelf::first(int x) { return x - count; }
struct Crate final : Store {
    int first(int x) override { return x * 5; }
    int second(int x) override { return x * 6; }
};
struct Client {
    Store& store;
    Shelf& shelf;
    int through_table(int);
    int directly(int);
    int inlined(int);
    int tail(int);
};
int Client::through_table(int x) { return store.second(x) + 1; }
int Client::directly(int x) { return shelf.third(x) + 1; }
int Client::inlined(int x) { return shelf.second(x) + 1; }
int Client::tail(int x) { return store.second(x); }
int main(int count, char**) {
    Shelf shelf;
    Crate crate;
    Client client{shelf, shelf};
    if (count > 2) new (&client) Client{crate, shelf};
    asm volatile("" : : "r"(&client) : "memory");
    return client.through_table(count) + client.directly(count) + client.inlined(count) +
           client.tail(count);
}
"""


@pytest.fixture(scope="module", params=list(compilers))
def image(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calls")
    (folder / "program.cpp").write_text(
        program.replace("int Client", "[[gnu::noinline]] int Client")
    )
    command = [compilers[request.param], "-O2", "-g", "-std=c++20", "-no-pie", "program.cpp"]
    subprocess.run([*command, "-o", "program"], cwd=folder, check=True)
    return folder / "program"


def calls_of(image: Path, caller: str) -> list[Call]:
    return [call for call in Code(image).calls() if call.caller == caller]


def test_a_call_through_a_table_is_known_by_its_slot_and_its_line(image: Path) -> None:
    (call,) = calls_of(image, "Client::through_table")
    assert (call.kind, call.slot, call.is_jump) == ("indirect", 1, False)
    assert call.instructions == 2  # the load of the table, the call
    place = DebugInformation(image).place_of(call.address)
    assert place
    assert "store.second(x) + 1" in program.splitlines()[place.line - 1]


def test_a_jump_in_place_of_a_call_is_a_call(image: Path) -> None:
    (call,) = calls_of(image, "Client::tail")
    assert (call.kind, call.slot, call.is_jump) == ("indirect", 1, True)


def test_a_direct_call_is_known_by_its_callee(image: Path) -> None:
    (call,) = calls_of(image, "Client::directly")
    assert (call.kind, call.callee, call.instructions) == ("direct", "Shelf::third", 1)


def test_an_inlined_call_is_known_by_callee_caller_and_line(image: Path) -> None:
    assert calls_of(image, "Client::inlined") == []
    (found,) = [each for each in DebugInformation(image).inlined if each.callee == "Shelf::second"]
    assert found.caller == "Client::inlined"
    assert "shelf.second(x)" in program.splitlines()[found.place.line - 1]


def test_classes_have_sizes_bases_and_slots(image: Path) -> None:
    debug = DebugInformation(image)
    assert debug.classes["Shelf"].size_bytes == 16
    assert debug.classes["Shelf"].bases == {"Store": 0}
    assert debug.virtual_functions("Shelf") == {"first": ("Shelf", 0), "second": ("Shelf", 1)}


def test_a_frame_is_what_inlining_would_save(image: Path) -> None:
    code = Code(image)
    assert code.frame_instructions(code.by_name["Shelf::third"]) == 1  # its return
    assert code.frame_instructions(code.by_name["Client::through_table"]) >= 3


@pytest.mark.parametrize("compiler", list(compilers))
def test_a_call_by_a_retpoline_goes_through_a_table_too(tmp_path: Path, compiler: str) -> None:
    source = tmp_path / "program.cpp"
    source.write_text(program.replace("int Client", "[[gnu::noinline]] int Client"))
    flag = {"clang": "-mretpoline", "g++": "-mindirect-branch=thunk-inline"}[compiler]
    command = [compilers[compiler], "-O2", "-g", "-std=c++20", "-no-pie", flag, str(source)]
    subprocess.run([*command, "-o", str(tmp_path / "program")], check=True)
    (call,) = calls_of(tmp_path / "program", "Client::through_table")
    assert (call.kind, call.slot) == ("indirect", 1)
    assert call.instructions > 3


def test_calls_through_a_port_are_found_in_a_source() -> None:
    text = """void f() {
    timer->start(1); // timer->stop() in a comment
    say(*timer, "timer->stop()");
    for (auto& each : timers) each.stop();
    TRY(timer->stop());
    other::timer->start(2);
}
"""
    uses = find_uses(text, "timer", ("start", "stop"))
    assert [(place.line, place.method) for place in uses.calls] == [(2, "start"), (5, "stop")]
    assert uses.passed_on == (3,)
    assert {5, 10, 12, 17} <= uses.calls[0].columns | {5}
    assert 5 in uses.calls[1].columns  # of the macro, which is what compilers name
    assert find_uses(text, "timers", ()).passed_on == (4,)


def test_only_functions_of_the_interface_are_calls_through_the_port() -> None:
    assert find_uses("timer->start(1);", "timer", ("stop",)).calls == ()
    indexed = find_uses("clocks[i].stop();", "clocks", ("stop",)).calls
    assert [place.method for place in indexed] == ["stop"]
