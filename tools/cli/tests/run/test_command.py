# SPDX-License-Identifier: BSD-2-Clause
# Reads: tools/cli declarations kernels
"""Tests of the commands that start images and debuggers."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from flatland.builder.variants import RunSettings
from flatland.diagnostics import FlatError
from flatland.run.command import debugger_command, fill, free_port, option_path, with_debugger

qemu = RunSettings(kind="qemu", command=("qemu", "-kernel", "{image}"))


def test_blanks_are_filled_within_words() -> None:
    placeholders = {"image": "/a b/k.elf", "ram_file": "/tmp/ram"}
    words = fill(["-kernel", "{image}", "mem-path={ram_file},share=on"], placeholders)
    assert words == ["-kernel", "/a b/k.elf", "mem-path=/tmp/ram,share=on"]


@pytest.mark.parametrize("word", ["{imgae}", "{}", "{image", "{image.parent}"])
def test_an_unknown_placeholder_is_a_user_error(word: str) -> None:
    with pytest.raises(FlatError) as caught:
        fill([word], {"image": "x"})
    assert caught.value.diagnostics[0].code == "F0803"


def test_a_comma_in_a_path_is_no_separator_of_options() -> None:
    assert option_path(Path("/a,b/ram")) == "/a,,b/ram"


def test_a_debugger_waits_in_qemu_or_in_gdbserver() -> None:
    assert with_debugger(qemu, ["qemu"], 99) == ["qemu", "-S", "-gdb", "tcp:127.0.0.1:99"]
    served = with_debugger(RunSettings(), ["/k.elf"], 99)
    assert served == ["gdbserver", "--once", "127.0.0.1:99", "/k.elf"]


def test_the_command_to_attach_survives_blanks_in_paths() -> None:
    words = shlex.split(debugger_command(Path("/a b/k.elf"), Path("/a b"), 99))
    assert words[:4] == ["gdb", "-d", "/a b", "/a b/k.elf"]


def test_ports_are_free() -> None:
    assert 1024 <= free_port() <= 65535
