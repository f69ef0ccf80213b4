# SPDX-License-Identifier: BSD-2-Clause
# Reads: tests/specialize
"""Half of a generated program's inputs are stated, and wrong programs are found."""

from __future__ import annotations

import stat
from pathlib import Path

import generated
import pytest
from csmith_program import Input, Program, generate, inputs_of
from generated import judge

limit_s = 60
text = """\
#include <stdio.h>
static int32_t g_2 = (-1L);
static const int16_t g_3 = 0L;
static volatile int32_t g_4 = 5L;/* VOLATILE GLOBAL g_4 */
static int32_t *g_5 = &g_2;
static int32_t * volatile g_6 = &g_2;/* VOLATILE GLOBAL g_6 */
static const int32_t *g_7 = (void*)0;
static int8_t g_8[2] = {1L,2L};
static union U0 g_9 = {1L};
static union U0 *g_10 = &g_9;
static int32_t  func_1(void);
"""


def tool_that(folder: Path, does: str) -> str:
    """A program in place of `specialize`."""
    file = folder / "tool"
    file.write_text(f"#!/bin/sh\n{does}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


def program(body: str) -> Program:
    number = Input("g_2", "5", True)
    start = f"#include <stdio.h>\nint g_2 = 5;\nvoid func_1(void) {{ {body} }}\n"
    return Program(1, f"{start}int main(void) {{ func_1(); }}\n", (number,), number)


def test_inputs_are_variables_without_parts() -> None:
    assert inputs_of(text) == [
        Input("g_2", "(-1L)", True),
        Input("g_5", "&g_2", False),
        Input("g_7", "(void*)0", False),
        Input("g_10", "&g_9", False),
    ]


def test_a_program_is_the_same_every_time() -> None:
    first = generate(11)
    assert first == generate(11)
    assert 2 * len(first.stated) >= len(inputs_of(first.text)) > 0
    assert first.spec.count("static") == len(first.stated)


def test_the_same_code_prints_the_same(tmp_path: Path) -> None:
    tool = tool_that(tmp_path, 'clang-19 -O2 -w -c "${1%.spec}.c" -o "$3"')
    verdict = judge(tool, program('printf("%d\\n", g_2);'), tmp_path, limit_s)
    assert (verdict.outcome, verdict.detail) == (
        "same output",
        "inputs as stated, an input changed",
    )


def test_code_without_a_guard_is_found(tmp_path: Path) -> None:
    does = 'sed "s/%d.n., g_2/%d\\\\\\\\n\\", 5/" "${1%.spec}.c" > "$3.c"\ncat "$3.c" >&2\n'
    tool = tool_that(tmp_path, does + 'clang-19 -O2 -w -c "$3.c" -o "$3"')
    verdict = judge(tool, program('printf("%d\\n", g_2);'), tmp_path, limit_s)
    assert verdict.outcome == "other output" and "an input changed" in verdict.detail


def test_a_refusal_is_told_from_a_crash(tmp_path: Path) -> None:
    refusing = tool_that(tmp_path, "echo 'error[S0201]: `g_2` is written' >&2; exit 1")
    verdict = judge(refusing, program(""), tmp_path, limit_s)
    assert (verdict.outcome, verdict.detail) == ("refused", "S0201: … is written")
    assert judge(tool_that(tmp_path, "kill -SEGV $$"), program(""), tmp_path, 1).outcome == "crash"
    assert judge(tool_that(tmp_path, "sleep 9"), program(""), tmp_path, 1).outcome == "time limit"


def test_a_program_without_end_is_unfit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generated, "_run_s", 0.5)
    endless = program("for (volatile int each = 0;; ++each) {}")
    assert judge("false", endless, tmp_path, limit_s).outcome == "unfit"
