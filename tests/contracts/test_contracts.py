# SPDX-License-Identifier: BSD-2-Clause
"""What a variant of a dimension forgets, the compiler names: both compilers, for each contract."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

kit = Path(__file__).resolve().parents[2]
variants = {"arch": "hosted", "platform": "linux", "api": "none", "smp": "up"}
compilers = ["clang++-19", "g++"]

# What each contract demands: the header, and a pattern for what is taken out of it.
demands = [
    ("arch/register_frame.hpp", "set_stack_pointer"),
    ("arch/register_frame.hpp", "is_user"),
    ("arch/interrupts.hpp", "wait_for_interrupt"),
    ("arch/software_trap.hpp", "software_trap"),
    ("arch/idle.hpp", "prepare_idle"),
    ("arch/page.hpp", "line_size"),
    ("arch/physical.hpp", "virtual_to_physical"),
    ("arch/backtrace.hpp", "backtrace"),
    ("arch/probe_mark.hpp", "store_mark"),
    ("arch/tcb_arch.hpp", "TcbArch"),
    ("arch/space_arch.hpp", "SpaceArch"),
    ("platform/emergency.hpp", "emergency_write"),
    ("platform/emergency.hpp", "power_off"),
    ("api/tcb_base.hpp", "is_runnable"),
    ("api/tcb_api.hpp", "TcbApi"),
    ("api/space_api.hpp", "SpaceApi"),
    ("smp/processor.hpp", "processors_max"),
    ("smp/processor.hpp", "PerProcessor"),
    ("smp/lock.hpp", "LockGuard"),
    ("smp/tcb_smp.hpp", "TcbSmp"),
]


@pytest.fixture
def include(tmp_path: Path) -> Path:
    """An include folder with copies of one variant of each dimension."""
    for dimension, variant in variants.items():
        shutil.copytree(kit / "dimensions" / dimension / variant, tmp_path / dimension)
    (tmp_path / "core").symlink_to(kit / "core")
    return tmp_path


def check(compiler: str, include: Path) -> str:
    """The errors of the check that every kernel compiles; empty when there are none."""
    source = include / "core/contract/check.cpp"
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{include}", str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


@pytest.mark.parametrize("compiler", compilers)
def test_variants_fulfil_their_contracts(compiler: str, include: Path) -> None:
    assert check(compiler, include) == ""


@pytest.mark.parametrize("compiler", compilers)
@pytest.mark.parametrize(("header", "name"), demands, ids=lambda value: str(value))
def test_what_is_forgotten_is_named(compiler: str, include: Path, header: str, name: str) -> None:
    file = include / header
    text, count = re.subn(rf"\b{name}\b", f"{name}_by_another_name", file.read_text())
    assert count > 0
    file.write_text(text)
    assert re.search(rf"error: .*\b{name}\b", check(compiler, include))
