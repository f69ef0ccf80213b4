# SPDX-License-Identifier: BSD-2-Clause
# Reads: bin core tools/memtrace tools/reorder tools/cli tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/memtrace tools/reorder
"""What cannot be traced is refused before the program runs, and the message says what to do."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest
from traced_programs import Compile

from flatland.diagnostics import FlatError
from flatland.memtrace.launch import Tools
from flatland.memtrace.trace import Request, trace

good = Request((), ["Alone"], ["main"])


def refusal(program: Path, **changes: object) -> tuple[str, str]:
    """The code and the text of the error; nothing is built or run."""
    request = dataclasses.replace(good, command=[str(program)], **changes)  # type: ignore[arg-type]

    def build() -> Tools:
        raise AssertionError("it was not refused")

    with pytest.raises(FlatError) as caught:
        trace(request, build, sys.stderr)
    (found,) = caught.value.diagnostics
    return found.code, "\n".join([found.message, *found.notes, found.help or ""])


@pytest.fixture(params=["g++", "clang++-19"])
def program(request: pytest.FixtureRequest, compile_program: Compile) -> Path:
    return compile_program("refused.cpp", request.param, "-g", "-O1")


def test_a_function_that_was_inlined_is_refused(program: Path) -> None:
    code, text = refusal(program, entries=["inlined"])
    assert code == "F1004"
    assert "in `enter`" in text and "noinline" in text


def test_overloads_are_told_apart_by_symbols_only(program: Path) -> None:
    code, text = refusal(program, entries=["enter"])
    assert code == "F1005"
    assert "_Z5enterR5Alone" in text and "_Z5enterR4Twin" in text


def test_an_unknown_function_is_refused_with_a_near_one(program: Path) -> None:
    code, text = refusal(program, entries=["entre"])
    assert code == "F1003"
    assert "`enter`" in text


def test_an_unknown_class_is_refused_with_a_near_one(program: Path) -> None:
    code, text = refusal(program, classes=["Twins"])
    assert code == "F1003"
    assert "`Twin`" in text


def test_a_size_that_several_classes_have_needs_a_function(program: Path) -> None:
    code, text = refusal(program, classes=["Twin"])
    assert code == "F1006"
    assert "`Other` has the same size" in text and "--allocated-in Twin=" in text


def test_an_allocating_function_is_of_a_class_that_is_traced(program: Path) -> None:
    code, text = refusal(program, allocated_in=["Twin=main"])
    assert code == "F1003"
    assert "--class Twin" in text


def test_a_static_program_hides_its_allocations(compile_program: Compile) -> None:
    for link in ("-static", "-static-pie"):
        program = compile_program("refused.cpp", "g++", "-g", link, "-fPIE")
        code, text = refusal(program)
        assert code == "F1007"
        assert "statically" in text and "--no-heap" in text


def test_an_allocator_of_its_own_hides_allocations(tmp_path: Path) -> None:
    source = tmp_path / "own.c"
    source.write_text(
        "struct Alone { long numbers[7]; } alone;\n"
        "void* malloc(unsigned long bytes) { (void)bytes; return 0; }\n"
        "int main(void) { return 0; }\n"
    )
    subprocess.run(["gcc", "-g", "-fno-builtin", source, "-o", tmp_path / "own"], check=True)
    code, text = refusal(tmp_path / "own")
    assert code == "F1007"
    assert "`malloc` of its own" in text


def test_a_program_without_debug_information_is_refused(compile_program: Compile) -> None:
    code, text = refusal(compile_program("refused.cpp", "g++", "-s"))
    assert code == "F1002"
    assert "-g" in text


def test_debug_information_that_makes_no_sense_is_refused(
    compile_program: Compile, tmp_path: Path
) -> None:
    program = compile_program("refused.cpp", "g++", "-g")
    broken, section = tmp_path / "broken", tmp_path / "section"
    section.write_bytes(b"\x10\0\0\0\x63" + bytes(15))
    words = ["objcopy", "--update-section", f".debug_info={section}", str(program), str(broken)]
    subprocess.run(words, check=True)
    code, text = refusal(broken)
    assert code == "F1002" and "cannot be read" in text


def test_what_is_no_program_is_refused(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    assert refusal(script)[0] == "F1001"
    assert refusal(tmp_path / "missing")[0] == "F1001"
    subprocess.run(["gcc", "-g", "-m32", "-c", "-xc", "/dev/null", "-o", script], check=True)
    script.chmod(0o755)
    code, text = refusal(script)
    assert code == "F1001" and "EM_386" in text
