# SPDX-License-Identifier: BSD-2-Clause
# Reads: core dimensions
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
    ("arch/include/domain/page.hpp", "line_size"),
    ("arch/include/domain/backtrace.hpp", "backtrace"),
    ("arch/include/domain/probe_mark.hpp", "store_mark"),
    ("platform/include/domain/last_resort.hpp", "stop_others"),
    ("platform/include/domain/last_resort.hpp", "emergency_write"),
    ("platform/include/domain/last_resort.hpp", "end"),
    ("smp/include/domain/lock.hpp", "LockGuard"),
    ("arch/include/machine/register_frame.hpp", "set_stack_pointer"),
    ("arch/include/machine/register_frame.hpp", "is_user"),
    ("arch/include/machine/interrupts.hpp", "wait_for_interrupt"),
    ("arch/include/machine/software_trap.hpp", "software_trap"),
    ("arch/include/machine/idle.hpp", "prepare_idle"),
    ("arch/include/machine/physical.hpp", "virtual_to_physical"),
    ("arch/include/machine/backtrace.hpp", "backtrace"),
    ("core/machine/thread_base.hpp", "is_runnable"),  # which APIs share
    ("api/include/machine/space_base.hpp", "SpaceBase"),
    ("smp/include/machine/processor.hpp", "processors_max"),
    ("smp/include/machine/processor.hpp", "PerProcessor"),
    ("arch/tcb_arch.hpp", "TcbArch"),
    ("arch/space_arch.hpp", "SpaceArch"),
    ("core/machine/thread_share.hpp", "TcbApi"),
    ("api/space_api.hpp", "SpaceApi"),
    ("smp/tcb_smp.hpp", "TcbSmp"),
]


@pytest.fixture
def include(tmp_path: Path) -> Path:
    """An include folder with copies of one variant of each dimension."""
    for dimension, variant in variants.items():
        shutil.copytree(kit / "dimensions" / dimension / variant, tmp_path / dimension)
    shutil.copytree(kit / "core", tmp_path / "core")
    return tmp_path


def check(compiler: str, include: Path) -> str:
    """The errors of the check that every kernel compiles; empty when there are none."""
    source = include / "core/contract/check.cpp"
    folders = [include, *(include / dimension / "include" for dimension in variants)]
    words = [
        compiler,
        "-std=c++20",
        "-fsyntax-only",
        *(f"-I{folder}" for folder in folders),
    ]
    command = [*words, str(source)]
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
