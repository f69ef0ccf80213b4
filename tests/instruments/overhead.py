# SPDX-License-Identifier: BSD-2-Clause
"""Measures how much the plug-in tools/memtrace slows a guest down that sorts, hashes and copies.

Usage: python3 tests/instruments/overhead.py [--runs N]
Runs with and without the plug-in take turns; figures are processor time of whole processes.
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


def processor_s(command: Sequence[str]) -> float:
    """The processor time of one run, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, check=False).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status != passed:
        raise SystemExit(f"the guest failed: QEMU ended with status {status}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints a row for each clock of QEMU."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="runs counted (default: 5)")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory(prefix="flat-bench-") as temporary:
        folder = Path(temporary)
        image, plugin, ram = build_workload(folder), build_plugin(folder), folder / "ram"
        print(f"{platform.machine()}, {runs} runs, processor time with / without the plug-in")
        print(f"{'':20} {'minimum':>7} {'median':>7} {'maximum':>7}")
        for name, clock in (("plain", ()), ("-icount shift=0", ("-icount", "shift=0"))):
            command = [*qemu_command(image, ram), *clock]
            counted = [*command, "-plugin", f"{plugin},ram={ram}"]
            ratios = [processor_s(counted) / processor_s(command) for _ in range(runs)]
            low, middle, high = min(ratios), statistics.median(ratios), max(ratios)
            print(f"{name:20} {low:7.1f} {middle:7.1f} {high:7.1f}")


if __name__ == "__main__":
    main()
