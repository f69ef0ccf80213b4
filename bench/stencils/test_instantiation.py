# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/specialize tools/cli/flatland tools/rewrite tools/CMakeLists.txt
# One run in 3, unless changed: tools/specialize
"""What making a function of a stencil may cost: counted, never timed."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

import pytest
from instantiation import build, count_instructions, count_system_calls

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the functions that it makes are for x86-64"
)


@pytest.mark.parametrize("compiler", ["clang-19", "gcc"])
def test_a_patch_costs_some_fifty_instructions_and_the_rest_some_hundreds(
    compiler: str, tmp_path: Path
) -> None:
    program = build(tmp_path, compiler)
    small, large = (count_instructions(program, "make", holes) for holes in (2, 102))
    assert small < 700
    assert (large - small) / 100 < 70


def test_opening_and_closing_a_session_costs_some_thousand_instructions_of_our_own(
    tmp_path: Path,
) -> None:
    program = build(tmp_path, "clang-19")
    assert 500 < count_instructions(program, "session", 2) < 4500


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_the_second_function_needs_no_system_call(tmp_path: Path) -> None:
    program = build(tmp_path, "gcc")
    assert count_system_calls(program, 10, 1000) == count_system_calls(program, 10, 1)
