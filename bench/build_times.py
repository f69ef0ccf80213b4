# SPDX-License-Identifier: BSD-2-Clause
"""Measures what a developer waits for: help, a build with nothing to do, one changed component.

Usage: python3 bench/build_times.py [--runs N]
It makes a kernel of its own in a temporary folder; nothing in the kit changes.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

flat = Path(__file__).resolve().parents[1] / "flat"


def run(folder: Path, *words: str) -> None:
    """One command, whose output is of no interest unless it fails."""
    subprocess.run([flat, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def measure(what: str, runs: int, command: Callable[[], None]) -> None:
    """Prints one row: whole processes, on the clock."""
    times_ms = []
    for _ in range(runs):
        begun = time.perf_counter()
        command()
        times_ms.append((time.perf_counter() - begun) * 1000)
    low, middle, high = min(times_ms), statistics.median(times_ms), max(times_ms)
    print(f"{what:34} {low:7.0f} {middle:7.0f} {high:7.0f}")


def main() -> None:
    """Prints a table; the first run of each command is not counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=9, help="runs counted (default: 9)")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory(prefix="flat-bench-") as temporary:
        folder = Path(temporary)
        run(folder, "new", "kernel", "timed")
        run(folder, "build", "timed")
        source = folder / "components" / "timed" / "main.cpp"

        def change_and_build() -> None:
            source.write_text(source.read_text(encoding="utf-8") + "//\n", encoding="utf-8")
            run(folder, "build", "timed")

        print(f"{platform.machine()}, {runs} runs, ms on the clock")
        print(f"{'':34} {'minimum':>7} {'median':>7} {'maximum':>7}")
        measure("flat --help", runs, lambda: run(folder, "--help"))
        measure("flat build, nothing to do", runs, lambda: run(folder, "build", "timed"))
        measure("flat build, one component changed", runs, change_and_build)


if __name__ == "__main__":
    main()
