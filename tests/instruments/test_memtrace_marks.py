# SPDX-License-Identifier: BSD-2-Clause
# Reads: core dimensions/arch tools/memtrace tools/cli
# One run in 3, unless changed: tools/memtrace
"""Marks reach the guest that sets them, wherever its record lies, and stay bounded in number."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from guests import (
    build_guest,
    cases,
    counters,
    here,
    kit,
    lines,
    passed,
    qemu_command,
    run_guest,
    run_tool,
)

Build = Callable[[Path], Path]

kernel_flags = (
    *("-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-nostdinc", "-fpie"),
    *("-fno-exceptions", "-fno-rtti", "-fno-stack-protector", "-fno-asynchronous-unwind-tables"),
    *("-mno-red-zone", "-mgeneral-regs-only"),
)

valid_record = 35
"""QEMU's exit status after a guest has ended with the 1 that it found in `valid`."""


@pytest.fixture(scope="module", params=("clang++-19", "g++-12"))
def helper(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A guest that uses core/measure/probe.hpp, by either compiler."""
    folder = tmp_path_factory.mktemp("helper")
    include = folder / "include"
    include.mkdir()
    (include / "core").symlink_to(kit / "core")
    (include / "domain").symlink_to(kit / "dimensions" / "arch" / "x86_64" / "include" / "domain")
    target = ("-target", "x86_64-elf") if request.param.startswith("clang") else ()
    folders = (f"-I{include}", "-isystem", kit / "core" / "freestanding")
    code = here / "guest" / "probe_helper.cpp"
    output = folder / "probe_helper.o"
    run_tool(request.param, *target, *kernel_flags, *folders, "-c", code, "-o", output)
    return build_guest(here / "guest" / "probe_helper.S", folder, output)


def test_probe_helper_reads_exact_costs_in_the_guest(
    helper: Path, plugin: Path, tmp_path: Path
) -> None:
    assert run_guest(helper, tmp_path, plugin).status == passed


def test_records_stay_invalid_without_the_plugin(helper: Path, tmp_path: Path) -> None:
    command = qemu_command(helper, tmp_path / "ram")
    assert subprocess.run(command, timeout=60, check=False).returncode == valid_record


def test_records_above_the_hole_below_4_gib_are_filled(
    guest: Build, plugin: Path, tmp_path: Path
) -> None:
    image = guest(here / "guest" / "high_memory.S")
    run = run_guest(image, tmp_path, plugin, memory="5G")
    assert run.status == valid_record
    offsets = [int(mark["offset"], 16) for mark in run.report["marks"]]
    assert offsets == [3 << 30, (3 << 30) + 128]  # a PC has 3 GiB of these 5 below the hole
    is_valid, counts = run.record(offsets[1])
    assert is_valid
    assert counts == {name: run.report["marks"][1][name] for name in counters}


def test_only_the_first_marks_are_kept_and_the_others_counted(
    guest: Build, plugin: Path, tmp_path: Path
) -> None:
    image = guest(next(case for case in cases if case.stem == "kernel_instructions"))
    run = run_guest(image, tmp_path, plugin, options=",marks=2")
    assert len(run.report["marks"]) == 2
    assert run.report["marks_dropped"] == 4
    assert run.report["processors"][0]["marks"] == 6
    assert run.difference(4, 5)["kernel_instructions"] == 4001


def test_totals_run_on_after_the_last_mark(guest: Build, plugin: Path, tmp_path: Path) -> None:
    image = guest(next(case for case in cases if case.stem == "adjacent_marks"))
    report = run_guest(image, tmp_path, plugin).report
    total, last = report["processors"][0], report["marks"][-1]
    rest = {name: total[name] - (0 if name in lines else last[name]) for name in counters}
    assert rest == {**dict.fromkeys(counters, 0), "user_instructions": 2}  # EXIT
