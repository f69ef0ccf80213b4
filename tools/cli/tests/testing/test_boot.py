# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels tests/boot
"""What the file of a boot test says, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from flatland.diagnostics import FlatError
from flatland.testing.boot import BootTest, read_boot_tests

_least = 'summary = "s"\nkernel = "hello"\ntargets = ["hosted"]\nlines = []\n'


def read(folder: Path, more: str = "") -> BootTest:
    file = folder / "sample.toml"
    file.write_text(_least + more)
    (test,) = read_boot_tests(file)
    return test


def test_a_test_types_nothing_and_waits_for_no_line_unless_it_says_so(tmp_path: Path) -> None:
    test = read(tmp_path)
    assert test.input == ""
    assert "--until" not in test.command


def test_a_test_may_type_and_end_at_a_line(tmp_path: Path) -> None:
    test = read(tmp_path, 'input = "list\\n"\nuntil = "^done"\n')
    assert test.input == "list\n"
    assert test.command[-2:] == ["--until", "^done"]


def test_a_pattern_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FlatError, match="unterminated|missing"):
        read(tmp_path, 'until = "("\n')


def test_a_kernel_may_be_hardened_by_retpolines(tmp_path: Path) -> None:
    assert "--retpolines" not in read(tmp_path).command
    assert "--retpolines" in read(tmp_path, "retpolines = true\n").command
