# SPDX-License-Identifier: BSD-2-Clause
"""Runs with the plugin end in a bounded multiple of the time that they take without it."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from guests import build_guest, here, passed, qemu_command, run_tool

most_slow_down = 15.0


@pytest.fixture(scope="module")
def workload(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A guest that sorts, hashes, walks lists and copies."""
    folder = tmp_path_factory.mktemp("workload")
    code = folder / "workload.o"
    flags = ("-std=c11", "-O2", "-ffreestanding", "-fpie", "-mno-red-zone", "-mgeneral-regs-only")
    source = here / "guest" / "workload.c"
    run_tool("clang-19", "-target", "x86_64-elf", *flags, "-c", source, "-o", code)
    return build_guest(here / "guest" / "workload.S", folder, code)


def processor_seconds(command: Sequence[str]) -> float:
    """The least processor time of several runs, which a busy machine disturbs little."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert subprocess.run(command, timeout=120, check=False).returncode == passed
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


@pytest.mark.parametrize("clock", [(), ("-icount", "shift=0")], ids=["plain", "icount"])
def test_the_plugin_slows_down_mixed_work_by_a_bounded_factor(
    clock: tuple[str, ...], workload: Path, plugin: Path, tmp_path: Path
) -> None:
    ram = tmp_path / "ram"
    command = [*qemu_command(workload, ram), *clock]
    alone = processor_seconds(command)
    measured = processor_seconds([*command, "-plugin", f"{plugin},ram={ram}"])
    print(f"{alone:.2f} s alone, {measured:.2f} s with the plugin: {measured / alone:.1f} x")
    assert measured / alone <= most_slow_down
