# SPDX-License-Identifier: BSD-2-Clause
"""Measures how much the plug-in tools/memtrace slows a guest down that sorts, hashes and copies.

Usage: python3 tests/instruments/overhead.py [--runs N] [--image KERNEL.elf]
With an image, that one runs in place of the guest: `flat build pingpong` prints the path of one.
Runs with and without the plug-in are interleaved; figures are processor time of whole processes.
"""

from __future__ import annotations

import argparse
import platform
import resource
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from guests import build_guest, build_plugin, here, passed, qemu_command, run_tool


def build_workload(folder: Path) -> Path:
    """The guest's image."""
    code = folder / "workload.o"
    flags = ("-std=c11", "-O2", "-ffreestanding", "-fpie", "-mno-red-zone", "-mgeneral-regs-only")
    run_tool(
        "clang-19", "-target", "x86_64-elf", *flags, "-c", here / "guest" / "workload.c", "-o", code
    )
    return build_guest(here / "guest" / "workload.S", folder, code)


def processor_s(command: Sequence[str], expected: Sequence[int]) -> float:
    """The processor time of one run, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in expected:
        raise SystemExit(f"the guest failed: QEMU ended with status {status}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints a row for each clock of QEMU."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="runs counted (default: 5)")
    parser.add_argument("--image", type=Path, help="a kernel that ends QEMU by itself")
    arguments = parser.parse_args()
    runs = arguments.runs
    with tempfile.TemporaryDirectory(prefix="flat-bench-") as temporary:
        folder = Path(temporary)
        image = arguments.image or build_workload(folder)
        plugin, ram = build_plugin(folder), folder / "ram"
        expected = range(1, 256, 2) if arguments.image else [passed]  # what a guest writes, * 2 + 1
        print(f"{platform.machine()}, {runs} runs, processor time with / without the plug-in")
        print(f"{'':20} {'minimum':>7} {'median':>7} {'maximum':>7}")
        for name, clock, results in (
            ("plain", (), ""),
            ("-icount shift=0", ("-icount", "shift=0"), ""),
            ("plain, profile=", (), f",profile={folder / 'profile'}"),
            ("-icount, profile=", ("-icount", "shift=0"), f",profile={folder / 'profile'}"),
        ):
            command = [*qemu_command(image, ram, "256M"), *clock]
            command = [word.replace("iosize=1", "iosize=4") for word in command]
            counted = [*command, "-plugin", f"{plugin},ram={ram}{results}"]
            ratios = [
                processor_s(counted, expected) / processor_s(command, expected) for _ in range(runs)
            ]
            low, middle, high = min(ratios), statistics.median(ratios), max(ratios)
            print(f"{name:20} {low:7.1f} {middle:7.1f} {high:7.1f}")


if __name__ == "__main__":
    main()
